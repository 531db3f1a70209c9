import { type Test, test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { fieldWords } from '../../engine/model/field_access.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { checkRefusals } from './refusal.ts';
import { identity, type Method, type Request, serveModel, type TestService } from './service.ts';

// What a role may not read shows nowhere: neither what is computed from it, nor in the words of an error, nor in the answer
// to a write, nor in an answer that another role was given before.

const files = {
  'service.yaml': `
service: Test
roles: [clerk, guest, maker, owner, payer]
events: { prefix: org.example }
claims: { others: { owner: owner, team: team } }
`,
  'team.yaml': `
resource: team
fields:
  name: { type: text }
  owner: { type: text, nullable: true }
relations:
  person: { resource: person, by: team_id }
`,
  'person.yaml': `
resource: person
history: true
subject: boss_id
fields:
  name: { type: text }
  level: { type: integer, default: 1 }
  salary: { type: integer, default: 10, access: { clerk: all, payer: read } }
  bonus: { type: integer, default: 0, access: { clerk: all, guest: read } }
  numbering: { type: enum, values: [gln, free], default: free, access: { clerk: all } }
  code: { type: text, nullable: true, format: { by: numbering, gln: gln } }
  number: { type: integer, nullable: true }
  series: { type: text, default: a, access: { clerk: all } }
  is_high: { type: boolean, computed: level=gt.5 }
  is_rich: { type: boolean, computed: salary=gt.100 }
  is_poor: { type: boolean, computed: is_rich=is.false }
  is_lucky: { type: boolean, computed: "or=(salary.gt.100,bonus.gt.10)" }
  is_known: { type: boolean, computed: salary=gt.0, access: { clerk: read } }
  team_id: { type: reference, to: team, nullable: true }
  boss_id: { type: reference, to: team, nullable: true, access: { clerk: all } }
unique: [[number, series]]
checks:
  - { that: "or=(salary.lte.1000,level.gt.1)", message: That is not paid on this level. }
access:
  clerk: all
  payer: { read: all }
  guest: { read: all, create: all, update: all }
  maker: { create: all, update: all, delete: all }
  owner: { read: "team.owner=eq.{owner}", create: all, update: all, delete: all }
`,
  'secret.yaml': `
resource: secret
fields:
  person_id: { type: reference, to: person }
access: { clerk: all }
`,
};

const model = modelOfFiles(files);

async function serve(t: Test) {
  const service = await serveModel(t, model);
  await service.database.database.script(`
    insert into team (name, owner) values ('one', 'ann'), ('two', 'bo');
    insert into person (name, salary, number, team_id, boss_id) values ('Ada', 500, 1, 1, 2), ('Bo', 5, 2, 2, 1);
    update person set salary = 50 where id = 1;
    update person set salary = 500, name = 'Ada L' where id = 1;
  `);
  while ((await sequence(service.database.database)) > 0);
  const as =
    (role: string, claims: Readonly<Record<string, string>> = {}) =>
    (method: Method, path: string, request: Request = {}) =>
      service.ask(method, path, { token: tokenOf(service, role, claims), ...request });
  return { service, as };
}

function tokenOf({ token }: TestService, role: string, claims: Readonly<Record<string, string>> = {}) {
  return token({ identity_id: identity, scope: 'manage:data', role, ...claims });
}

const hiddenFrom: Readonly<Record<string, readonly string[]>> = {
  clerk: [],
  payer: ['bonus', 'numbering', 'series', 'is_lucky', 'is_known', 'boss_id'],
  guest: ['salary', 'numbering', 'series', 'is_rich', 'is_poor', 'is_lucky', 'is_known', 'boss_id'],
};

test('a field shows nowhere to a role that may not read what it is computed from', async (t) => {
  const { service, as } = await serve(t);
  const all = [...(model.resources.get('person')?.fields.keys() ?? [])];
  for (const [role, hidden] of Object.entries(hiddenFrom)) {
    const ask = as(role);
    const shown = all.filter((name) => !hidden.includes(name));
    const sorted = (row: object) =>
      Object.keys(row)
        .filter((name) => name !== 'links' && name !== 'boss')
        .sort();
    const item = (await ask('GET', '/person/1')).body;
    t.equal('boss' in item.links, !hidden.includes('boss_id'), `${role}: links`);
    const recorded = item.recorded_at.replace('+00:00', 'Z');
    const ways: readonly (readonly [way: string, row: object])[] = [
      ['list', (await ask('GET', '/person')).body[0]],
      ['read', item],
      ['embed', (await ask('GET', '/team?embed=person')).body[0].person[0]],
      ['select', (await ask('GET', '/team?select=person(*)')).body[0].person[0]],
      ['as_of', (await ask('GET', `/person?as_of=${recorded}`)).body[0]],
      [
        'lines',
        JSON.parse((await ask('GET', '/person?limit=1', { headers: { accept: 'application/x-ndjson' } })).text),
      ],
    ];
    for (const [way, row] of ways) t.strictSame(sorted(row), [...shown].sort(), `${role}: ${way}`);
    const document = await service.server.inject({
      url: '/openapi.json?for=me',
      headers: { authorization: `Bearer ${tokenOf(service, role)}` },
    });
    t.equal(document.statusCode, 200);
    const words: readonly string[] = document.body.match(/\w+/g) ?? [];
    t.strictSame(
      hidden.filter((name) => words.includes(name)),
      [],
      `${role}: the document`,
    );
    const version = (await ask('GET', '/person_history?limit=1')).body[0];
    t.strictSame(sorted(version), [...shown, 'person_id', 'replaced_at', 'replaced_by'].sort(), `${role}: history`);
    const csv = await ask('GET', '/person', { headers: { accept: 'text/csv' } });
    t.strictSame(csv.text.split('\r\n')[0]?.split(','), shown, `${role}: CSV`);
    for (const name of all.filter((each) => each.startsWith('is_'))) {
      const status = hidden.includes(name) ? 400 : 200;
      for (const query of [
        `/person?${name}=is.true`,
        `/person?not.or=(${name}.is.true)`,
        `/person?order=${name}`,
        `/person?select=x:${name}::text`,
        `/person_history?${name}=is.true`,
        `/team?person.${name}=is.true`,
        `/team?embed=person&person.order=${name}`,
        `/team?select=person(${name})`,
      ]) {
        const answer = await ask('GET', query);
        t.equal(answer.status, status, `${role}: ${query}`);
        if (status === 400) t.notMatch(answer.body.hint ?? '', hidden.join('|'), 'nor is it offered');
      }
    }
    t.equal((await ask('GET', '/person?embed=boss')).status, hidden.includes('boss_id') ? 400 : 200);
    const { body } = await ask('GET', '/event?type=like.*person.update&order=id');
    const told = body.map(
      ({ data }: { readonly data: { readonly updated_fields: readonly string[] } }) => data.updated_fields,
    );
    const visible = (names: readonly string[]) => names.filter((name) => !hidden.includes(name));
    t.strictSame(told, [
      visible(['salary', 'is_rich', 'is_poor', 'is_lucky']),
      visible(['name', 'salary', 'is_rich', 'is_poor', 'is_lucky']),
    ]);
    t.equal(body[0].subject, hidden.includes('boss_id') ? null : '/team/2');
    const found = await ask('GET', '/event?data->updated_fields=cs.["is_rich"]');
    t.equal(found.body.length, hidden.includes('is_rich') ? 0 : 2, `${role}: a filter on events`);
  }
  const changed = await as('guest')('PATCH', '/person/1', { body: { name: 'Ada M' } });
  t.notMatch(changed.text, 'rich|poor|lucky|salary', 'nor in the answer to a write');
  t.match(await as('guest')('PATCH', '/person/1', { body: { is_rich: false } }), { status: 422 });
  // Its format is chosen by a field that the role does not see.
  const chosen = await as('guest')('PATCH', '/person/1', { body: { code: 'x' } });
  t.match(chosen, { status: 403, body: { code: 'forbidden_field', errors: [{ pointer: '/code' }] } });
  t.notMatch(chosen.text, 'numbering');
  const both = await as('clerk')('PATCH', '/person/1', { body: { code: 'x', numbering: 'free' } });
  t.equal(both.status, 200, both.text);
  const { fields } = model.resources.get('person') ?? {};
  t.strictSame(
    fields?.get('is_rich')?.access,
    new Map([
      ['clerk', fieldWords.read],
      ['payer', fieldWords.read],
    ]),
  );
  t.strictSame(fields?.get('is_lucky')?.access, new Map([['clerk', fieldWords.read]]));
  t.equal(fields?.get('is_high')?.access, null);
});

test('an error names no field and no resource that the role may not read', async (t) => {
  const { service } = await serve(t);
  await service.database.query('insert into secret (person_id) values (1)');
  const guest = tokenOf(service, 'guest');
  const clerk = tokenOf(service, 'clerk');
  const maker = tokenOf(service, 'maker');
  const reader = service.token({ identity_id: identity, scope: 'manage:data:person', role: 'clerk' });
  const unique = (detail: string, ...fields: readonly string[]) => ({
    code: 'unique_conflict' as const,
    detail,
    errors: fields.map((field) => ({ pointer: `/${field}`, detail })),
  });
  const check = 'That is not paid on this level.';
  await service.database.query('update person set salary = 2000, level = 2 where id = 2');
  await checkRefusals(t, service, [
    {
      ask: ['POST', '/person', { body: { name: 'x', number: 1 }, token: clerk }],
      ...unique('another person has number 1 and the same series', 'number', 'series'),
    },
    {
      ask: ['POST', '/person', { body: { name: 'x', number: 1 }, token: guest }],
      ...unique('another person has number 1', 'number'),
    },
    {
      ask: ['PATCH', '/person/1', { body: { number: 2 }, token: guest }],
      ...unique('another person has number 2', 'number'),
    },
    // A rule over a field that is hidden, too: the pointer leads to what was sent.
    {
      ask: ['PATCH', '/person/2', { body: { level: 1 }, token: guest }],
      code: 'invalid_body',
      detail: check,
      errors: [{ pointer: '/level', detail: check }],
    },
    {
      ask: ['DELETE', '/person/1', { token: clerk }],
      code: 'still_referenced',
      detail: /^rows of secret refer to this person by person_id$/,
    },
    {
      ask: ['DELETE', '/person/1', { token: reader }],
      code: 'still_referenced',
      detail: /^other rows refer to this person$/,
    },
    {
      ask: ['DELETE', '/person/1', { token: tokenOf(service, 'owner', { owner: 'ann' }) }],
      code: 'still_referenced',
      detail: /^other rows refer to this person$/,
    },
    { ask: ['DELETE', '/person/1', { token: maker }], code: 'not_found' },
  ]);
});

test('a row that its writer may not read is not shown by the write', async (t) => {
  const { service, as } = await serve(t);
  const ann = as('owner', { owner: 'ann' });
  const maker = as('maker');
  const guest = as('guest');
  const shown = (team_id: number | null) => (team_id === 1 ? 'shown' : 'hidden');
  for (const [who, ask, form] of [
    ['a rule', ann, shown],
    ['no read at all', maker, () => 'hidden'],
    ['all', guest, () => 'shown'],
  ] as const) {
    for (const query of ['', '?select=id,name', '?embed=team', '?select=*,team(name)']) {
      for (const team_id of [1, 2, null]) {
        const answer = await ask('POST', `/person${query}`, { body: { name: 'x', team_id } });
        const what = `${who}: POST /person${query} of team ${team_id}`;
        t.equal(answer.status, 201, `${what}: ${answer.text}`);
        t.match(answer.headers.location, /^\/api\/v1\/person\/\d+$/, what);
        if (form(team_id) === 'shown') {
          t.equal(answer.body.name, 'x', what);
          t.match(answer.headers.etag, /^"\d+-/, what);
        } else t.strictSame(bodyOf(answer), nothing, what);
        const read = await ask('GET', (answer.headers.location ?? '').replace('/api/v1', ''));
        const unseen = who === 'no read at all' ? 403 : 404;
        t.equal(read.status, form(team_id) === 'shown' ? 200 : unseen, `${what}: as a read says`);
      }
    }
  }
  for (const query of ['', '?select=id']) {
    const { body } = await ann('POST', '/person', { body: { name: 'y', team_id: 1 } });
    const kept = await ann('PATCH', `/person/${body.id}${query}`, { body: { level: 2 } });
    t.strictSame([kept.status, kept.body?.id], [200, body.id]);
    const given = await ann('PATCH', `/person/${body.id}${query}`, { body: { team_id: 2 } });
    t.strictSame([given.status, bodyOf(given)], [204, { ...nothing, length: undefined }], `PATCH${query}`);
    const [row] = await service.database.query(`select team_id from person where id = ${body.id}`);
    t.equal(row?.team_id, '2', 'and it is changed');
    t.equal((await ann('PATCH', `/person/${body.id}`, { body: { team_id: 1 } })).status, 404);
  }
});

interface Bare {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

function bodyOf({ text, headers }: Bare) {
  return { text, etag: headers.etag, type: headers['content-type'], length: headers['content-length'] };
}

const nothing = { text: '', etag: undefined, type: undefined, length: '0' };

test('the answer to an Idempotency-Key is for whom it was made', async (t) => {
  const { service, as } = await serve(t);
  const post = (
    role: string,
    key: string,
    body: Request['body'],
    query = '',
    claims: Readonly<Record<string, string>> = {},
  ) => as(role, claims)('POST', `/person${query}`, { body: body ?? null, headers: { 'idempotency-key': `"${key}"` } });
  const body = { name: 'x', team_id: 1 };

  const first = await post('guest', 'one', body);
  t.equal(first.status, 201);
  t.notOk('salary' in first.body);
  await service.database.query(`update person set salary = 777, level = 9 where id = ${first.body.id}`);
  t.equal((await post('guest', 'one', body)).text, first.text, 'the same viewer gets the first answer');
  const { location } = first.headers;
  const clerk = await post('clerk', 'one', body);
  t.strictSame(
    [clerk.status, clerk.headers.location, clerk.body.salary],
    [201, location, 777],
    'another what it may read now',
  );
  t.equal((await post('clerk', 'one', body)).status, 201);
  const maker = await post('maker', 'one', body);
  t.strictSame([maker.status, maker.headers.location, bodyOf(maker)], [201, location, nothing]);
  for (const [owner, isShown] of [
    ['ann', true],
    ['bo', false],
  ] as const) {
    const answer = await post('owner', 'one', body, '', { owner });
    t.strictSame([answer.status, answer.headers.location, answer.body !== null], [201, location, isShown], owner);
    if (isShown) t.notOk('salary' in answer.body);
  }
  t.equal((await post('guest', 'one', body)).text, first.text, 'what was kept is kept');
  t.equal((await post('maker', 'one', { ...body, name: 'y' })).body.code, 'idempotency_key_reused');

  const whole = await post('clerk', 'two', body, '?select=name,salary,is_rich');
  t.strictSame(Object.keys(whole.body), ['name', 'salary', 'is_rich']);
  t.equal(
    (await post('guest', 'two', body, '?select=name,salary,is_rich')).status,
    400,
    'a role selects what it may read',
  );
  const hidden = await post('maker', 'three', body, '?select=name');
  t.strictSame(bodyOf(hidden), nothing);
  t.strictSame(
    (await post('clerk', 'three', body, '?select=name')).body,
    { name: 'x' },
    'what one may not read, another may',
  );
  await service.database.query(`delete from person where id = ${hidden.headers.location?.split('/').at(-1)}`);
  t.strictSame(bodyOf(await post('guest', 'three', body, '?select=name')), nothing, 'a row that is gone is not shown');

  const taken = { name: 'x', number: 1 };
  const refused = await post('clerk', 'four', taken);
  t.match(refused.body, { status: 409, detail: 'another person has number 1 and the same series' });
  t.equal((await post('clerk', 'four', taken)).text, refused.text);
  const again = await post('guest', 'four', taken);
  t.match(again.body, { status: 409, detail: 'another person has number 1' }, 'a refusal of one is none of another');
  t.equal((await post('guest', 'four', taken)).text, again.text);
  await service.database.query('update person set number = null where number = 1');
  t.equal((await post('guest', 'four', taken)).text, again.text, 'it is kept for the viewer that it was told');
  const rows = 'select count(*) as count from person';
  const [before] = await service.database.query(rows);
  const made = await post('maker', 'four', taken);
  t.equal(made.status, 201, 'and is done for another, once');
  t.strictSame(
    [(await post('guest', 'four', taken)).headers.location, (await post('clerk', 'four', taken)).headers.location],
    [made.headers.location, made.headers.location],
  );
  const [after] = await service.database.query(rows);
  t.equal(Number(after?.count), Number(before?.count) + 1);
});

test('what a role may do with a field, by operation', async (t) => {
  const words: Readonly<Record<string, readonly [read: boolean, create: boolean, update: boolean, text: string]>> = {
    both: [true, true, true, '{ read: true, create: true, update: true }'],
    maker: [true, true, false, '{ read: true, create: true }'],
    changer: [true, false, true, '{ read: true, create: false, update: true }'],
    reader: [true, false, false, '{ read: true }'],
    blind: [false, false, false, '{ read: false }'],
    owner: [true, true, true, 'all'],
  };
  const roles = Object.keys(words);
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': `service: Notes\nroles: [${roles.join(', ')}]\n`,
      'note.yaml': `
resource: note
unique: [[code]]
fields:
  code: { type: text }
  extra: { type: text, nullable: true, access: { ${roles.map((role) => `${role}: ${words[role]?.[3]}`).join(', ')} } }
access: { ${roles.map((role) => `${role}: all`).join(', ')} }
`,
    }),
  );
  const merge = { headers: { prefer: 'resolution=merge-duplicates' } };
  for (const [role, [read, create, update]] of Object.entries(words)) {
    const token = tokenOf(service, role);
    const refused = read ? 403 : 422;
    const expected = [
      ['POST', '/note', { body: { code: 'b', extra: 'x' } }, create ? 201 : refused],
      ['POST', '/note', { body: [{ code: 'b', extra: 'x' }] }, create ? 201 : refused],
      ['PATCH', '/note/1', { body: { extra: 'x' } }, update ? 200 : refused],
      ['PATCH', '/note?code=eq.a', { body: { extra: 'x' } }, update ? 204 : refused],
      ['POST', '/note?on_conflict=code', { body: [{ code: 'c', extra: 'x' }], ...merge }, create ? 201 : refused],
    ] as const;
    for (const [method, path, request, status] of expected) {
      await service.database.database.script("truncate note restart identity; insert into note (code) values ('a')");
      const answer = await service.ask(method, path, { token, ...request });
      t.equal(answer.status, status, `${role}: ${method} ${path}: ${answer.text}`);
    }
    await service.database.database.script("truncate note restart identity; insert into note (code) values ('a')");
    const merged = await service.ask('POST', '/note?on_conflict=code', {
      token,
      body: [{ code: 'a', extra: 'x' }],
      ...merge,
    });
    t.equal(merged.status < 300, update, `${role}: an existing row: ${merged.text}`);
    const shown = await service.ask('GET', '/note/1', { token });
    t.equal(Object.hasOwn(shown.body, 'extra'), read, role);
  }
});
