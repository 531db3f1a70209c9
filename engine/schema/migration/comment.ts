import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import { checkComments, resourceComments, tableComments } from '../comment.ts';
import type { TablePart } from '../schema.ts';
import { beside, catalogStep, type Planned } from './step.ts';
import type { TableChange } from './table_change.ts';
import type { TableObject } from './table_object.ts';

/** The words about tables, columns and checks that are new. What was made again has lost those that it had. */
export function commentSteps(change: TableChange): readonly Planned[] {
  const { old, now, fields } = change;
  // A converted field has the comment of its old column no longer.
  const remade = [old.table.name, old.history?.name ?? ''].flatMap((name) =>
    fields.converted.map(({ field }) => `comment on column public.${quote(name)}.${quote(field.name)} is `),
  );
  const known = new Set(words(old).filter((comment) => !remade.some((beginning) => comment.startsWith(beginning))));
  const after = checkComments(now.table, now.named);
  // By the name that each check has by now: null for one that was made anew.
  const before = new Map(change.stays.map(([was, is]) => [is.name, messageOf(was)]));
  const statements = [
    ...words(now).filter((comment) => !known.has(comment) && !(old.history === null && isOfHistory(comment, now))),
    ...[...after]
      .filter(([name]) => before.get(name) !== messageOf(objectOf(change, name)))
      .map(([, comment]) => comment),
  ];
  const undo = [
    ...statements
      .filter((comment) => !after.has(checkOf(comment)))
      .map(
        (comment) =>
          [...known].find((each) => subjectOf(each) === subjectOf(comment)) ?? `${subjectOf(comment)} is null`,
      ),
    ...statements.flatMap((comment) => {
      const message = before.get(checkOf(comment));
      return typeof message === 'string' ? [`${subjectOf(comment)} is ${textLiteral(message)}`] : [];
    }),
  ];
  if (statements.length === 0) return [];
  return [
    catalogStep({
      stage: 'comment',
      table: now.table.name,
      title: `describe ${now.table.name} anew`,
      statements,
      locks: beside(now.table.name),
      undo,
    }),
  ];
}

/** The constraint that a comment is on; nothing for one on a table or a column. */
function checkOf(comment: string): string {
  return /^comment on constraint "?(\w+)"? /.exec(comment)?.[1] ?? '';
}

function objectOf({ stays, come }: TableChange, name: string): TableObject | undefined {
  return [...stays.map(([, is]) => is), ...come].find((object) => object.name === name);
}

function messageOf(object: TableObject | undefined): string | null {
  return object?.constraint?.kind === 'check' ? object.constraint.check.message : null;
}

/** What a comment is on, as its statement begins. */
function subjectOf(comment: string): string {
  return comment.slice(0, comment.indexOf(' is '));
}

function words({ table, history }: TablePart): readonly string[] {
  if (table.holds === 'events') return resourceComments(table);
  return [...tableComments(table), ...(history === null ? [] : resourceComments(history))];
}

function isOfHistory(comment: string, { history }: TablePart): boolean {
  return history !== null && resourceComments(history).includes(comment);
}
