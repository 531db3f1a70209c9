import fc from 'fast-check';
import { type Test, test } from 'tap';
import { readPeople } from '../../codegen/demo/people.ts';
import type { StudioAccess } from '../../engine/contract/studio/studio_access.ts';
import { identity, serveModel, serveNotes, type TestService, testService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { askStudio, tokensOfPeople } from './asking.ts';

// GET /studio/access tells why a caller may see and change a row, and nothing that they may not read.

function operation({ operations }: StudioAccess, name: string) {
  const found = operations.find((each) => each.operation === name);
  if (found === undefined) throw new Error(`there is no ${name} among ${JSON.stringify(operations)}`);
  return found;
}

const resources = [
  'party',
  'contract',
  'controllable_unit',
  'accounting_point',
  'accounting_point_end_user',
  'identity',
];
const ids = ['1', '2', '7', '9', '12', '22', '82', '999999', 'x', '99999999999999999999'];

test('each of the people of the demo hears of the rows that they read, and what they may do', async (t) => {
  const service = await testService(t, 'resources');
  for (const [name, token] of await tokensOfPeople(service)) {
    for (const resource of resources) {
      for (const id of ids) {
        const read = await service.ask('GET', `/${resource}/${id}`, { token });
        const { status, body } = await askStudio(service, token, 'access', `/${resource}/${id}`);
        t.equal(status, read.status, `${name}: ${resource}/${id}`);
        if (status !== 200) {
          t.same([body.code, body.detail], [read.body.code, read.body.detail]);
          continue;
        }
        const answer: StudioAccess = body;
        t.equal(answer.detail, name === 'administrator' ? 'parts' : 'whole');
        for (const { rules, afterwards } of answer.operations)
          for (const rule of [...rules, ...afterwards])
            t.ok(name === 'administrator' || (rule.size !== 'part' && Object.keys(rule.values).length === 0));
        const fields = Object.keys(read.body);
        t.same(
          answer.fields.filter(({ field }) => !fields.includes(field)),
          [],
          'no field that a read does not show',
        );
        const update = answer.operations.find((each) => each.operation === 'update');
        if (update === undefined) continue;
        const tried = await service.ask('PATCH', `/${resource}/${id}`, {
          token,
          body: {},
          headers: { prefer: 'tx=rollback' },
        });
        t.equal(tried.status < 300, update.allowed, `${name} tries to update ${resource}/${id}: ${tried.text}`);
      }
    }
  }
});

test('somebody who sees everything asks about others, and hears what these get', async (t) => {
  const service = await testService(t, 'resources');
  const tokens = await tokensOfPeople(service);
  const administrator = tokens.get('administrator') ?? '';
  const known = new Map(
    (await service.database.query('select id, subject from identity')).map(({ id, subject }) => [subject, id]),
  );
  for (const { name, subject, role, claims } of await readPeople(service.model.service, 'resources')) {
    const query = new URLSearchParams({ role: `${role}`, identity: `${known.get(subject)}` });
    for (const [claim, value] of claims) query.set(claim, `${value}`);
    for (const resource of resources) {
      for (const id of ids.slice(0, 7)) {
        const { status, body } = await askStudio(service, administrator, 'access', `/${resource}/${id}?${query}`);
        if (status === 404) continue;
        const read = await service.ask('GET', `/${resource}/${id}`, { token: tokens.get(name) ?? '' });
        const { allowed, rules } = operation(body, 'read');
        t.equal(allowed || body.lastState !== null, read.status === 200, `${name}: ${resource}/${id}`);
        if (rules.length > 0) t.equal(allowed, rules.every(({ holds }) => holds) && body.membership?.holds !== false);
      }
    }
  }
  const { body } = await askStudio(service, administrator, 'access', '/identity/5?role=end_user&identity=7');
  t.same(operation(body, 'read'), {
    operation: 'read',
    allowed: false,
    missingScope: null,
    rules: [{ ...rule('id=eq.{identity}'), size: 'only', of: null, holds: false, values: { id: 5, '{identity}': 7 } }],
    afterwards: [],
  });
});

test('who may not read everything does not ask about others', async (t) => {
  const service = await testService(t, 'resources');
  const tokens = await tokensOfPeople(service);
  const path = '/party/7?role=administrator';
  for (const name of ['Kari Nordmann', 'Ingrid Solbakk', 'Ola Vikander'])
    t.match(await askStudio(service, tokens.get(name) ?? '', 'access', path), {
      status: 403,
      body: { code: 'forbidden' },
    });
  const { status } = await askStudio(service, tokens.get('Kari Nordmann') ?? '', 'access', `/contract/1?role=end_user`);
  t.equal(status, 404, 'a row that they do not read is not there');
});

test('the parameters are a role and claims of the service', async (t) => {
  const service = await testService(t, 'resources');
  const token = service.token({ identity_id: 4, role: 'administrator', scope: 'manage:data' });
  for (const query of [
    'role=king',
    'role=end_user&role=end_user',
    'colour=red',
    'identity=x',
    'identity=-1',
    'party_id=%00',
    '__proto__=1',
  ])
    t.match(
      await askStudio(service, token, 'access', `/party/7?${query}`),
      { status: 400, body: { code: 'invalid_parameter' } },
      query,
    );
  for (const query of [
    'role=end_user&party_id=x',
    'party_id=99999999999999999999',
    'role=end_user&identity=999999999999999999',
  ])
    t.match(await askStudio(service, token, 'access', `/party/7?${query}`), { status: 200 }, query);
  for (const path of ['/bidding_zone_capacity/1', '/party_history/1', '/nothing/1', '/party/', '/party'])
    t.match(await askStudio(service, token, 'access', path), { status: 404 }, path);
});

const clinic = (parts: Readonly<Record<string, string>> = {}) =>
  modelOfFiles({
    'service.yaml': `service: Clinic\nroles: [doctor, clerk, chief]\nclaims: { others: { doctor_id: doctor_id } }\n${parts.service ?? ''}`,
    'treatment.yaml': `resource: treatment
history: true
fields:
  doctor_id: { type: bigint }
  kind: { type: text, nullable: true, access: { chief: all, doctor: { read: 'severity=gt.5' } } }
  severity: { type: integer, default: 1, access: { chief: all, clerk: read } }
  state: { type: text, default: open }
access:
  chief: all
  clerk: { read: all, update: 'severity=lt.3&state=eq.open' }
  doctor: { read: { that: 'doctor_id=eq.{doctor_id}', former: last_state }, update: 'state=eq.open', delete: nothing }
${parts.treatment ?? ''}`,
    ...(parts.more === undefined ? {} : { 'more.yaml': parts.more }),
  });

async function serveClinic(t: Test, parts?: Readonly<Record<string, string>>) {
  const service = await serveModel(t, clinic(parts));
  const tokenOf = (role: string, scope = 'manage:data') =>
    service.token({ identity_id: identity, scope, role, doctor_id: 1 });
  const chief = tokenOf('chief');
  const add = await service.ask('POST', '/treatment', { token: chief, body: { doctor_id: 1, kind: 'surgery' } });
  if (add.status !== 201) throw new Error(add.text);
  const access = async (token: string, query = ''): Promise<StudioAccess> =>
    (await askStudio(service, token, 'access', `/treatment/1${query}`)).body;
  return { service, tokenOf, chief, access };
}

const only = { size: 'only', of: null, values: {} };
const whole = { size: 'whole', of: null, values: {} };

test('a rule is told as a whole, and holds are told of the one rule that decides', async (t) => {
  const { tokenOf, access } = await serveClinic(t);
  const clerk = await access(tokenOf('clerk'));
  t.same(operation(clerk, 'update').rules, [{ ...whole, ...rule('severity=lt.3&state=eq.open'), holds: true }]);
  const doctor = await access(tokenOf('doctor'));
  t.same(operation(doctor, 'read').rules, [{ ...only, ...rule('doctor_id=eq.{doctor_id}'), holds: true }]);
  t.same(operation(doctor, 'delete'), {
    operation: 'delete',
    allowed: false,
    missingScope: null,
    rules: [],
    afterwards: [],
  });
  t.same(
    doctor.fields,
    [
      {
        field: 'kind',
        read: true,
        create: false,
        update: false,
        rule: { ...only, ...rule('severity=gt.5'), holds: null },
      },
    ],
    'null may stand for a hidden value or for none; a field that they do not read is not named',
  );
});

test('without the scope for it, a token hears nothing of an operation but its rule', async (t) => {
  const { tokenOf, access } = await serveClinic(t);
  const scope = 'read:data:treatment';
  const answer = await access(tokenOf('clerk', scope));
  t.same(operation(answer, 'update'), {
    operation: 'update',
    allowed: false,
    missingScope: 'manage:data:treatment',
    rules: [{ ...whole, ...rule('severity=lt.3&state=eq.open'), holds: null }],
    afterwards: [],
  });
  t.same(operation(await access(tokenOf('chief', scope)), 'update').missingScope, 'manage:data:treatment');
});

test('of a row in its last state, nothing of the present is told', async (t) => {
  const { service, tokenOf, chief, access } = await serveClinic(t);
  for (const state of ['open', 'closed']) {
    await service.ask('PATCH', '/treatment/1', { token: chief, body: { doctor_id: 2, state } });
    const answer = await access(tokenOf('doctor'));
    t.match(operation(answer, 'read'), { allowed: false, rules: [{ holds: false }] });
    t.same(operation(answer, 'update'), {
      operation: 'update',
      allowed: false,
      missingScope: null,
      rules: [{ ...only, ...rule('state=eq.open'), holds: null }],
      afterwards: [],
    });
    t.equal(answer.lastState, null);
    const asked = await access(chief, '?role=doctor&doctor_id=1');
    t.type(asked.lastState, 'string', 'who sees everything hears of the last moment');
    t.same(operation(asked, 'update').rules, [
      { ...only, ...rule('state=eq.open'), holds: state === 'open', values: { state } },
    ]);
  }
});

test('where documents are for callers, the text of rules is not told', async (t) => {
  const { tokenOf, chief, access } = await serveClinic(t, { service: 'document: { for: caller }\n' });
  t.same(operation(await access(tokenOf('clerk')), 'update').rules, [
    { ...whole, rule: null, words: null, holds: true },
  ]);
  t.match(operation(await access(chief, '?role=clerk'), 'update').rules.at(-1), {
    rule: 'severity=lt.3&state=eq.open',
    holds: true,
  });
});

test('parts are told only to a caller from whom nothing is hidden', async (t) => {
  const cases: readonly (readonly [why: string, parts: Readonly<Record<string, string>>, detail: string])[] = [
    ['nothing is hidden', {}, 'parts'],
    [
      'rows of another resource',
      { more: "resource: more\nfields: { name: { type: text } }\naccess: { chief: { read: 'name=eq.a' } }\n" },
      'whole',
    ],
    [
      'all rows of another resource',
      { more: 'resource: more\nfields: { name: { type: text } }\naccess: {}\n' },
      'whole',
    ],
    [
      'a field of another resource',
      { more: 'resource: more\nfields: { name: { type: text, access: { clerk: all } } }\n' },
      'whole',
    ],
    [
      'a field in some rows',
      { more: "resource: more\nfields: { name: { type: text, access: { chief: { read: 'id=gt.1' } } } }\n" },
      'whole',
    ],
    [
      'rows of the past',
      {
        more: 'resource: more\nhistory: true\nfields: { name: { type: text } }\naccess: { chief: { read: all, history: nothing } }\n',
      },
      'whole',
    ],
    [
      'what the API does not show',
      { more: 'resource: more\noperations: [create]\nfields: { name: { type: text } }\n' },
      'whole',
    ],
    ['nothing of another resource', { more: 'resource: more\nfields: { name: { type: text } }\n' }, 'parts'],
  ];
  for (const [why, parts, detail] of cases) {
    const { chief, access, service } = await serveClinic(t, parts);
    t.equal((await access(chief)).detail, detail, why);
    const asked = await askStudio(service, chief, 'access', '/treatment/1?role=clerk');
    t.equal(asked.status, detail === 'parts' ? 200 : 403, why);
  }
  const { tokenOf, access } = await serveClinic(t);
  t.equal((await access(tokenOf('chief', 'read:data:treatment'))).detail, 'whole', 'its history');
});

test('without rules, the scopes decide', async (t) => {
  const service = await serveNotes(t, {});
  await service.ask('POST', '/note', { body: { heading: 'Hello' } });
  const token = service.token({ identity_id: 1, scope: 'read:data' });
  const { body } = await askStudio(service, token, 'access', '/note/1');
  t.match(body, { decidedBy: 'scopes', role: null });
  t.match(operation(body, 'read'), { allowed: true, missingScope: null, rules: [] });
  t.match(operation(body, 'update'), { allowed: false, missingScope: 'manage:data:note', rules: [] });
  t.equal((await service.server.inject({ url: '/studio/access/note/1' })).statusCode, 401);
});

test('no question makes it fail', async (t) => {
  const service: TestService = await testService(t, 'resources');
  const tokens = [...(await tokensOfPeople(service)).values()];
  const names = [...service.model.resources.keys(), 'nothing'];
  const id = fc.oneof(fc.integer({ min: -1, max: 90 }).map(String), fc.string({ unit: 'binary', maxLength: 12 }));
  const name = fc.constantFrom('role', 'party_id', 'identity', 'as_of', '', '__proto__');
  const value = fc.oneof(
    fc.constantFrom(...service.model.service.roles, '7', '22', '9223372036854775808', "'", 'null', '{}', '-0', '1e3'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const query = fc
    .array(fc.tuple(name, value), { maxLength: 3 })
    .map((pairs) => pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join('&'));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      id,
      query,
      fc.constantFrom(...tokens),
      async (resource, row, asked, token) => {
        const path = `/${resource}/${encodeURIComponent(row)}${asked === '' ? '' : `?${asked}`}`;
        return (await askStudio(service, token, 'access', path)).status < 500;
      },
    ),
    { numRuns: process.env.ALMANAC_LONG ? 2000 : 200 },
  );
});

/** A rule as the definition has it, and in English. */
function rule(text: keyof typeof english): { readonly rule: string; readonly words: string } {
  return { rule: text, words: english[text] };
}

const english = {
  'id=eq.{identity}': "`id` is the caller's `identity`",
  'severity=lt.3&state=eq.open': '`severity` is less than `3` and `state` is `open`',
  'doctor_id=eq.{doctor_id}': "`doctor_id` is the caller's `doctor_id`",
  'severity=gt.5': '`severity` is more than `5`',
  'state=eq.open': '`state` is `open`',
} as const;
