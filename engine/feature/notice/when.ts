import { placeWithin } from '../../definition/file/place.ts';
import type { DefinitionFile, Finding } from '../../definition/file/report.ts';
import type { Rule } from '../../definition/resource/rule.ts';
import { readDatetime } from '../../language/datetime.ts';
import { ruleParts } from '../../language/parser.ts';
import type { Condition } from '../../language/syntax.ts';
import { oneOf, phrase } from '../../language/wording.ts';
import { atomsOf } from '../../model/condition/atom.ts';
import { bindConditions, type RowContext } from '../../model/condition/bind.ts';
import { allOf, type BoundCondition } from '../../model/field.ts';
import { parseRule } from '../../vocabulary/query_parser.ts';
import { noticeResource } from './resource.ts';
import type { NoticeRule } from './rule.ts';

/**
 * Reads the rule of a notice, written as in a URL: filters, and `valid_at` with an instant. `<relation>.valid_at` is
 * for related rows. Null after a fault, which is reported at its place.
 */
export function readWhen(
  { text, path }: Rule,
  { row, rows }: RowContext,
  { source, report }: DefinitionFile,
): Pick<NoticeRule, 'when' | 'instants'> | null {
  const refuse = (offset: number, finding: Finding): null => {
    report(path, { ...finding, place: placeWithin(source, path, offset) });
    return null;
  };
  const conditions: Condition[] = [];
  const offsets: number[] = [];
  const instants = new Map<string, { readonly datetime: string; readonly offset: number }>();
  for (const { part, offset } of partsOf(text)) {
    const instant = /^(?:(?<relation>[^=]*)\.)?valid_at=(?<datetime>.*)$/s.exec(part)?.groups;
    if (instant === undefined) {
      const parsed = parseRule(part);
      if (!parsed.ok) {
        const { message, expected, nearest } = parsed.fault;
        return refuse(offset + parsed.fault.offset, { message: phrase(message), expected, nearest });
      }
      conditions.push(...parsed.value);
      offsets.push(offset);
      continue;
    }
    const { relation = '', datetime = '' } = instant;
    if (instants.has(relation)) return refuse(offset, { message: 'valid_at stands here twice', expected: 'one' });
    const read = readDatetime(datetime);
    if (!read.ok) {
      return refuse(offset + part.length - datetime.length, { message: phrase(read.message), expected: read.hint });
    }
    instants.set(relation, { datetime: read.value, offset });
  }
  const bound = bindConditions(conditions, { row, rows });
  if (!bound.ok) {
    for (const { message, expected, nearest, index, offset } of bound.faults) {
      refuse((offsets[index] ?? 0) + offset, { message: phrase(message), expected, nearest });
    }
    return null;
  }
  const when = allOf(bound.value);
  if (when === null) return refuse(0, { message: 'the rule holds for every row', expected: 'a filter' });
  const looked = relationPaths(when);
  if ([...looked.values(), row.name].includes(noticeResource)) {
    return refuse(0, { message: 'a notice cannot depend on notices', expected: 'a rule over other resources' });
  }
  for (const [relation, { offset }] of instants) {
    const resource = relation === '' ? row.name : looked.get(relation);
    const timed = [...looked].filter(([, target]) => rows.get(target)?.fields.has('valid_from')).map(([at]) => at);
    const fields = relation === '' ? row.fields : rows.get(resource ?? '')?.fields;
    if (resource !== undefined && fields?.has('valid_from') !== false) continue;
    const message =
      resource === undefined ? `the rule does not look at ${relation}` : `${resource} has no validity for valid_at`;
    const expected = timed.length === 0 ? 'a time-dependent relation' : oneOf(timed.map((at) => `${at}.valid_at`));
    return refuse(offset, { message, expected });
  }
  return { when, instants: new Map([...instants].map(([relation, { datetime }]) => [relation, datetime])) };
}

/** The parameters of a rule, each with its place. */
function partsOf(text: string): readonly { readonly part: string; readonly offset: number }[] {
  let offset = 0;
  return ruleParts(text).map((part) => {
    const own = { part, offset };
    offset += part.length + 1;
    return own;
  });
}

/** The resources that a condition looks at, by the aliases that lead to them. */
function relationPaths(condition: BoundCondition): ReadonlyMap<string, string> {
  return new Map(
    atomsOf(condition).flatMap((atom) => {
      if (atom.kind !== 'related') return [];
      const { alias, target } = atom.related.relation;
      return [[[...atom.path.map((relation) => relation.alias), alias].join('.'), target] as const];
    }),
  );
}
