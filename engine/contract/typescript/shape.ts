import type { Model, Resource } from '../../model/model.ts';
import { type FieldType, isAnyJson, wordOf } from '../../vocabulary/field_type.ts';
import { valueTables } from './call.ts';
import { list } from './type_text.ts';

/** The facts about the resources with which the client reads and writes JSON without loss, as a constant. */
export function shapesText(model: Model): string {
  const resources = [...model.resources.values()].map((resource) => shapeText(resource.name, resource));
  // The values of calls have spaces in their names, which no resource has.
  const values = valueTables(model).map(([name, table]) => shapeText(`'${name}'`, table));
  const entries = [...resources, ...values];
  return `const shapes: Readonly<Record<string, Shape>> = {\n${entries.join('')}};\n`;
}

function shapeText(name: string, { fields, relations }: Resource): string {
  const namesWhere = (holds: (type: FieldType) => boolean) =>
    [...fields.values()].filter(({ type }) => holds(type)).map((field) => field.name);
  const exact = list(
    namesWhere((type) => wordOf(type).typescript.isExact?.(type) === true),
    '    ',
    'exact: ,'.length,
  );
  const json = list(namesWhere(isAnyJson), '    ', 'json: ,'.length);
  const related = [...relations.values()].map(({ alias, target }) => `      ${alias}: '${target}',\n`);
  const known = related.length === 0 ? '{}' : `{\n${related.join('')}    }`;
  return `  ${name}: {\n    exact: ${exact},\n    json: ${json},\n    relations: ${known},\n  },\n`;
}
