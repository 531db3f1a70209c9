import { oneOf } from '../../language/wording.ts';
import type { BindContext, RowContext } from '../../model/condition/bind.ts';
import { isOverParent } from '../../model/condition/check_concern.ts';
import { farthestLook } from '../../model/condition/look.ts';
import { looksAtNow } from '../../model/condition/looks.ts';
import { followWay } from '../../model/condition/row_path.ts';
import type { RowType } from '../../model/condition/row_type.ts';
import type { BoundCovered, Operand } from '../../model/field.ts';
import type { Check } from '../../model/model.ts';
import { wayText } from '../../model/relation.ts';
import { placeWithin } from '../file/place.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';

type Cover = NonNullable<ResourceDefinition['covered_by']>[number];

/** The rules that entries of other timelines cover each entry of a resource. Entries may break rules with `otherwise`. */
export function buildCovers(
  { covered_by = [] }: ResourceDefinition,
  context: RowContext,
  file: DefinitionFile,
): readonly Check[] {
  return covered_by.flatMap((cover, index) => {
    if (cover.otherwise !== undefined) return [];
    const that = bindCover(cover, index, context, file);
    if (that === null) return [];
    const far = beyondLocks(that);
    if (far !== null) {
      file.report(['covered_by', index, far.key], {
        message: `the rule looks at ${wayText(far.way)}, and no write there would be refused`,
        expected: `${expectedAt[far.key]}; or "otherwise: { notice: <type>, to: <relation> }"`,
      });
    }
    return [
      { name: `${context.row.name}_covered_by_${index + 1}_check`, that, message: cover.message.trim(), moment: null },
    ];
  });
}

const expectedAt = {
  relation: 'one relation, or a reference and one relation to many from there',
  where: 'comparisons with fields of the found entry and of the covered one',
} as const;

/** A rule of `covered_by`. Null after a fault, which is reported. */
export function bindCover(
  { relation, where }: Cover,
  index: number,
  { row, rows, named = null }: RowContext,
  file: DefinitionFile,
): BoundCovered | null {
  const { source, report } = file;
  const path = ['covered_by', index] as const;
  const bounds = boundsOf(row);
  if (bounds === null) {
    report(['covered_by'], {
      message: `${row.name} has no validity that others could cover`,
      expected: 'a resource with temporal, or no covered_by',
      part: 'key',
    });
    return null;
  }
  const way = followWay({ names: relation.split('.'), offset: 0 }, row, rows);
  if (!way.ok) {
    for (const { message, offset, expected, nearest } of way.faults)
      report([...path, 'relation'], {
        message,
        expected,
        nearest,
        place: placeWithin(source, [...path, 'relation'], offset),
      });
    return null;
  }
  const { relations, row: end } = way.value;
  if (boundsOf(end) === null) {
    report([...path, 'relation'], misfitOf(end, relation, rows));
    return null;
  }
  if (where === undefined) return { kind: 'covered', relations, bounds, condition: null };
  const rule = { text: where, path: [...path, 'where'] };
  const parsed = parseRuleAt(rule, file);
  if (parsed === null) return null;
  const context: BindContext = { row: end, rows, rule: { named, claims: null, zone: null, own: row, rows } };
  const condition = bindRuleAt(parsed, rule, context, file);
  if (condition === null) return null;
  if (looksAtNow(condition)) {
    const message = 'the rule looks at a computed field that changes as time passes, and no write would break it';
    report(rule.path, { message, expected: 'a rule over other fields' });
  }
  return { kind: 'covered', relations, bounds, condition };
}

/** The fields of an entry's bounds; null for a row without validity. */
function boundsOf({ fields }: RowType): readonly Operand[] | null {
  const bounds = ['valid_from', 'valid_to'].map((name) => fields.get(name));
  return bounds.every((field) => field !== undefined)
    ? bounds.map((field) => ({ field, steps: [], type: field.type }))
    : null;
}

function misfitOf({ name, relations }: RowType, way: string, rows: RowContext['rows']) {
  const timed = [...relations.values()].filter(({ target }) => {
    const found = rows.get(target);
    return found !== undefined && boundsOf(found) !== null;
  });
  return {
    message: `${way} leads to ${name}, which has no validity`,
    expected:
      timed.length === 0 ? 'a way to a resource with temporal' : oneOf(timed.map(({ alias }) => `${way}.${alias}`)),
  };
}

/** What a rule looks at where its writers would not wait for each other; null for nothing. */
function beyondLocks({ relations, condition }: BoundCovered) {
  if (relations.length > 1 && !isOverParent(relations)) return { key: 'relation', way: relations } as const;
  if (condition === null) return null;
  const way = farthestLook(condition);
  return way.length === 0 ? null : ({ key: 'where', way } as const);
}
