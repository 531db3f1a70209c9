import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { exampleOf } from '../../engine/contract/field_example.ts';
import { isAddressed } from '../../engine/definition/recipient.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { assignmentsOf } from '../../engine/http/request/assignment.ts';
import type { Field } from '../../engine/model/field.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { renderCreate } from '../../engine/query/sql/write/write.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import type { FormatName } from '../../engine/vocabulary/value/format.ts';
import { checkFormat } from '../../engine/vocabulary/value/format.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import type { Bounds } from '../../engine/vocabulary/value/number.ts';
import { writerOf } from '../query/writer.ts';
import { checkNumber } from '../vocabulary/check_number.ts';
import { identity, type TestService } from './service.ts';

export type Body = Readonly<Record<string, Json>>;

/** Makes rows of a model, each unlike all before it, for tests that need one they may do anything with. */
export interface Maker {
  /** A body that creates a row: of every field that a create takes, or of the required ones alone. */
  body(table: Table, which?: 'full' | 'least'): Promise<Body>;
  /** The id of a row that stands there for others to refer to. */
  reference(table: Table): Promise<string>;
  /** The id of a new row. A resource without create gets it as the service itself would make it. */
  row(table: Table): Promise<string>;
}

/** Bodies keep every rule of their model that a body can keep by itself; rules over several fields, by the examples. */
export function createMaker(service: TestService): Maker {
  const references = new Map<string, Promise<string>>();
  let made = 0;
  const reference = (table: Table): Promise<string> => {
    // The least that makes a row: what may be null may go round in a circle.
    const known = references.get(table.name) ?? row(table, 'least');
    references.set(table.name, known);
    return known;
  };
  const body = async (table: Table, which: 'full' | 'least' = 'full'): Promise<Body> => {
    made += 1;
    const n = made;
    const isAsked = (field: Field) =>
      which === 'full' || (!field.nullable && field.default === null) || field.name === 'valid_to';
    const values: Record<string, Json> = {};
    for (const field of table.fields.values()) {
      // No schema says what is right for a subscription: its examples are.
      if (table.madeBy?.name === 'subscription' && field.create) values[field.name] = exampleOf(field) ?? null;
      else if (field.create && isAsked(field)) values[field.name] = await sampleOf(field, values, n);
    }
    return values;
  };
  const sampleOf = async (field: Field, siblings: Body, n: number): Promise<Json> => {
    // Before all that a demonstration has, and an hour after the one before, so that no two entries overlap.
    const hour = new Date(Date.UTC(1900, 0, 1, n)).toISOString();
    if (field.name === 'valid_from') return hour;
    if (field.name === 'valid_to') return hour.replace(':00:00', ':30:00');
    if (field.type.kind !== 'reference') return scalarOf(field, siblings, n);
    return Number(await reference(tableOf(service.model, field.type.to)));
  };
  const row = async (table: Table, which: 'full' | 'least' = 'full'): Promise<string> => {
    if (table.madeBy?.name === 'event') return event();
    if (isAddressed(table)) return addressed(table);
    const values = await body(table, which);
    if (table.actions.has('create')) {
      const { status, body: created, text } = await service.ask('POST', `/${table.name}`, { body: values });
      if (status !== 201) throw new Error(`${table.name} ${JSON.stringify(values)}: ${text}`);
      return String(created.id);
    }
    const statement = renderCreate(table, assignmentsOf(table, values), writerOf(service.model, '0'));
    const [inserted] = await service.database.query(statement.text, statement.values);
    return inserted?.id ?? '';
  };
  /** The id of an event, of whatever can be created. */
  const event = async (): Promise<string> => {
    const tables = [...service.model.resources.values()].filter((each) => each.kind === 'table');
    const told = tables.find(({ event, actions }) => event !== null && actions.has('create'));
    if (told === undefined) throw new Error('nothing that can be created raises events');
    await row(told);
    await sequence(service.database.database);
    const [last] = await service.database.query('select max(id) as id from event');
    return last?.id ?? '';
  };
  /** The id of a notification or notice of the party for which the identity of the tests then acts. */
  const addressed = async ({ madeBy }: Table): Promise<string> => {
    const party = await reference(tableOf(service.model, 'party'));
    const { query } = service.database;
    await query(
      `insert into identity (id, subject, party_id) overriding system value values ($1::bigint, 'tests', $2::bigint) on conflict do nothing`,
      [String(identity), party],
    );
    await query(`select setval('identity_id_seq', greatest(max(id), 1)) from identity`);
    const [made] =
      madeBy?.name === 'notification'
        ? await query('insert into notification (event_id, party_id) values ($1::bigint, $2::bigint) returning id', [
            await event(),
            party,
          ])
        : await query(
            `insert into notice (type, source, party_id, data, since) values ('org.example.matter', '/matter/1', $1::bigint, '{}', now()) returning id`,
            [party],
          );
    return made?.id ?? '';
  };
  return { body, reference, row: (table) => row(table) };
}

export function tableOf(model: Model, name: string): Table {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is no table`);
  return table;
}

/** The nth value of a field that refers to nothing. */
export function scalarOf(field: Field, siblings: Body, n: number): Json {
  switch (field.type.kind) {
    case 'text':
    case 'html':
      return textOf(field.type, siblings, n);
    case 'integer':
    case 'bigint':
    case 'decimal':
      return numberOf(field, field.type, n);
    case 'date':
      return new Date(Date.UTC(2000, 0, n)).toISOString().slice(0, 10);
    case 'uuid':
      return randomUUID();
    default:
      return exampleOf({ ...field, nullable: false }) ?? null;
  }
}

function numberOf(field: Field, type: FieldType & Bounds, n: number): Json {
  const step = Number(type.multipleOf ?? 1);
  const fits = [n, Number((n * step).toPrecision(12))].find((value) => checkNumber(type, String(value)) === null);
  return fits ?? exampleOf({ ...field, nullable: false }) ?? null;
}

function textOf(type: FieldType & { readonly kind: 'text' | 'html' }, siblings: Body, n: number): string {
  if (type.kind === 'html') return `<p>${n}</p>`;
  const format =
    type.format?.kind === 'by' ? type.format.formats.get(String(siblings[type.format.field])) : type.format?.name;
  if (format !== undefined) return identifierOf(format, n);
  if (type.pattern !== null) {
    const fits = (text: string) =>
      [...text].length >= (type.minLength ?? 0) && [...text].length <= (type.maxLength ?? 1000);
    const matching = fc.stringMatching(new RegExp(type.pattern, 'u')).filter(fits);
    return fc.sample(matching, { seed: n, numRuns: 1 })[0] ?? '';
  }
  return `Text ${n}`.padEnd(type.minLength ?? 0, '.').slice(0, type.maxLength ?? undefined);
}

const lengths = { gln: 13, gsrn: 18, eic: 16, org: 9 } as const;

/** The nth identifier of a format; the check character is the one that the format takes. */
function identifierOf(format: FormatName, n: number): string {
  if (format === 'email') return `person.${n}@example.org`;
  if (format === 'url') return `https://example.org/${n}`;
  if (format === 'uuid') return randomUUID();
  for (let body = n * 20; ; body++) {
    const digits = `9${String(body).padStart(lengths[format] - 2, '0')}`;
    const found = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((c) => checkFormat(format, digits + c) === null);
    if (found !== undefined) return digits + found;
  }
}
