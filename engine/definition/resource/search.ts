import { searchName } from '../../model/condition/search_name.ts';
import type { Field } from '../../model/field.ts';
import type { Search } from '../../model/model.ts';
import { hasTrait } from '../../vocabulary/field_type.ts';
import type { Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { misfitOf } from './combination.ts';

/** The fields in which the filter `search` searches, and their language; null without the key. */
export function buildSearch(
  { resource, search, fields: declared, relations = {} }: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  report: Report,
): Search | null {
  if (search === undefined) return null;
  for (const [index, name] of search.fields.entries()) {
    const misfit = misfitOf(name, { name: resource, fields }) ?? typeMisfit(fields.get(name));
    if (misfit !== null) report(['search', 'fields', index], misfit);
  }
  for (const [key, names] of [
    ['fields', declared],
    ['relations', relations],
  ] as const) {
    if (!Object.hasOwn(names, searchName)) continue;
    const message = `${searchName} is the filter that the key "search" makes`;
    report([key, searchName], { message, expected: 'another name', part: 'key' });
  }
  return { fields: search.fields, language: search.language ?? 'simple' };
}

function typeMisfit(field: Field | undefined) {
  if (field === undefined || hasTrait(field.type, 'textual')) return null;
  const message = `${field.name} is of type ${field.type.kind}, and only text has words`;
  return { message, expected: 'a field of type text' };
}
