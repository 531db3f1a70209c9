import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { checkRefusal, checkRefusals } from './refusal.ts';
import { type Method, serveModel, testService } from './service.ts';
import { createMaker, tableOf } from './valid_body.ts';

// Specification 5: who may do what, through HTTP.

test('the scopes that each operation is content with', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const of = (scope: string) => service.token({ identity_id: 1, scope });
  const operations: readonly (readonly [method: Method, path: string, verb: 'read' | 'manage'])[] = [
    ['GET', '/note', 'read'],
    ['HEAD', '/note', 'read'],
    ['GET', '/note/1', 'read'],
    ['HEAD', '/note/1', 'read'],
    ['PATCH', '/note/1', 'manage'],
    ['POST', '/note', 'manage'],
    ['DELETE', '/note/1', 'manage'],
  ];
  const covering = { read: ['read', 'use', 'manage'], manage: ['manage'] };
  for (const [method, path, verb] of operations) {
    const body = method === 'POST' || method === 'PATCH' ? { heading: 'x' } : undefined;
    for (const scope of ['', 'openid', 'read', 'read:data:not', 'read:data:note:x', ...grants]) {
      const answer = await service.ask(method, path, { token: of(scope), ...(body && { body }) });
      const [granted = '', ...parts] = scope.split(':');
      const covers = covering[verb].includes(granted) && ['data', 'data:note'].includes(parts.join(':'));
      if (covers) t.not(answer.status, 403, `${method} ${path} ${scope}`);
      else t.equal(answer.status, 403, `${method} ${path} ${scope}`);
      if (covers || method === 'HEAD') continue;
      checkRefusal(t, answer, {
        code: 'insufficient_scope',
        detail: `the token lacks the scope ${verb}:data:note`,
        headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${verb}:data:note"` },
      });
    }
  }
});

const grants = ['read', 'use', 'manage'].flatMap((verb) => [`${verb}:data`, `${verb}:data:note`]);

test('a history has a scope of its own', async (t) => {
  const service = await testService(t, 'test/library');
  const id = await createMaker(service).row(tableOf(service.model, 'member'));
  const of = (permissions: unknown) => service.token({ librarian: 1, permissions });
  const row = of('manage:data:member');
  const history = of(['read:data:member_history']);
  const paths = [`/member/${id}/history`, '/member_history', '/member_history/1'];
  await checkRefusals(
    t,
    service,
    paths.map((path) => ({ ask: ['GET', path, { token: row }] as const, code: 'insufficient_scope' as const })),
  );
  t.same(
    await Promise.all(paths.map(async (path) => (await service.ask('GET', path, { token: history })).status)),
    [307, 200, 200],
  );
  await checkRefusals(t, service, [{ ask: ['GET', '/member', { token: history }], code: 'insufficient_scope' }]);
  t.equal((await service.ask('GET', '/member', { token: of('openid  read:data:member') })).status, 200);
});

test('no create without a required field, which a role may not write', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Test\nroles: [clerk, guest]\n',
    'note.yaml':
      'resource: note\nfields:\n  heading: { type: text, access: { clerk: read } }\n  text: { type: text, nullable: true }\n',
  });
  const service = await serveModel(t, model);
  const as = (role: string) => service.token({ identity_id: 1, scope: 'manage:data', role });
  await checkRefusals(t, service, [
    {
      ask: ['POST', '/note', { token: as('clerk'), body: { text: 'x' } }],
      code: 'forbidden',
      detail: 'the role clerk may not write heading, which a create needs, so it cannot create note',
    },
    { ask: ['POST', '/note', { token: as('clerk'), body: { heading: 'x' } }], code: 'forbidden' },
    // A role that does not see the field is not told its name.
    {
      ask: ['POST', '/note', { token: as('guest'), body: { text: 'x' } }],
      code: 'forbidden',
      detail: 'the role guest may not write a field that is required, so it cannot create note',
    },
  ]);
  const headers = { authorization: `Bearer ${as('clerk')}` };
  const { paths } = (await service.server.inject({ url: '/openapi.json?for=me', headers })).json();
  t.same(Object.keys(paths['/note']), ['get', 'patch', 'delete'], 'nor is it in the document of the role');
});

test('a claim is one element to an array', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Test\nroles: [member, other]\nclaims: { others: { team: team } }\n',
    'note.yaml':
      'resource: note\nfields: { teams: { type: array, of: integer } }\naccess: { member: { read: "teams=cs.{team}" }, other: { read: "teams=not.ov.{team}" } }\n',
  });
  const { ask, token, database } = await serveModel(t, model);
  await database.query("insert into note (teams) values ('{1,2}'), ('{2}'), ('{}')");
  for (const [role, team, ids] of [
    ['member', '1', [1]],
    ['member', '2', [1, 2]],
    ['member', 'x', []],
    ['member', '{1}', []],
    ['member', null, []],
    ['other', '1', [2, 3]],
    // Unknown is no, also where a rule says not.
    ['other', 'x', []],
    ['other', null, []],
  ] as const) {
    const claims = { identity_id: 1, scope: 'read:data', role, ...(team !== null && { team }) };
    const { body } = await ask('GET', '/note', { token: token(claims) });
    t.same(
      body.map(({ id }: { readonly id: number }) => id),
      ids,
      `${role} ${team}`,
    );
  }
});

test('a claim is an element of an array of any scalar type', async (t) => {
  const types = [
    ['text', '', 'a,"b\\'],
    ['boolean', '', 'true'],
    ['integer', '', '7'],
    ['bigint', '', '9007199254740993'],
    ['decimal', ', precision: 20, scale: 2', '7.50'],
    ['date', '', '2026-01-31'],
    ['datetime', '', '2026-01-31T12:00:00+01:00'],
    ['uuid', '', '9f3c3f0e-8d13-4c5b-9d6e-0c9a3c1f2b7a'],
    ['enum', ', values: [a, b]', 'b'],
  ] as const;
  const fields = types.map(
    ([type, facets]) => `  of_${type}: { type: array, of: { type: ${type}${facets} }, nullable: true }\n`,
  );
  const rules = types.map(([type]) => `  ${type}: { read: 'of_${type}=cs.{value}' }\n`);
  const model = modelOfFiles({
    'service.yaml': `service: Test\nroles: [${types.map(([type]) => type)}]\nclaims: { others: { value: value } }\n`,
    'note.yaml': `resource: note\nfields:\n${fields.join('')}access:\n${rules.join('')}`,
  });
  const { ask, token, database } = await serveModel(t, model);
  for (const [type, , value] of types) {
    await database.query('delete from note');
    await database.query(
      `insert into note (of_${type}) values (array[$1::text]::${sqlOf[type] ?? type}[]), ('{}'), (null)`,
      [value],
    );
    for (const [claim, rows] of [
      [value, 1],
      [`{${value}}`, 0],
      [null, 0],
    ] as const) {
      const claims = { identity_id: 1, scope: 'read:data', role: type, ...(claim !== null && { value: claim }) };
      const { status, body } = await ask('GET', '/note?select=id', { token: token(claims) });
      t.same([status, body.length], [200, rows], `${type} ${claim}`);
    }
  }
});

const sqlOf: Readonly<Record<string, string>> = { decimal: 'numeric', datetime: 'timestamptz', enum: 'text' };

test('a claim that the token lacks opens no row, whatever the rule says', async (t) => {
  const rules = {
    not: 'not.and=(team.id.eq.{team})',
    none: 'not.or=(team.id.eq.{team},text.eq.c)',
    twice: 'not.and=(not.and(team.id.eq.{team}))',
    deep: 'team.not.and=(member.id.eq.{team})',
    distinct: 'team_id=isdistinct.{team}',
    same: 'team_id=not.isdistinct.{team}',
    either: 'or=(text.eq.c,team.id.eq.{team})',
    unless: 'or=(text.eq.c,not.and(team.id.eq.{team}))',
  };
  const access = Object.entries(rules).map(([role, rule]) => `  ${role}: { read: "${rule}" }\n`);
  const model = modelOfFiles({
    'service.yaml': `service: Test\nroles: [${Object.keys(rules)}]\nclaims: { others: { team: team } }\n`,
    'team.yaml':
      'resource: team\nfields: { name: { type: text } }\nrelations: { member: { resource: member, by: team_id } }\n',
    'member.yaml': 'resource: member\nfields: { team_id: { type: reference, to: team } }\n',
    'note.yaml': `resource: note\nfields: { text: { type: text }, team_id: { type: reference, to: team, nullable: true } }\naccess:\n${access.join('')}`,
  });
  const { ask, token, database } = await serveModel(t, model);
  await database.query("insert into team (name) values ('One'), ('Two')");
  await database.query('insert into member (team_id) values (1)');
  await database.query("insert into note (text, team_id) values ('a', 1), ('b', 2), ('c', null)");
  const cases: readonly (readonly [role: keyof typeof rules, with1: readonly number[], without: readonly number[]])[] =
    [
      ['not', [2, 3], []],
      ['none', [2], []],
      ['twice', [1], []],
      ['deep', [2], []],
      ['distinct', [2, 3], []],
      ['same', [1], []],
      ['either', [1, 3], [3]],
      ['unless', [2, 3], [3]],
    ];
  for (const [role, with1, without] of cases) {
    const of = async (team: string | null) => {
      const claims = { identity_id: 1, scope: 'read:data', role, ...(team !== null && { team }) };
      const { body } = await ask('GET', '/note?order=id', { token: token(claims) });
      return body.map(({ id }: { readonly id: number }) => id);
    };
    t.same(await of('1'), with1, `${role} 1`);
    t.same(await of(null), without, `${role} without`);
    t.same(await of('x'), without, `${role} x`);
  }
});

test('what a request without a good token hears', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const expired = service.token({ identity_id: 1, scope: 'read:data', exp: 1 });
  const asked = (challenge: string | RegExp) => ({
    code: 'unauthenticated' as const,
    headers: { 'www-authenticate': challenge },
  });
  for (const [method, path] of [
    ['GET', '/note'],
    ['GET', '/note/1'],
    ['POST', '/note'],
    ['PATCH', '/note/1'],
    ['DELETE', '/note/1'],
  ] as const) {
    await checkRefusals(t, service, [
      { ask: [method, path, { token: null }], ...asked('Bearer') },
      {
        ask: [method, path, { token: expired }],
        ...asked('Bearer error="invalid_token", error_description="the token has expired"'),
      },
      {
        ask: [method, path, { headers: { authorization: 'Basic eDp5' } }],
        ...asked(
          `Bearer error="invalid_request", error_description="the Authorization header is not 'Bearer <token>'"`,
        ),
      },
    ]);
  }
  const head = await service.ask('HEAD', '/note', { token: null });
  t.equal(head.status, 401);
  t.equal(head.headers['www-authenticate'], 'Bearer');
});

test('an update has a rule for the row as it was and one for the row that it makes', async (t) => {
  const rights = {
    both: "update: 'status=neq.closed'",
    different: "update: { before: 'status=eq.draft', after: 'status=eq.sent' }",
    before: "update: { before: 'status=eq.draft' }",
    after: "update: { after: 'author.name=eq.Ann' }",
    none: 'update: { before: all, after: nothing }',
  };
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': `service: Reports\nroles: [${Object.keys(rights).join(', ')}]\n`,
      'author.yaml': 'resource: author\nfields: { name: { type: text } }\n',
      'report.yaml': `resource: report
unique: [[code]]
fields:
  code: { type: text }
  status: { type: text }
  author_id: { type: reference, to: author, nullable: true }
access:
${Object.entries(rights)
  .map(([role, update]) => `  ${role}: { read: all, create: all, ${update} }`)
  .join('\n')}
`,
    }),
  );
  await service.database.query("insert into author (name) values ('Ann'), ('Bo')");
  const cases = [
    ['both', 'draft', { status: 'sent' }, true],
    ['both', 'closed', { status: 'sent' }, false],
    ['both', 'draft', { status: 'closed' }, false],
    ['different', 'draft', { status: 'sent' }, true],
    ['different', 'sent', { status: 'sent', author_id: 1 }, false],
    ['different', 'draft', { status: 'closed' }, false],
    ['different', 'draft', { author_id: 1 }, false],
    ['before', 'draft', { status: 'closed' }, true],
    ['before', 'sent', { status: 'closed' }, false],
    ['after', 'closed', { author_id: 1 }, true],
    ['after', 'closed', { author_id: 2 }, false],
    ['after', 'closed', { status: 'sent' }, false],
    ['none', 'draft', { status: 'sent' }, false],
  ] as const;
  for (const [role, status, body, allowed] of cases) {
    const token = service.token({ identity_id: 1, scope: 'manage:data', role });
    const merge = { prefer: 'resolution=merge-duplicates' };
    const item = { id: 'a', method: 'PATCH', url: 'report/1', body };
    const ways = [
      ['PATCH', '/report/1', { body }],
      ['PATCH', '/report?code=eq.a', { body }],
      ['POST', '/report?on_conflict=code', { body: [{ code: 'a', status, ...body }], headers: merge }],
      ['POST', '/batch', { body: { requests: [item] } }],
    ] as const;
    for (const [method, path, request] of ways) {
      await service.database.query('truncate report restart identity');
      await service.database.query("insert into report (code, status) values ('a', $1)", [status]);
      const answer = await service.ask(method, path, { token, ...request });
      const label = `${role} ${status} ${method} ${path} ${JSON.stringify(body)}: ${answer.text}`;
      const [row] = await service.database.query('select status, author_id from report');
      const { author_id = null, status: now = status } = body as { author_id?: number; status?: string };
      if (allowed) {
        t.ok(answer.status < 300, label);
        t.same(row, { status: now, author_id: author_id === null ? null : String(author_id) }, label);
        continue;
      }
      t.same(row, { status, author_id: null }, label);
      // By a filter, a row that the caller may not update is not found.
      const isLeft = path.includes('code=') && method === 'PATCH' && answer.status < 300;
      if (!isLeft) t.match(answer, { status: 403, body: { code: 'forbidden' } }, label);
    }
  }
});
