import { test } from 'tap';
import { buildModel } from '../../engine/definition/load.ts';
import type { Model } from '../../engine/definition/model.ts';
import { schemaChange } from '../../engine/schema/change.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { catalog, rolledBack, rowsOf } from './catalog.ts';

// Events are switched on for tables that are there, and are then as if the tables had been made so.

const service = 'service: Test\n';
const owner = 'resource: owner\nhistory: true\nfields:\n  name: { type: text, nullable: true }\n';
const pet = 'resource: pet\nfields:\n  owner_id: { type: reference, to: owner }\n';

function modelOf(prefix: string | null, subject = false, more = ''): Model {
  const files = new Map(
    Object.entries({
      'service.yaml': prefix === null ? service : `${service}events: { prefix: ${prefix} }\n`,
      'owner.yaml': `${owner}${more}`,
      'pet.yaml': `${subject ? 'subject: owner_id\n' : ''}${pet}`,
    }).map(([file, text]) => [file, Buffer.from(text)] as const),
  );
  const loaded = buildModel(files, '');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

const ownTrigger = /^create or replace (function almanac\.(\w+)_tell|trigger tell)/;

const changes: readonly (readonly [change: string, from: Model, to: Model, tells: readonly string[]])[] = [
  [
    'events',
    modelOf(null),
    modelOf('org.example'),
    ['owner', 'trigger', 'trigger', 'trigger', 'pet', 'trigger', 'trigger', 'trigger'],
  ],
  ['another prefix', modelOf('org.example'), modelOf('com.example'), ['owner', 'pet']],
  ['a subject', modelOf('org.example'), modelOf('org.example', true), ['pet']],
  [
    'a field',
    modelOf('org.example'),
    modelOf('org.example', false, '  size: { type: integer, nullable: true }\n'),
    ['owner', 'trigger'],
  ],
  [
    'webhooks',
    modelOf('org.example'),
    modelOf('org.example, webhooks: {}'),
    ['subscription', 'trigger', 'trigger', 'trigger'],
  ],
  ['nothing', modelOf('org.example', true), modelOf('org.example', true), []],
];

test('tables with data get events, and what else changes about them', async (t) => {
  const { database } = await testDatabase(t);
  const catalogAfter = (...statements: readonly string[]) =>
    rolledBack(database, async (query) => {
      for (const statement of statements) await rowsOf(query, statement);
      return catalog(query);
    });
  for (const [change, from, to, tells] of changes) {
    const found = schemaChange(from, to);
    if (!found.ok) throw new Error(found.reasons.join());
    const told = found.statements.flatMap((text) => {
      const match = ownTrigger.exec(text);
      return match === null ? [] : [match[2] ?? 'trigger'];
    });
    t.same(told, tells, change);
    const changed = await catalogAfter(schemaText(from), `insert into owner default values`, ...found.statements);
    t.same(changed, await catalogAfter(schemaText(to)), change);
  }
});

test('what would lose events is refused', async (t) => {
  t.same(schemaChange(modelOf('org.example'), modelOf(null)), { ok: false, reasons: ['event is gone'] });
  const files = { 'service.yaml': service, 'event.yaml': 'resource: event\nfields:\n  name: { type: text }\n' };
  const own = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  if (!own.ok) throw new Error(JSON.stringify(own.faults));
  const found = schemaChange(own.model, modelOf('org.example'));
  t.ok(!found.ok && found.reasons.includes('event is a table of another kind'));
});

test('the trigger that tells of a change, to be read', async (t) => {
  const text = schemaText(modelOf('org.example', true));
  t.match(
    text,
    `create or replace function almanac.pet_tell() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('org.example.pet.create', '/pet/' || new.id, new.recorded_at, new.recorded_by, '/owner/' || new.owner_id);
  elsif tg_op = 'UPDATE' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject, updated_fields)
    values
      ('org.example.pet.update', '/pet/' || new.id, new.recorded_at, new.recorded_by, '/owner/' || new.owner_id, array_remove(array[
        case when new.owner_id is distinct from old.owner_id then 'owner_id' end
      ], null));
  else
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('org.example.pet.delete', '/pet/' || old.id, `,
  );
});
