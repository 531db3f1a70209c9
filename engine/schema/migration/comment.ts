import { quote } from '../../query/sql/identifier.ts';
import { checkComments, resourceComments, tableComments } from '../comment.ts';
import type { TablePart } from '../schema.ts';
import { beside, catalogOnly, inTransaction, type Planned } from './step.ts';
import type { TableChange } from './table_change.ts';

/** The words about tables, columns and checks that are new. What was made again has lost those that it had. */
export function commentSteps(change: TableChange): readonly Planned[] {
  const { old, now, fields } = change;
  // A converted field has the comment of its old column no longer.
  const remade = [old.table.name, old.history?.name ?? ''].flatMap((name) =>
    fields.converted.map(({ field }) => `comment on column public.${quote(name)}.${quote(field.name)} is `),
  );
  const known = new Set(words(old).filter((comment) => !remade.some((beginning) => comment.startsWith(beginning))));
  const made = new Set(change.come.map(({ name }) => name));
  const checks = checkComments(old.table, old.named);
  const statements = [
    ...words(now).filter((comment) => !known.has(comment) && !(old.history === null && isOfHistory(comment, now))),
    ...[...checkComments(now.table, now.named)]
      .filter(([name, comment]) => made.has(name) || checks.get(name) !== comment)
      .map(([, comment]) => comment),
  ];
  if (statements.length === 0) return [];
  return [
    {
      stage: 'comment',
      table: now.table.name,
      title: `describe ${now.table.name} anew`,
      runs: inTransaction,
      statements,
      locks: beside(now.table.name),
      work: catalogOnly,
      loses: null,
      undo: 'a migration from the earlier definitions writes them as they were',
    },
  ];
}

function words({ table, history }: TablePart): readonly string[] {
  if (table.holds === 'events') return resourceComments(table);
  return [...tableComments(table), ...(history === null ? [] : resourceComments(history))];
}

function isOfHistory(comment: string, { history }: TablePart): boolean {
  return history !== null && resourceComments(history).includes(comment);
}
