import { test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Field } from '../../engine/model/field.ts';
import type { History, Model, Table } from '../../engine/model/model.ts';
import { modelOfFiles } from '../model_of_files.ts';

const lease = `
resource: lease
history: true
temporal: { timeline: [flat_id, kind] }
fields:
  flat_id: { type: reference, to: flat, update: false }
  kind: { type: enum, values: [main, sub], default: main, transitions: { sub: [main] } }
  rent: { type: decimal, precision: 20, scale: 4, minimum: 0.10, maximum: 9999999999999999.9999 }
  is_cheap: { type: boolean, computed: "and=(is_low.is.true,rent.lt.1000)" }
  is_low: { type: boolean, computed: rent=lt.5000 }
  key: { type: uuid, default: generated, create: false }
  signed_at: { type: datetime, default: now, title: Signature, description: ' When it was signed. ' }
  tags: { type: array, of: { type: text, max_length: 20 }, default: [], max_length: 3 }
  number: { type: text, format: { by: kind, main: org }, nullable: true, deprecated: { since: 2025-01-01, replaced_by: key } }
checks:
  - { that: 'or=(kind.eq.main,rent.gt.0)', message: ' A rent is asked. ' }
unique: [[kind, number]]
indexes: [[kind, valid_from]]
`;

const flat = `
resource: flat
operations: [list, read]
fields:
  name: { type: text }
  parent_id: { type: reference, to: flat, nullable: true }
relations:
  lease: { resource: lease, by: flat_id }
  meter: { resource: meter, by: flat_id }
  boiler: { resource: boiler, by: flat_id }
`;

const meter = 'resource: meter\nfields:\n  flat_id: { type: reference, to: flat, unique: true }\n';
const boiler = 'resource: boiler\nfields:\n  flat_id: { type: reference, to: flat }\nunique: [[flat_id]]\n';

function modelOf(files: { readonly [file: string]: string }): Model {
  return modelOfFiles(files);
}

const model = modelOf({
  'service.yaml': 'service: Flats\n',
  'lease.yaml': lease,
  'flat.yaml': flat,
  'meter.yaml': meter,
  'boiler.yaml': boiler,
});

function tableOf(name: string): Table {
  const resource = model.resources.get(name);
  if (resource?.kind !== 'table') throw new Error(`no table ${name}`);
  return resource;
}

function fieldOf(name: string): Field {
  const field = tableOf('lease').fields.get(name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
}

test('the service has a default for everything but its title', async (t) => {
  t.strictSame(model.service, {
    title: 'Flats',
    version: '1.0.0',
    description: '',
    contact: null,
    license: null,
    servers: [],
    basePath: '/api/v1',
    limits: {
      pageDefault: 100,
      pageMaximum: 10_000,
      payloadBytes: 1_048_576,
      rowsPayloadBytes: 8_388_608,
      rowsPerRequest: 10_000,
      responseBytes: 67_108_864,
      filters: 64,
      embedDepth: 8,
      aliases: 8,
      inValues: 200,
      batchRequests: 100,
      urlBytes: 16_384,
      statementTimeoutSeconds: 10,
      requestsPerMinute: null,
      connections: 2000,
      connectionsPerAddress: 500,
      databaseConnections: 10,
      temporaryBytes: 1_073_741_824,
      planCacheBytes: 33_554_432,
      streams: 16,
      streamsPerIdentity: 4,
      streamIdleSeconds: 60,
      statementsPerIdentity: 4,
      followersPerIdentity: 50,
      waitingRequests: 1000,
      calls: 4,
      callRequests: 1000,
      replicaLagSeconds: 5,
      eventLoopDelayMilliseconds: 1000,
      fileTransfers: 64,
      fileTransfersPerIdentity: 16,
      uploadTimeoutSeconds: 3600,
      requestTimeoutSeconds: 30,
      drainSeconds: 1,
      shutdownSeconds: 10,
    },
    documentFor: 'everybody',
    zone: 'UTC',
    requireIfMatch: false,
    explain: 'nobody',
    aggregates: false,
    token: { issuer: null, audiences: [], type: null, clockToleranceSeconds: 0, tokenUrl: null },
    claims: { identity: 'identity_id', scope: 'scope', role: 'role', others: new Map(), partyOfIdentity: false },
    actsFor: null,
    roles: [],
    cors: null,
    headers: { strictTransportSecuritySeconds: 31_536_000, frameAncestors: [] },
    events: null,
    studio: { signIn: null },
  });
  const { service } = modelOf({ 'service.yaml': 'service: Flats\nlimits: { page_maximum: 50 }\n' });
  t.equal(service.limits.pageDefault, 50, 'a page is never larger than the largest');
});

test('people sign in to Studio at the issuer of tokens, where service.yaml has a client for it', async (t) => {
  const studioOf = (studio: string) =>
    modelOf({ 'service.yaml': `service: Flats\ntoken: { issuer: "http://[::1]:8080/flats" }\n${studio}\n` }).service
      .studio;
  t.strictSame(studioOf('studio: false'), null);
  t.strictSame(studioOf('studio: true'), { signIn: null });
  t.strictSame(studioOf('studio: { client_id: flats, resource: "urn:flats" }'), {
    signIn: { issuer: 'http://[::1]:8080/flats', clientId: 'flats', scope: 'openid', resource: 'urn:flats' },
  });
});

test('resources stand in order of name, each with its history behind it', async (t) => {
  t.strictSame([...model.resources.keys()], ['boiler', 'flat', 'lease', 'lease_history', 'meter']);
});

test('fields stand as shown: id, the declared ones in their order, validity, record', async (t) => {
  t.strictSame(
    [...tableOf('lease').fields.keys()],
    [
      ...['id', 'flat_id', 'kind', 'rent', 'is_cheap', 'is_low', 'key', 'signed_at', 'tags', 'number'],
      ...['valid_from', 'valid_to', 'recorded_at', 'recorded_by'],
    ],
  );
  t.strictSame([...tableOf('flat').fields.keys()], ['id', 'name', 'parent_id', 'recorded_at', 'recorded_by']);
});

test('a resource of two lines has every operation, no history and a title of its name', async (t) => {
  t.match(tableOf('meter'), { title: 'Meter', description: '', history: null, temporal: null, deprecated: null });
  t.strictSame(
    [...tableOf('meter').actions],
    ['list', 'read', 'create', 'update', 'update_many', 'delete', 'delete_many'],
  );
  t.strictSame([...tableOf('flat').actions], ['list', 'read']);
});

test('a field that says nothing else is required, writable and titled after its name', async (t) => {
  t.strictSame(tableOf('flat').fields.get('name'), {
    name: 'name',
    was: null,
    title: 'Name',
    description: '',
    type: { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null },
    nullable: false,
    onDelete: null,
    unseen: false,
    acyclic: false,
    where: null,
    default: null,
    backfill: null,
    create: true,
    update: true,
    computed: null,
    writeOnly: false,
    redacted: null,
    shownWhere: null,
    example: undefined,
    deprecated: null,
    access: null,
  });
  t.equal(fieldOf('flat_id').title, 'Flat', 'without _id');
  t.match(fieldOf('signed_at'), { title: 'Signature', description: 'When it was signed.' });
});

test('facets become the type, bounds to the last digit that was written', async (t) => {
  t.strictSame(fieldOf('rent').type, {
    kind: 'decimal',
    precision: 20,
    scale: 4,
    minimum: '0.10',
    maximum: '9999999999999999.9999',
    multipleOf: null,
  });
  t.strictSame(fieldOf('kind').type, {
    kind: 'enum',
    values: ['main', 'sub'],
    about: new Map(),
    transitions: new Map([['sub', ['main']]]),
  });
  t.strictSame(fieldOf('tags').type, {
    kind: 'array',
    of: { kind: 'text', minLength: null, maxLength: 20, pattern: null, format: null },
    minLength: null,
    maxLength: 3,
  });
  t.match(fieldOf('number').type, { format: { kind: 'by', field: 'kind', formats: new Map([['main', 'org']]) } });
  t.strictSame(fieldOf('number').deprecated, { since: '2025-01-01', sunset: null, replacedBy: 'key' });
});

test('a default is a value, a generated UUID or the time of the write', async (t) => {
  t.strictSame(fieldOf('kind').default, { kind: 'value', value: 'main' });
  t.strictSame(fieldOf('tags').default, { kind: 'value', value: [] });
  t.strictSame(fieldOf('key').default, { kind: 'generated' });
  t.strictSame(fieldOf('signed_at').default, { kind: 'now' });
});

test('a computed field is read-only, and may use one that is declared after it', async (t) => {
  const { computed, create, update } = fieldOf('is_cheap');
  t.match({ create, update }, { create: false, update: false });
  t.match(computed, {
    kind: 'condition',
    condition: {
      kind: 'logic',
      operator: 'and',
      operands: [{ operand: { field: { name: 'is_low' } } }, { comparand: { values: ['1000'] } }],
    },
  });
  const rule = computed?.kind === 'condition' ? computed.condition : null;
  const [first] = rule?.kind === 'logic' ? rule.operands : [];
  t.match(
    first,
    { operand: { field: { computed: { condition: { operator: 'lt', comparand: { values: ['5000'] } } } } } },
    'with its own rule',
  );
});

test('what looks like the name of a computed field but is a value is no circle', async (t) => {
  const { resources } = modelOf({
    'service.yaml': 'service: Test\n',
    'unit.yaml':
      'resource: unit\nfields:\n  state: { type: text }\n  active: { type: boolean, computed: state=eq.active }\n',
  });
  t.match(resources.get('unit')?.fields.get('active')?.computed, {
    condition: { operand: { field: { name: 'state' } }, comparand: { values: ['active'] } },
  });
});

test('a check carries its rule, its message and the name of its constraint', async (t) => {
  t.match(tableOf('lease').checks, [
    { name: 'lease_rule_1_check', message: 'A rent is asked.', that: { kind: 'logic', operator: 'or' } },
  ]);
});

test('a check may look at related rows, and those of one relation are one row', async (t) => {
  const { resources } = modelOf({
    'service.yaml': 'service: Test\n',
    'house.yaml': 'resource: house\nfields:\n  name: { type: text }\n  floors: { type: integer }\n',
    'unit.yaml':
      'resource: unit\nfields:\n  house_id: { type: reference, to: house }\nchecks:\n' +
      '  - { that: "house.floors=gt.1&house.name=eq.a", message: m }\n',
  });
  const unit = resources.get('unit');
  t.match(unit?.kind === 'table' ? unit.checks : [], [
    {
      that: {
        kind: 'related',
        negated: false,
        relation: { alias: 'house', target: 'house' },
        condition: {
          kind: 'logic',
          operator: 'and',
          operands: [{ comparand: { values: ['1'] } }, { comparand: { values: ['a'] } }],
        },
      },
    },
  ]);
});

test('unique fields and combinations are one list, a combination of one field included', async (t) => {
  t.strictSame(tableOf('lease').unique, [['kind', 'number']]);
  t.strictSame(tableOf('meter').unique, [['flat_id']]);
  t.strictSame(tableOf('boiler').unique, [['flat_id']]);
  t.strictSame(tableOf('lease').indexes, [['kind', 'valid_from']]);
});

test('a time-dependent resource has a timeline and its interval, which clients write', async (t) => {
  t.strictSame(tableOf('lease').temporal, {
    timeline: ['flat_id', 'kind'],
    overlap: 'make_room',
    makeRoom: 'own',
    align: null,
    freeze: null,
    startWindow: null,
  });
  t.match(fieldOf('valid_from'), { nullable: false, create: true, update: true, type: { kind: 'datetime' } });
  t.match(fieldOf('valid_to'), { nullable: true, create: true, update: true, type: { kind: 'datetime' } });
});

test('the rules of a timeline, and what its interval says of them', async (t) => {
  const rules = 'overlap: reject, align: Europe/Oslo, freeze: P1M, start_window: { from: -P7D, to: PT12H }';
  const { resources } = modelOf({
    'service.yaml': 'service: Test\n',
    'flat.yaml': 'resource: flat\nfields:\n  number: { type: integer }\n',
    'stay.yaml': `resource: stay\ntemporal: { timeline: flat_id, ${rules} }\nfields:\n  flat_id: { type: reference, to: flat }\n`,
  });
  const stay = resources.get('stay');
  t.match(stay, {
    temporal: {
      timeline: ['flat_id'],
      overlap: 'reject',
      align: 'Europe/Oslo',
      freeze: { after: 'P1M', roles: null },
      startWindow: { from: '-P7D', to: 'PT12H' },
    },
  });
  t.match(stay?.fields.get('valid_from'), {
    description:
      'Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo. A new one is not before now - P7D and not after now + PT12H.',
    example: '2026-01-01 00:00 Europe/Oslo',
  });
  t.match(stay?.fields.get('valid_to'), {
    description:
      'End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.',
  });
});

test('a reference gives the alias of its name, a relation its own; a unique back reference makes it one', async (t) => {
  t.strictSame(
    [...tableOf('flat').relations.values()],
    [
      { alias: 'parent', was: null, target: 'flat', cardinality: 'one', from: 'parent_id', to: 'id' },
      { alias: 'lease', was: null, target: 'lease', cardinality: 'many', from: 'id', to: 'flat_id' },
      { alias: 'meter', was: null, target: 'meter', cardinality: 'one', from: 'id', to: 'flat_id' },
      { alias: 'boiler', was: null, target: 'boiler', cardinality: 'one', from: 'id', to: 'flat_id' },
    ],
  );
});

test('a history is read-only, and has the fields of its resource between its own', async (t) => {
  const history = model.resources.get('lease_history') as History;
  t.equal(history.of, tableOf('lease'));
  t.equal(tableOf('lease').history, 'lease_history');
  t.strictSame([...history.actions], ['list', 'read']);
  t.strictSame(
    [...history.fields.keys()],
    [
      ...['id', 'lease_id', 'flat_id', 'kind', 'rent', 'is_cheap', 'is_low', 'key', 'signed_at', 'tags', 'number'],
      ...['valid_from', 'valid_to', 'recorded_at', 'recorded_by', 'replaced_at', 'replaced_by'],
    ],
  );
  t.strictSame(history.fields.get('lease_id')?.type, { kind: 'reference', to: 'lease' });
  const stored = [...history.fields.values()].filter((field) => field.computed === null);
  const required = stored.filter((field) => !field.nullable).map((field) => field.name);
  t.strictSame(
    required,
    ['id', 'lease_id', 'recorded_at', 'recorded_by'],
    'a version may be older than any other field',
  );
  t.notOk([...history.fields.values()].some((field) => field.create || field.update || field.default !== null));
});

test('a history takes part in every relation of its resource', async (t) => {
  const { resources } = modelOf({
    'service.yaml': 'service: Flats\n',
    'lease.yaml': lease,
    'flat.yaml': `${flat}history: true\n`,
    'meter.yaml': meter,
    'boiler.yaml': boiler,
  });
  t.strictSame(
    [...(resources.get('flat_history')?.relations.values() ?? [])],
    [
      { alias: 'parent', was: null, target: 'flat', cardinality: 'one', from: 'parent_id', to: 'id' },
      { alias: 'lease', was: null, target: 'lease', cardinality: 'many', from: 'flat_id', to: 'flat_id' },
      { alias: 'meter', was: null, target: 'meter', cardinality: 'one', from: 'flat_id', to: 'flat_id' },
      { alias: 'boiler', was: null, target: 'boiler', cardinality: 'one', from: 'flat_id', to: 'flat_id' },
    ],
  );
});

test('YAML may use anchors and aliases', async (t) => {
  const { resources } = modelOf({
    'service.yaml': 'service: Test\n',
    'unit.yaml': 'resource: unit\nfields:\n  a: &text { type: text, max_length: 3 }\n  b: *text\n',
  });
  t.match(resources.get('unit')?.fields.get('b')?.type, { kind: 'text', maxLength: 3 });
});

test('every folder of definitions here is right', async (t) => {
  for (const folder of ['resources', 'test/register', 'test/library', 'test/five_lines'])
    t.ok((await loadModel(folder)).ok, folder);
});

test('a folder that is not there is the file system’s error', async (t) => {
  await t.rejects(loadModel('test/nowhere'), { code: 'ENOENT' });
});

test('the label of a resource is what people tell its rows apart by', async (t) => {
  const cases: readonly (readonly [rule: string, fields: string, label: readonly string[]])[] = [
    [
      'its name, before all others',
      'title: { type: text }\n  code: { type: text, unique: true }\n  name: { type: text, nullable: true }',
      ['name'],
    ],
    ['else its title', 'label: { type: text }\n  title: { type: text }', ['title']],
    ['else its label', 'code: { type: text, unique: true }\n  label: { type: enum, values: [a] }', ['label']],
    ['no name that is long', 'name: { type: html }\n  code: { type: text }', ['code']],
    ['no name that is never shown', 'name: { type: text, write_only: true }\n  code: { type: text }', ['code']],
    [
      'else a required text that is unique',
      'a: { type: uuid, unique: true }\n  b: { type: text, unique: true }',
      ['b'],
    ],
    [
      'else what is unique',
      'a: { type: text }\n  b: { type: text, nullable: true, unique: true }\n  c: { type: uuid, unique: true }',
      ['b'],
    ],
    ['a uuid too', 'a: { type: text }\n  b: { type: integer, unique: true }\n  c: { type: uuid, unique: true }', ['c']],
    [
      'else the first required text',
      'a: { type: text, nullable: true }\n  b: { type: text }\n  c: { type: text }',
      ['b'],
    ],
    ['else nothing', 'a: { type: text, nullable: true }\n  b: { type: integer, unique: true }', []],
    ['what it says itself', 'name: { type: text }\n  a: { type: integer }\nlabel: [a, name]', ['a', 'name']],
    [
      'what it says itself, alone and computed',
      'name: { type: text }\n  a: { type: boolean, computed: name=eq.b }\nlabel: a',
      ['a'],
    ],
  ];
  for (const [rule, fields, label] of cases) {
    const files = {
      'service.yaml': 'service: Test\n',
      'box.yaml': `resource: box\nhistory: true\nfields:\n  ${fields}\n`,
    };
    const { resources } = modelOf(files);
    t.strictSame(resources.get('box')?.label, label, rule);
    t.strictSame(resources.get('box_history')?.label, label, `${rule}, of its versions`);
  }
});

test('a resource and its history stand under its group', async (t) => {
  const box = 'resource: box\nhistory: true\nfields: { code: { type: text } }\n';
  const groupsOf = (text: string) =>
    [...modelOf({ 'service.yaml': 'service: Test\n', 'box.yaml': text }).resources.values()].map(({ group }) => group);
  t.strictSame(groupsOf(box), [null, null]);
  t.strictSame(groupsOf(`${box}group: Boxes & more\n`), ['Boxes & more', 'Boxes & more']);
});

test('folders, hidden files and files of other kinds are passed over', async (t) => {
  const folder = t.testdir({
    'service.yaml': 'service: Test\n',
    'old.yaml': { 'note.yaml': 'resource: [' },
    '.note.yaml': 'resource: [',
    'demo.sql': 'select',
  });
  t.ok((await loadModel(folder)).ok);
});

test('faults name the file in its folder', async (t) => {
  const folder = t.testdir({ 'service.yaml': 'service:\n' });
  t.match(await loadModel(folder), { ok: false, faults: [{ file: `${folder}/service.yaml`, line: 1, column: 1 }] });
});

test('a service with events has the resource event, and the others say what is told of them', async (t) => {
  const files = { 'flat.yaml': flat.replace(/relations:.*/s, ''), 'boiler.yaml': `${boiler}subject: flat_id\n` };
  const notice = 'resource: notice\nfields:\n  text: { type: text }\n';
  const service = 'service: Flats\nevents: { prefix: org.flats }\n';
  const { resources } = modelOf({ ...files, 'service.yaml': service, 'notice.yaml': notice });
  const rules = [...resources.values()].map((each) => [each.name, each.kind === 'table' ? each.event : undefined]);
  t.strictSame(rules, [
    ['boiler', { type: 'org.flats.boiler', subject: { field: 'flat_id', resource: 'flat' } }],
    ['event', null],
    ['flat', { type: 'org.flats.flat', subject: null }],
    ['notice', null],
  ]);
  const event = resources.get('event');
  t.strictSame([...(event?.actions ?? [])], ['list', 'read']);
  t.strictSame(
    [...(event?.fields.keys() ?? [])],
    ['id', 'specversion', 'type', 'source', 'subject', 'time', 'data', 'recorded_at', 'recorded_by'],
  );
  t.ok([...(event?.fields.values() ?? [])].every(({ create, update }) => !create && !update));
  const silent = modelOf({ ...files, 'service.yaml': 'service: Flats\n' }).resources;
  t.notOk(silent.has('event'));
  t.ok([...silent.values()].every((each) => each.kind !== 'table' || each.event === null));
});
