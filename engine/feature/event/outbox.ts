import { ownRule } from '../../model/computed.ts';
import type { EventRule, Table } from '../../model/model.ts';
import { constantTerms, renderField } from '../../query/sql/condition/condition.ts';
import { renderMoment } from '../../query/sql/condition/moment.ts';
import type { Terms } from '../../query/sql/condition/terms.ts';
import { type AfterChange, choice, type Lines } from '../../schema/plpgsql.ts';
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
  if (event === null) return { insert: [], update: [], delete: [] };
  const lines = (verb: string, record: 'new' | 'old') => tell(table, event, verb, record);
  const insert = lines('create', 'new');
  if (temporal === null) {
    // Of what has no fields, nothing is ever updated.
    const update = contentColumns(table).length === 0 ? [] : lines('update', 'new');
    return { insert, update, delete: lines('delete', 'old') };
  }
  // An entry without validity is a deleted one: what becomes of it is told as it shows.
  const [was, is] = ['old.valid_from is not null', 'new.valid_from is not null'];
  return {
    insert,
    update: choice([`${was} and ${is}`, lines('update', 'new')], [is, insert], [was, lines('delete', 'new')]),
    delete: choice([was, lines('delete', 'old')]),
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

function tell(table: Table, { type, subject }: EventRule, verb: string, record: 'new' | 'old'): Lines {
  const path = (resource: string, column: string) => `${textLiteral(`/${resource}/`)} || ${record}.${quote(column)}`;
  const told = [
    ['type', textLiteral(`${type}.${verb}`)],
    ['source', path(table.name, 'id')],
    ['"time"', record === 'new' ? 'new.recorded_at' : 'instant'],
    ['recorded_by', record === 'new' ? 'new.recorded_by' : 'identity'],
    ['acting_party', 'almanac.party()'],
    ...(subject === null ? [] : [['subject', path(subject.resource, subject.field)]]),
  ];
  const columns = [...told.map(([column]) => column), ...(verb === 'update' ? ['updated_fields'] : [])];
  const values = told.map(([, value]) => value).join(', ');
  return [
    'insert into almanac.outbox',
    `  (${columns.join(', ')})`,
    'values',
    ...(verb === 'update'
      ? [`  (${values}, array_remove(array[`, ...updatedFields(table), '  ], null));']
      : [`  (${values});`]),
  ];
}

/** Of each field that the API shows and a writer changes, its name where it has changed: what is computed as well. */
function updatedFields(table: Table): Lines {
  const columns = new Set(contentColumns(table));
  const shown = [...table.fields.values()].filter((field) => ownRule(field) !== null || columns.has(field.name));
  return shown.map((field, at) => {
    // Of what is never shown, that it has changed is told all the same.
    const terms = (record: string): Terms<never> => ({
      ...constantTerms(({ name }) => columnOf(record, name)),
      moment: (moment, type) => renderMoment(moment, type, columnOf('new', 'recorded_at')),
    });
    const value = (record: string) =>
      textOf(field.writeOnly ? terms(record).column(field) : renderField(field, terms(record)));
    const isLast = at === shown.length - 1;
    return `    case when ${value('new')} is distinct from ${value('old')} then ${textLiteral(field.name)} end${isLast ? '' : ','}`;
  });
}
