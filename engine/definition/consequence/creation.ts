import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { RowType } from '../../model/condition/row_type.ts';
import type { Creation, GivenValue } from '../../model/consequence.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { AnyRelation, Relation } from '../../model/relation.ts';
import type { Path } from '../file/place.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt } from '../resource/rule.ts';
import { buildGiven, type GivenContext } from './given_value.ts';
import { given, unknown } from './set.ts';
import { buildMoment } from './write_moment.ts';

type WrittenCreation = NonNullable<ResourceDefinition['creates']>[number];

interface CreationContext extends Omit<GivenContext, 'ofMany'> {
  readonly row: Table;
  /** The names of all resources with rows of their own, also of files with faults. */
  readonly names: ReadonlySet<string>;
}

/** What the database creates when a row is written. Faults are reported. */
export function buildCreations(
  { creates = [] }: ResourceDefinition,
  context: CreationContext,
  file: DefinitionFile,
): readonly Creation[] {
  return creates.flatMap((written, index): readonly Creation[] => {
    const path = ['creates', index] as const;
    const moment = buildMoment(written, path, context, file);
    const target = context.rows.get(written.resource);
    if (target === undefined) {
      const known = [...context.rows.keys()];
      // A resource that could not be read has been reported.
      if (!context.names.has(written.resource))
        file.report([...path, 'resource'], {
          message: `there is no resource ${written.resource}`,
          expected: oneOf(known),
          nearest: nearest(written.resource, known),
        });
      return [];
    }
    const forEach = relationOf(written, path, context, file);
    const row = ownRow(context.row, forEach);
    const ofMany = forEach === null ? 'for_each with that relation, or a value of one row' : 'a value of one row';
    return [
      {
        moment,
        resource: target.name,
        forEach,
        unless: bindUnless(written, { path, target }, { ...context, row }, file),
        values: valuesOf(written, { path, target }, { ...context, row, ofMany }, file),
      },
    ];
  });
}

function relationOf(
  { for_each: alias }: WrittenCreation,
  path: Path,
  { row }: CreationContext,
  { report }: DefinitionFile,
): AnyRelation | null {
  if (alias === undefined) return null;
  const relation = row.relations.get(alias);
  if (relation !== undefined) return relation;
  const known = [...row.relations.keys()];
  report([...path, 'for_each'], {
    message: `there is no relation ${alias} of ${row.name}`,
    expected: known.length === 0 ? 'a resource with relations' : oneOf(known),
    nearest: nearest(alias, known),
  });
  return null;
}

/** The written row as values see it: the relation of `for_each` leads to one row of it at a time. */
function ownRow(row: Table, forEach: AnyRelation | null): RowType {
  if (forEach === null) return row;
  const { alias, was, target } = forEach;
  const each: Relation = { alias, was, target, cardinality: 'one', from: 'id', to: 'id' };
  return { name: row.name, fields: row.fields, relations: new Map([...row.relations, [alias, each]]) };
}

/** Where a creation stands, and the resource of its rows. */
interface Place {
  readonly path: Path;
  readonly target: RowType;
}

function bindUnless(
  { unless: text }: WrittenCreation,
  { path, target }: Place,
  { row, rows, named = null, zone }: Omit<GivenContext, 'ofMany'>,
  file: DefinitionFile,
): BoundCondition | null {
  if (text === undefined) return null;
  const rule = { text, path: [...path, 'unless'] };
  const parsed = parseRuleAt(rule, file);
  const values = { claims: null, zone, named, own: row, rows };
  return parsed && bindRuleAt(parsed, rule, { row: target, rows, rule: values }, file);
}

function valuesOf(
  { with: written = {} }: WrittenCreation,
  { path, target }: Place,
  context: GivenContext,
  file: DefinitionFile,
): ReadonlyMap<string, GivenValue> {
  const names = [...target.fields.values()].flatMap((field) => (given(field) === null ? [field.name] : []));
  const values = Object.entries(written).flatMap(([name, value]): readonly [string, GivenValue][] => {
    const place = [...path, 'with', name];
    const field = target.fields.get(name);
    const fault = field === undefined ? unknown(name, names, target) : given(field);
    if (fault !== null) file.report(place, { ...fault, part: 'key' });
    if (field === undefined || fault !== null) return [];
    const own = buildGiven(value, { field, path: place }, context, file);
    return own === null ? [] : [[name, own]];
  });
  return new Map(values);
}
