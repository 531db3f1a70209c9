import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { FieldSets, GivenValue } from '../../model/consequence.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { DefinitionFile, Finding } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { buildGiven, type GivenContext } from './given_value.ts';
import { buildMoment } from './write_moment.ts';

/** What the database sets in rows that are written. Faults are reported. */
export function buildSets(
  { sets = [], fields }: ResourceDefinition,
  context: Omit<GivenContext, 'ofMany'> & { readonly row: Table },
  file: DefinitionFile,
): readonly FieldSets[] {
  const { row } = context;
  const settable = [...row.fields.values()].filter(
    (field) => Object.hasOwn(fields, field.name) && unfit(field, row) === null,
  );
  const names = settable.map(({ name }) => name);
  return sets.map((written, index) => {
    const path = ['sets', index] as const;
    const values = Object.entries(written.set).flatMap(([name, value]): readonly [string, GivenValue][] => {
      const place = [...path, 'set', name];
      const field = row.fields.get(name);
      const fault = field === undefined ? unknown(name, names, row) : unfit(field, row);
      if (fault !== null) file.report(place, { ...fault, part: 'key' });
      if (field === undefined || fault !== null) return [];
      const given = buildGiven(value, { field, path: place }, { ...context, ofMany: 'a value of one row' }, file);
      return given === null ? [] : [[name, given]];
    });
    return { moment: buildMoment(written, path, context, file), values: new Map(values) };
  });
}

/** Whether every create of a row sets a field, by the definition alone. */
export function isSetByCreate(name: string, { sets = [] }: Pick<ResourceDefinition, 'sets'>): boolean {
  return sets.some(
    ({ on, when, roles, except, set }) =>
      (on === undefined || on.includes('create')) &&
      when === undefined &&
      roles === undefined &&
      except === undefined &&
      (set[name] ?? null) !== null,
  );
}

/** A field that a resource does not have. */
export function unknown(name: string, known: readonly string[], { name: resource }: Pick<Table, 'name'>): Finding {
  return { message: `there is no field ${name} in ${resource}`, expected: oneOf(known), nearest: nearest(name, known) };
}

/** Why the database cannot set a field of a row that is written; null where it can. */
function unfit(field: Field, { temporal }: Table): Finding | null {
  const { name } = field;
  const none = given(field);
  if (none !== null) return none;
  if (field.default?.kind === 'number')
    return { message: `${name} is counted`, expected: 'a field without the default number' };
  if (name === 'valid_from' || name === 'valid_to' || temporal?.timeline.includes(name))
    return {
      message: `${name} says where the entry stands on its timeline, which is made room for before anything is set`,
      expected: 'another field',
    };
  return null;
}

/** Why nobody gives a field a value; null where somebody does. */
export function given({ name, computed, type }: Field): Finding | null {
  if (computed !== null) return { message: `${name} is computed`, expected: 'a stored field' };
  if (type.kind === 'file')
    return { message: `${name} is a file, which is uploaded to a row`, expected: 'another field' };
  if (name === 'id' || name === 'recorded_at' || name === 'recorded_by')
    return { message: `the service itself gives ${name}`, expected: 'a field that the definition declares' };
  return null;
}
