import type { Resource, Table } from '../definition/model.ts';
import { quote } from '../sql/identifier.ts';
import { textLiteral } from '../sql/literal.ts';
import type { NamedConstraint } from './constraint.ts';

/** Comments on a table and its columns, from what the definition says about them. */
export function tableComments(table: Table): readonly string[] {
  const name = `public.${quote(table.name)}`;
  return [
    ...resourceComments(table),
    `comment on column ${name}.row_version is 'Number of the current version: its id in the history, where one is kept.'`,
    `comment on column ${name}.recorded_in is 'Transaction that recorded the current version.'`,
  ];
}

/** Comments on the checks of a table, by the name of the check. */
export function checkComments(table: Table, constraints: readonly NamedConstraint[]): ReadonlyMap<string, string> {
  const on = `public.${quote(table.name)}`;
  return new Map(
    constraints.flatMap(([name, constraint]) =>
      constraint.kind === 'check'
        ? [[name, `comment on constraint ${quote(name)} on ${on} is ${textLiteral(constraint.check.message)}`] as const]
        : [],
    ),
  );
}

/** Comments on the table of a resource and on the columns that hold its fields. */
export function resourceComments(resource: Resource): readonly string[] {
  const name = `public.${quote(resource.name)}`;
  const stored = [...resource.fields.values()].filter((field) => field.computed === null);
  return [
    `comment on table ${name} is ${words(resource)}`,
    ...stored.map((field) => `comment on column ${name}.${quote(field.name)} is ${words(field)}`),
  ];
}

function words({ title, description }: { readonly title: string; readonly description: string }): string {
  return textLiteral([title, description].filter((text) => text !== '').join(': '));
}
