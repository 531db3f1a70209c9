import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { publishedDialect, requestSchema } from '../../engine/contract/json_schema.ts';
import { changesOf } from '../../engine/docs/change/changes.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { serveDatabase } from '../http/service.ts';
import { tableOf } from '../http/valid_body.ts';
import { modelOfFiles } from '../model_of_files.ts';

const many = Array.from({ length: 3000 }, (_, at) => `C-${at}`);

const model = modelOfFiles({
  'service.yaml': 'service: Codes\n',
  'meter.yaml': `resource: meter
history: true
fields:
  kind:
    type: enum
    values:
      - { value: A01, title: Production }
      - { value: A02, title: Old production, deprecated: true, replaced_by: A01 }
      - Combined heat, power
      - it's (a|b) [c].*
      - 'quote " and \\'
    default: A01
  code: { type: enum, values: [${many}], nullable: true }
  marks: { type: array, of: { type: enum, values: [X, { value: Y, deprecated: true }] }, default: [] }
  codes: { type: array, of: { type: enum, values: [${many}] }, default: [] }
`,
});

test('values of any text, with titles, of which some are deprecated', async (t) => {
  const database = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  const { ask } = await serveDatabase(t, model, database);
  const values = ['A01', 'Combined heat, power', "it's (a|b) [c].*", 'quote " and \\'];
  for (const kind of values) {
    const made = await ask('POST', '/meter', { body: { kind } });
    t.match(made, { status: 201, body: { kind } }, kind);
    const found = await ask('GET', `/meter?kind=eq.${encodeURIComponent(kind)}&select=kind`);
    t.same(found.body, [{ kind }]);
    const listed = `("${kind.replace(/["\\]/g, '\\$&')}")`;
    t.same((await ask('GET', `/meter?kind=in.${encodeURIComponent(listed)}&select=kind`)).body, [{ kind }]);
  }
  const refused = await ask('POST', '/meter', { body: { kind: 'A02', marks: ['Y'] } });
  t.match(refused.body, {
    status: 422,
    code: 'invalid_body',
    errors: [{ pointer: '/kind', detail: /"A02" is deprecated: use A01/ }],
  });
  t.match((await ask('PATCH', '/meter/1', { body: { kind: 'A02' } })).body, { status: 422, detail: /use A01/ });
  t.match((await ask('POST', '/meter', { body: { marks: ['X', 'Y'] } })).body, { status: 422, detail: /marks/ });
  t.match((await ask('POST', '/meter', { body: { kind: 'A03' } })).body, {
    errors: [{ pointer: '/kind', detail: /^must be one of A01, A02/ }],
  });
  await t.rejects(database.query(`insert into meter (kind) values ('A02')`), /23514 kind has a deprecated value/);

  // As they were before the value was deprecated.
  await database.query(
    `set session_replication_role = replica; update meter set kind = 'A02', marks = '{Y}' where id = 1; set session_replication_role = origin`,
  );
  t.same((await ask('GET', '/meter?kind=eq.A02&select=id,kind,marks')).body, [{ id: 1, kind: 'A02', marks: ['Y'] }]);
  const kept = await ask('PATCH', '/meter/1', { body: { kind: 'A02', code: 'C-2999', marks: ['Y', 'X'] } });
  t.match(kept, { status: 200, body: { kind: 'A02', code: 'C-2999', marks: ['Y', 'X'] } }, 'a row keeps what it has');
  const upserted = await ask('POST', '/meter?on_conflict=id', {
    headers: { prefer: 'resolution=merge-duplicates,return=representation' },
    body: [{ id: 1, kind: 'A02', code: 'C-1' }],
  });
  t.match(upserted, { status: 200, body: [{ kind: 'A02', code: 'C-1' }] });
  t.match(await ask('PATCH', '/meter/1', { body: { code: 'C-2999' } }), { status: 200 });
  t.match(await ask('PATCH', '/meter/1', { body: { kind: 'A01', marks: ['X'] } }), { status: 200 });
  t.equal((await ask('PATCH', '/meter/1', { body: { kind: 'A02' } })).status, 422, 'and does not get it back');
  t.match((await ask('GET', '/meter_history?kind=eq.A02')).body, [{ kind: 'A02' }]);

  const wrong = await ask('POST', '/meter', { body: { code: 'C-30001' } });
  t.match(wrong.body.errors, [
    { pointer: '/code', detail: /^must be one of C-0, .*\(2899 more\); did you mean C-3000?/ },
  ]);
  t.ok(wrong.text.length < 3000, `${wrong.text.length} characters`);
  t.match((await ask('GET', '/meter?code=eq.C-3000')).body, { status: 400 });
  t.same((await ask('GET', '/meter?code=eq.C-2999&select=id')).body, [{ id: 1 }]);
  await t.rejects(database.query(`insert into meter (code) values ('C-3000')`), /meter_code_values_check/);
  t.match(await ask('POST', '/meter', { body: { codes: ['C-1', 'C-2'] } }), { status: 201 });
  await t.rejects(database.query(`insert into meter (codes) values ('{C-1,C-3000}')`), /meter_codes_values_check/);
});

test('the document has the values with their titles', (t) => {
  const { properties } = requestSchema(tableOf(model, 'meter'), 'create', publishedDialect) as {
    readonly properties: Readonly<Record<string, { readonly enum: readonly unknown[] }>>;
  };
  t.match(properties.kind, {
    type: 'string',
    enum: ['A01', 'A02', 'Combined heat, power'],
    'x-enum-descriptions': ['Production', 'Old production. Deprecated: use A01', ''],
  });
  t.same(properties.code?.enum, [...many, null]);
  t.notOk('x-enum-descriptions' in (properties.code ?? {}));
  t.end();
});

test('the changelog says what is deprecated', (t) => {
  const before = modelOfFiles({
    'service.yaml': 'service: Codes\n',
    'meter.yaml': 'resource: meter\nfields: { kind: { type: enum, values: [A01, A02] } }\n',
  });
  const after = modelOfFiles({
    'service.yaml': 'service: Codes\n',
    'meter.yaml':
      'resource: meter\nfields: { kind: { type: enum, values: [A01, { value: A02, deprecated: true }] } }\n',
  });
  t.match(JSON.stringify(changesOf(before, after)), /`kind` no longer becomes `A02`/);
  t.end();
});
