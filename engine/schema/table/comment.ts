import type { Field } from '../../model/field.ts';
import type { Resource, Table } from '../../model/model.ts';
import type { Comment } from '../../sql/comment.ts';
import { quote } from '../../sql/identifier.ts';
import type { NamedConstraint } from '../constraint/constraints.ts';

/** Comments on a table and its columns, from what the definition says about them. */
export function tableComments(table: Table): readonly Comment[] {
  return [
    ...resourceComments(table),
    columnComment(
      table.name,
      'row_version',
      'Number of the current version: its id in the history, where one is kept.',
    ),
    columnComment(table.name, 'recorded_in', 'Transaction that recorded the current version.'),
  ];
}

/** Comments on the checks of a table, by the name of the check. */
export function checkComments(table: Table, constraints: readonly NamedConstraint[]): ReadonlyMap<string, Comment> {
  return new Map(
    constraints.flatMap(([name, constraint]) =>
      constraint.kind === 'check' ? [[name, checkComment(table, name, constraint.check.message)] as const] : [],
    ),
  );
}

/** A comment on a check of a table, by the name that it has. */
export function checkComment(table: Table, name: string, text: string): Comment {
  const on = `public.${quote(table.name)}`;
  return { subject: `constraint ${quote(name)} on ${on}`, text, of: `table ${on}` };
}

/** Comments on the table of a resource and on the columns that hold its fields. */
export function resourceComments(resource: Resource): readonly Comment[] {
  const name = `public.${quote(resource.name)}`;
  const stored = [...resource.fields.values()].filter((field) => field.computed === null);
  return [
    { subject: `table ${name}`, text: words(resource), of: `table ${name}` },
    ...stored.map((field) => fieldComment(resource.name, field)),
  ];
}

/** A comment on the column of a field, by the name that it has. */
export function fieldComment(table: string, field: Field, column = field.name): Comment {
  return columnComment(table, column, words(field));
}

function columnComment(table: string, column: string, text: string): Comment {
  const name = `public.${quote(table)}`;
  return { subject: `column ${name}.${quote(column)}`, text, of: `table ${name}` };
}

function words({ title, description }: { readonly title: string; readonly description: string }): string {
  return [title, description].filter((text) => text !== '').join(': ');
}
