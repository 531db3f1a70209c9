import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { openPsql, type Psql } from '../psql.ts';
import { type Method, type Request, serveModel, type TestService } from './service.ts';
import { bounds } from './timeline_client.ts';

// A write is decided on what was committed when it got its locks: a right that was taken away while it waited is gone.

const careOf = (patient: string) => `"${patient}care.nurse_id=eq.{nurse_id}"`;

function all(rule: string): string {
  return ['read', 'create', 'update', 'delete'].map((operation) => `    ${operation}: ${rule}\n`).join('');
}

const files = {
  'service.yaml': 'service: Wards\nroles: [nurse, reader, sitter, late]\nclaims: { others: { nurse_id: nurse_id } }\n',
  'ward.yaml': 'resource: ward\nfields:\n  name: { type: text }\nrelations:\n  care: { resource: care, by: ward_id }\n',
  'care.yaml': 'resource: care\nfields:\n  ward_id: { type: reference, to: ward }\n  nurse_id: { type: integer }\n',
  'patient.yaml': `resource: patient
fields:
  ward_id: { type: reference, to: ward }
  name: { type: text, nullable: true }
  code: { type: text, nullable: true, unique: true }
checks:
  - { that: ward.name=neq.closed, message: A closed ward has no patients. }
access:
  nurse:
${all(careOf('ward.'))}  reader: { read: all, create: all, update: ${careOf('ward.')}, delete: ${careOf('ward.')} }
  sitter: { read: ${careOf('ward.')} }
  late: { read: all }
`,
  'stay.yaml': `resource: stay
temporal: { timeline: patient_id }
history: true
fields:
  patient_id: { type: reference, to: patient }
  name: { type: text, nullable: true }
  nurse_id: { type: integer, nullable: true }
access:
  nurse:
${all(careOf('patient.ward.'))}  reader: { read: all, update: ${careOf('patient.ward.')}, delete: ${careOf('patient.ward.')} }
  late: { read: all, create: all, update: "or=(nurse_id.eq.{nurse_id},patient.ward.care.nurse_id.eq.{nurse_id})", delete: ${careOf('patient.ward.')} }
  sitter:
${all('"nurse_id=eq.{nurse_id}"')}`,
  'party.yaml': 'resource: party\nfields:\n  name: { type: text, nullable: true }\n',
  'identity.yaml':
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
  'letter.yaml': `resource: letter
fields:
  party_id: { type: reference, to: party }
  name: { type: text, nullable: true }
access:
  sitter:
${all('"party_id=eq.{party_id}"')}`,
  'visit.yaml': `resource: visit
fields:
  patient_id: { type: reference, to: patient, nullable: true }
  nurse_id: { type: integer }
access:
  sitter:
${all('"nurse_id=eq.{nurse_id}"')}`,
};

const seed = `
  truncate ward, care, patient, stay, stay_history, visit, party, identity, letter restart identity;
  insert into party default values;
  insert into party default values;
  insert into identity (id, subject, party_id) overriding system value values (5, 'nurse 5', 1);
  insert into letter (party_id) values (1);
  insert into ward (name) values ('east'), ('west');
  insert into care (ward_id, nurse_id) values (1, 5), (2, 5);
  insert into patient (ward_id, name, code) values (1, 'Per', 'c1'), (2, 'Liv', 'c2');
  insert into stay (patient_id, nurse_id, valid_from, valid_to) values
    (1, 5, '2026-01-01Z', '2026-01-02Z'), (1, 6, '2026-01-02Z', '2026-01-03Z'), (1, 5, '2026-03-01Z', null);
  update stay set valid_from = null, valid_to = null where id = 3;
  insert into visit (nurse_id, patient_id) values (5, null), (6, null);
`;

interface Race {
  readonly what: string;
  readonly role: string;
  readonly ask: readonly [Method, string, Request?];
  /** What psql does first, with the locks that the request then waits for. */
  readonly first: string;
  /** What it does while the request waits. */
  readonly meanwhile: string;
  readonly told: string;
}

const revoke = 'delete from care';
const tag = '{version}';
const body = { name: 'x' };
const lockPatient = 'select from patient where id = 1 for update';
// As a write of the timeline does.
const lockTimeline = 'select from patient where id = 1 for no key update';
const from20 = bounds({ from: 20, to: 22 });

const races: readonly Race[] = [
  ...[
    { what: 'update', ask: ['PATCH', '/patient/1', { body }] as const, told: { nurse: '404', reader: '403' } },
    {
      what: 'update with If-Match',
      ask: ['PATCH', '/patient/1', { body, headers: { 'if-match': tag } }] as const,
      told: { nurse: '404', reader: '403' },
    },
    {
      what: 'update of a unique field',
      ask: ['PATCH', '/patient/1', { body: { code: 'c9' } }] as const,
      told: { nurse: '404', reader: '403' },
    },
    {
      what: 'update with select',
      ask: ['PATCH', '/patient/1?select=id,name&embed=ward', { body }] as const,
      told: { nurse: '404', reader: '403' },
    },
    { what: 'delete', ask: ['DELETE', '/patient/1'] as const, told: { nurse: '404', reader: '403' } },
  ].flatMap(({ what, ask, told }) =>
    (['nurse', 'reader'] as const).map((role) => ({
      what: `${what} of a row`,
      role,
      ask,
      first: lockPatient,
      meanwhile: revoke,
      told: told[role],
    })),
  ),
  ...[
    { what: 'change', ask: ['PATCH', '/stay/1', { body }] as const },
    { what: 'widen', ask: ['PATCH', '/stay/1', { body: { valid_to: '2026-01-02T12:00:00Z' } }] as const },
    { what: 'delete', ask: ['DELETE', '/stay/1'] as const },
    { what: 'restore', ask: ['PATCH', '/stay/3', { body: from20 }] as const },
  ].flatMap(({ what, ask }) =>
    [lockTimeline, 'select from stay where id in (1, 3) for update'].flatMap((first) =>
      (['nurse', 'reader'] as const).map((role) => ({
        what: `${what} an entry behind "${first}"`,
        role,
        ask,
        first,
        meanwhile: revoke,
        told: role === 'nurse' ? '404' : '403',
      })),
    ),
  ),
  {
    what: 'create of a row whose rule looks at what it refers to',
    role: 'nurse',
    ask: ['POST', '/patient', { body: { ward_id: 1 } }],
    first: 'select from ward where id = 1 for update',
    meanwhile: revoke,
    told: '403',
  },
  {
    what: 'the same under an Idempotency-Key',
    role: 'nurse',
    ask: ['POST', '/patient', { body: { ward_id: 1 }, headers: { 'idempotency-key': '"k1"' } }],
    first: 'select from ward where id = 1 for update',
    meanwhile: revoke,
    told: '403',
  },
  {
    what: 'create of an entry on a timeline that may no longer be seen',
    role: 'nurse',
    ask: ['POST', '/stay', { body: { patient_id: 1, ...from20 } }],
    first: lockTimeline,
    meanwhile: revoke,
    told: '409 reference_conflict',
  },
  {
    what: 'create with a reference to what may no longer be seen',
    role: 'sitter',
    ask: ['POST', '/visit', { body: { patient_id: 1, nurse_id: 5 } }],
    first: lockPatient,
    meanwhile: revoke,
    told: '409 reference_conflict',
  },
  {
    what: 'update with a reference to what may no longer be seen',
    role: 'sitter',
    ask: ['PATCH', '/visit/1', { body: { patient_id: 1 } }],
    first: 'select from visit where id = 1 for update',
    meanwhile: revoke,
    told: '409 reference_conflict',
  },
  {
    what: 'update with a reference to what is being removed from sight',
    role: 'sitter',
    ask: ['PATCH', '/visit/1', { body: { patient_id: 1 } }],
    first: lockPatient,
    meanwhile: revoke,
    told: '409 reference_conflict',
  },
  {
    what: 'move to another timeline that may no longer be seen',
    role: 'nurse',
    ask: ['PATCH', '/stay/1', { body: { patient_id: 2 } }],
    first: 'select from patient where id = 2 for no key update',
    meanwhile: 'delete from care where ward_id = 2',
    told: '409 reference_conflict',
  },
  {
    what: 'a right over an entry that is to make room',
    role: 'late',
    ask: ['POST', '/stay', { body: { patient_id: 1, ...bounds({ from: 36, to: 72 }) } }],
    first: lockTimeline,
    meanwhile: revoke,
    told: '409 timeline_conflict',
  },
  {
    what: "an entry of somebody else's that is made meanwhile",
    role: 'sitter',
    ask: ['PATCH', '/stay/3', { body: bounds({ from: 72 }) }],
    first: lockTimeline,
    meanwhile: "insert into stay (patient_id, nurse_id, valid_from) values (1, 6, '2026-02-01Z')",
    told: '409 timeline_conflict',
  },
  {
    what: 'an entry that moves to another timeline meanwhile',
    role: 'sitter',
    ask: ['PATCH', '/stay/1', { body: bounds({ to: 200 }) }],
    first: 'select from patient order by id for no key update; update stay set patient_id = 2 where id = 1',
    meanwhile: "insert into stay (patient_id, nurse_id, valid_from) values (2, 6, '2026-01-05Z')",
    told: '409 timeline_conflict',
  },
  // A rule that looks at its own row alone is asked of the row as it is after the wait.
  ...(
    [
      ['PATCH', '/visit/1', { body: { nurse_id: 5 } }],
      ['DELETE', '/visit/1'],
    ] as const
  ).map((ask) => ({
    what: 'a row that goes to somebody else',
    role: 'sitter',
    ask,
    first: 'update visit set nurse_id = 6 where id = 1',
    meanwhile: 'select',
    told: '404',
  })),
  ...(
    [
      ['PATCH', '/stay/1', { body }],
      ['PATCH', '/stay/1', { body: bounds({ to: 2 }) }],
      ['DELETE', '/stay/1'],
    ] as const
  ).map((ask) => ({
    what: 'an entry that goes to somebody else',
    role: 'sitter',
    ask,
    first: `${lockTimeline}; update stay set nurse_id = 6 where id = 1`,
    meanwhile: 'select',
    told: '404',
  })),
  {
    what: 'the party that the identity acts for',
    role: 'sitter',
    ask: ['PATCH', '/letter/1', { body }],
    first: 'select from letter where id = 1 for update',
    meanwhile: 'update identity set party_id = 2 where id = 5',
    told: '404',
  },
  {
    what: 'a row that becomes another version',
    role: 'nurse',
    ask: ['PATCH', '/patient/1', { body, headers: { 'if-match': tag } }],
    first: "update patient set code = 'c7' where id = 1",
    meanwhile: 'select',
    told: '412',
  },
  {
    what: 'a check that looks at other rows',
    role: 'nurse',
    ask: ['PATCH', '/patient/1', { body: { ward_id: 2 } }],
    first: 'update patient set ward_id = 1 where id = 2; select from ward where id = 2 for no key update',
    meanwhile: "update ward set name = 'closed' where id = 2",
    told: '422',
  },
];

async function serve(t: Test): Promise<{ readonly service: TestService; readonly psql: Psql }> {
  const service = await serveModel(t, modelOfFiles(files));
  return { service, psql: await openPsql(t, service.database.url) };
}

async function stateOf({ database }: TestService): Promise<unknown> {
  const texts = ['patient', 'stay', 'stay_history', 'visit', 'letter'].map(
    (name) => `select * from ${name} order by id`,
  );
  return Promise.all(texts.map((text) => database.query(text)));
}

test('what is taken away while a write waits is gone for it', async (t) => {
  const { service, psql } = await serve(t);
  for (const {
    what,
    role,
    ask: [method, path, request = {}],
    first,
    meanwhile,
    told,
  } of races) {
    await psql.run(seed);
    const token = service.token({ identity_id: 5, scope: 'manage:data', role, nurse_id: 5 });
    const [version] = await service.database.query('select row_version from patient where id = 1');
    const headers = { ...request.headers };
    if (headers['if-match'] !== undefined) headers['if-match'] = `"${version?.row_version}-x"`;
    await psql.run(`begin; ${first}`);
    const asked = service.ask(method, path, { ...request, headers, token });
    await psql.awaited();
    await psql.run(`${meanwhile}; commit`);
    const answer = await asked;
    const { status, body: answered } = answer;
    t.equal(
      told.includes(' ') ? `${status} ${answered?.code}` : String(status),
      told,
      `${role}: ${what}: ${answer.text}`,
    );
    const after = await stateOf(service);
    // The same without the request.
    await psql.run(seed);
    await psql.run(`begin; ${first}; ${meanwhile}; commit`);
    t.same(shapeOf(after), shapeOf(await stateOf(service)), `${role}: ${what}: nothing else is changed`);
  }
});

/** Without what differs from run to run. */
function shapeOf(state: unknown): unknown {
  const differing = new Set(['recorded_at', 'replaced_at', 'recorded_in', 'row_version', 'id']);
  return JSON.parse(JSON.stringify(state, (key, value) => (differing.has(key) ? null : value)));
}

test('what is given while a write waits is there for it', async (t) => {
  const { service, psql } = await serve(t);
  for (const [method, path, request, first] of [
    ['PATCH', '/patient/1', { body }, lockPatient],
    ['DELETE', '/patient/2', {}, 'select from patient where id = 2 for update'],
    ['PATCH', '/stay/1', { body }, lockTimeline],
    ['PATCH', '/stay/1', { body: { valid_to: '2026-01-02T12:00:00Z' } }, lockTimeline],
    ['POST', '/stay', { body: { patient_id: 1, ...bounds({ from: 36, to: 72 }) } }, lockTimeline],
    ['POST', '/patient', { body: { ward_id: 1 } }, 'select from ward where id = 1 for update'],
  ] as const) {
    await psql.run(`${seed}; delete from care`);
    const token = service.token({ identity_id: 5, scope: 'manage:data', role: 'nurse', nurse_id: 5 });
    await psql.run(`begin; ${first}`);
    const asked = service.ask(method, path, { ...request, token });
    await psql.awaited();
    await psql.run('insert into care (ward_id, nurse_id) values (1, 5), (2, 5); commit');
    const { status, text } = await asked;
    t.ok(status < 300, `${method} ${path}: ${text}`);
  }
});
