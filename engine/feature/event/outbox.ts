import { ownRule } from '../../model/computed.ts';
import type { EventRule, Table } from '../../model/model.ts';
import { constantTerms, renderField } from '../../query/sql/condition/condition.ts';
import { renderMoment } from '../../query/sql/condition/moment.ts';
import type { Terms } from '../../query/sql/condition/terms.ts';
import { choice, type Lines } from '../../schema/plpgsql.ts';
import {
  type AfterChange,
  deletedRows,
  insertedRows,
  insertOf,
  type RecordedRows,
  type UpdatedRows,
} from '../../schema/recorded_rows.ts';
import { contentColumns } from '../../schema/table/column.ts';
import { commentOn } from '../../sql/comment.ts';
import { columnOf } from '../../sql/fragment.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { textOf } from '../../sql/render.ts';
import { engineTable } from '../../sql/table.ts';

/** What puts each change of a row into the outbox, in the transaction that makes it. */
export function tellOf(table: Table): AfterChange {
  const { event, temporal } = table;
  if (event === null) return { insert: [], update: () => [], delete: [] };
  const lines = (verb: 'create' | 'delete', rows: RecordedRows, condition: string | null = null) =>
    tell(event, { table, verb, rows, condition });
  const changed = (rows: UpdatedRows) =>
    tell(event, { table, verb: 'update', rows: rows.now, condition: rows.isChanged }, updatedFields(table, rows));
  const insert = lines('create', insertedRows);
  if (temporal === null) {
    // Of what has no fields, nothing is ever updated.
    const update = (rows: UpdatedRows) => (contentColumns(table).length === 0 ? [] : changed(rows));
    return { insert, update, delete: lines('delete', deletedRows) };
  }
  // An entry without validity is a deleted one: what becomes of it is told as it shows.
  const [was, is] = ['old.valid_from is not null', 'new.valid_from is not null'];
  return {
    insert,
    update: (rows) =>
      choice([`${was} and ${is}`, changed(rows)], [is, lines('create', rows.now)], [was, lines('delete', rows.now)]),
    delete: lines('delete', deletedRows, `${deletedRows.row}.valid_from is not null`),
  };
}

/** Where changes wait until the sequencer makes events of them. Its ids are in no order that a reader may rely on. */
const outbox = engineTable('almanac.outbox', {
  id: 'bigint generated always as identity constraint outbox_pkey primary key',
  type: 'text not null',
  source: 'text not null',
  subject: 'text',
  '"time"': 'timestamptz not null',
  updated_fields: 'text[]',
  recorded_by: 'bigint not null',
  acting_party: 'bigint',
});

export const outboxObjects: readonly SchemaObject[] = [
  outbox,
  commentOn(outbox, 'Changes that are committed, or about to be, and no events yet.'),
];

/** Rows with an event of a kind: all, or those for which a condition holds. */
interface Told {
  readonly table: Table;
  readonly verb: 'create' | 'update' | 'delete';
  readonly rows: RecordedRows;
  readonly condition: string | null;
}

function tell(
  { type, subject }: EventRule,
  { table, verb, rows, condition }: Told,
  fields: Lines | null = null,
): Lines {
  const path = (resource: string, column: string) => `${textLiteral(`/${resource}/`)} || ${rows.row}.${quote(column)}`;
  const isGone = rows === deletedRows;
  const told = [
    ['type', textLiteral(`${type}.${verb}`)],
    ['source', path(table.name, 'id')],
    ['"time"', isGone ? 'instant' : `${rows.row}.recorded_at`],
    ['recorded_by', isGone ? 'identity' : `${rows.row}.recorded_by`],
    ['acting_party', 'almanac.party()'],
    ...(subject === null ? [] : [['subject', path(subject.resource, subject.field)]]),
  ];
  const columns = [...told.map(([column]) => column), ...(fields === null ? [] : ['updated_fields'])];
  const values = told.map(([, value]) => value).join(', ');
  const into = ['insert into almanac.outbox', `  (${columns.join(', ')})`];
  const lines = fields === null ? [values] : [`${values}, array_remove(array[`, ...fields, '], null)'];
  return insertOf(into, lines, rows, condition);
}

/** Of each field that the API shows and a writer changes, its name where it has changed: what is computed as well. */
function updatedFields(table: Table, { now, former }: UpdatedRows): Lines {
  const columns = new Set(contentColumns(table));
  const shown = [...table.fields.values()].filter((field) => ownRule(field) !== null || columns.has(field.name));
  return shown.map((field, at) => {
    // Of what is never shown, that it has changed is told all the same.
    const terms = (record: string): Terms<never> => ({
      ...constantTerms(({ name }) => columnOf(record, name)),
      moment: (moment, type) => renderMoment(moment, type, columnOf(now.row, 'recorded_at')),
    });
    const value = (record: string) =>
      textOf(field.writeOnly ? terms(record).column(field) : renderField(field, terms(record)));
    const isLast = at === shown.length - 1;
    return `  case when ${value(now.row)} is distinct from ${value(former.row)} then ${textLiteral(field.name)} end${isLast ? '' : ','}`;
  });
}
