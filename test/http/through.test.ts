import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { checkRefusals } from './refusal.ts';
import { serveModel } from './service.ts';

// Many to many: a relation through links gives each row at their other end once (docs/query_language.md).

/** Rules of reading, one for each role, and the people that it sees. */
const rules: Readonly<Record<string, readonly [rule: string, seen: readonly number[]]>> = {
  in_beta: ['project.name=eq.Beta', [1, 2]],
  in_none: ['project=is.null', [3, 4]],
  in_some: ['project=not.is.null', [1, 2]],
  in_tree: ['or=(project.name.eq.Alpha,name.eq.Cid)', [1, 3]],
  two: ['count(project)=eq.2', [1]],
  none: ['count(project)=eq.0', [3, 4]],
  beta_once: ['count(project(name=eq.Beta))=eq.1', [1, 2]],
  budget: ['sum(project.budget)=gte.30', [1]],
  least: ['min(project.budget)=eq.20', [2]],
  claimed: ['project.id=eq.{project}', [1]],
  own: ['project.budget=eq.$wage', [2]],
  own_set: ['wage=in.$project.budget', [2]],
  further: ['project.member.name=eq.Bob', [1, 2]],
  friend: ['friend.name=eq.Cid', [1, 2]],
  busy: ['task.valid_at=now', [1]],
  busy_with: ['task.valid_at=now&task.name=eq.Dig', []],
  was_busy_with: ['task.validity=cs.2021-01-01T00:00Z&task.name=eq.Dig', [1]],
  ever_busy: ['task.valid_from=not.is.null', [1, 2]],
  idle: ['not.and=(task.valid_at.eq.now)', [2, 3, 4]],
  busy_in_tree: ['or=(task.and(valid_at.eq.now,name.eq.Build),name.eq.Cid)', [1, 3]],
  one_now: ['count(task(valid_at=now))=eq.1', [1]],
  ever_two: ['count(task(valid_from=not.is.null))=eq.2', [1]],
  points_then: ['sum(task(validity=cs.2020-06-01T00:00Z).points)=eq.3', [1, 2]],
  posted: ['post.valid_at=now', [1]],
  named: ['project=rule.big', [1, 2]],
  visible: ['project=visible', [1, 2]],
  unseen: ['project=not.visible', []],
};

const files = {
  'service.yaml': `service: Work
aggregates: true
roles: [all, shy, barred, part, ${Object.keys(rules).join(', ')}]
claims: { others: { project: project } }
rules: { big: { of: project, that: budget=gte.20 } }
`,
  'person.yaml': `resource: person
history: true
fields:
  name: { type: text }
  wage: { type: integer, default: 1 }
relations:
  membership: { resource: membership, by: person_id }
  project: { through: membership, by: person_id, to: project_id }
  sponsored: { resource: project, by: sponsor_id }
  task: { through: stint, by: person_id, to: task_id }
  friend: { through: friendship, by: person_id, to: friend_id }
  follower: { through: friendship, by: friend_id, to: person_id }
  post: { through: posting, by: person_id, to: post_id }
access:
  all: all
  shy: all
  barred: all
  part: all
${Object.entries(rules)
  .map(([role, [rule]]) => `  ${role}: { read: '${rule}', update: '${rule}' }\n`)
  .join('')}`,
  'project.yaml': `resource: project
history: true
fields:
  name: { type: text }
  budget: { type: integer }
  sponsor_id: { type: reference, to: person, nullable: true }
relations:
  member: { through: membership, by: project_id, to: person_id }
access:
  all: all
  shy: all
  barred: all
  part: { read: name=neq.Beta }
${Object.keys(rules)
  .map((role) => `  ${role}: all\n`)
  .join('')}`,
  'membership.yaml': `resource: membership
history: true
fields:
  person_id: { type: reference, to: person }
  project_id: { type: reference, to: project }
  secret: { type: boolean, default: false }
access:
  all: all
  part: all
  shy: { read: secret=is.false }
${Object.keys(rules)
  .map((role) => `  ${role}: all\n`)
  .join('')}`,
  'task.yaml': 'resource: task\nfields: { name: { type: text }, points: { type: integer, default: 3 } }\n',
  'stint.yaml': `resource: stint
history: true
temporal: { timeline: [person_id, task_id] }
fields:
  person_id: { type: reference, to: person }
  task_id: { type: reference, to: task }
`,
  'friendship.yaml': `resource: friendship
history: true
fields:
  person_id: { type: reference, to: person }
  friend_id: { type: reference, to: person }
`,
  'post.yaml': `resource: post
temporal: { timeline: task_id }
fields: { task_id: { type: reference, to: task } }
`,
  'posting.yaml': `resource: posting
history: true
fields:
  person_id: { type: reference, to: person }
  post_id: { type: reference, to: post }
`,
};

const seed = `
  insert into person (name, wage) values ('Ada', 1), ('Bob', 20), ('Cid', 1), ('Dan', 1);
  insert into project (name, budget, sponsor_id) values ('Alpha', 10, null), ('Beta', 20, 1), ('Gamma', 30, null);
  insert into membership (person_id, project_id, secret) values
    (1, 1, false), (1, 1, true), (1, 2, false), (2, 2, true);
  insert into task (name) values ('Dig'), ('Build');
  insert into stint (person_id, task_id, valid_from, valid_to) values
    (1, 1, '2020-01-01Z', '2022-01-01Z'), (1, 1, '2022-06-01Z', '2023-01-01Z'), (1, 2, '2022-01-01Z', null),
    (2, 1, '2020-01-01Z', '2021-01-01Z');
  insert into friendship (person_id, friend_id) values (1, 2), (1, 3), (2, 3);
  insert into post (task_id, valid_from, valid_to) values (1, '2020-01-01Z', '2021-01-01Z'), (2, '2020-01-01Z', null);
  insert into posting (person_id, post_id) values (1, 2), (2, 1);
`;

const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);

/** A query of people, and what it shows of them: names, and under each alias the names there. */
const shown: readonly (readonly [query: string, body: unknown])[] = [
  [
    'select=name,project(name)&id=lte.3',
    [
      { name: 'Ada', project: [{ name: 'Alpha' }, { name: 'Beta' }] },
      { name: 'Bob', project: [{ name: 'Beta' }] },
      { name: 'Cid', project: [] },
    ],
  ],
  ['select=name,project!inner()', [{ name: 'Ada' }, { name: 'Bob' }]],
  ['select=name,project!inner()&project.name=eq.Alpha', [{ name: 'Ada' }]],
  ['select=name,project()&project=is.null', [{ name: 'Cid' }, { name: 'Dan' }]],
  ['select=name,project()&project=is.null&project.name=eq.Alpha', ['Bob', 'Cid', 'Dan'].map((name) => ({ name }))],
  ['select=name&project.name=eq.Beta', [{ name: 'Ada' }, { name: 'Bob' }]],
  ['select=name&project.name=eq.Beta&project.budget=eq.10', []],
  ['select=name&or=(project.name.eq.Alpha,name.eq.Dan)', [{ name: 'Ada' }, { name: 'Dan' }]],
  ['select=name&project=is.null', [{ name: 'Cid' }, { name: 'Dan' }]],
  ['select=name&project.member.name=eq.Bob', [{ name: 'Ada' }, { name: 'Bob' }]],
  ['select=p:project(name)&id=eq.1&p.order=name.desc&p.limit=1', [{ p: [{ name: 'Beta' }] }]],
  ['select=p:project(name)&id=eq.1&p.offset=1', [{ p: [{ name: 'Beta' }] }]],
  [
    'select=project(name,member(name,friend(name)))&id=eq.2',
    [
      {
        project: [
          {
            name: 'Beta',
            member: [
              { name: 'Ada', friend: [{ name: 'Bob' }, { name: 'Cid' }] },
              { name: 'Bob', friend: [{ name: 'Cid' }] },
            ],
          },
        ],
      },
    ],
  ],
  ['select=friend(name),follower(name)&id=eq.2', [{ friend: [{ name: 'Cid' }], follower: [{ name: 'Ada' }] }]],
  ['select=name&follower.name=eq.Bob', [{ name: 'Cid' }]],
  // As in PostgREST, the resource of the links tells relations apart.
  ['select=project!membership(name)&id=eq.2', [{ project: [{ name: 'Beta' }] }]],
  ['select=a:project!membership!inner(name)&a.name=eq.Alpha', [{ a: [{ name: 'Alpha' }] }]],
  ['select=b:project!sponsor_id(name)&id=eq.1', [{ b: [{ name: 'Beta' }] }]],
  // Together, and put beside the row, each stands once too.
  [
    'select=name,project(count(),budget.sum())&id=lte.2',
    [
      { name: 'Ada', project: [{ count: 2, sum: 30 }] },
      { name: 'Bob', project: [{ count: 1, sum: 20 }] },
    ],
  ],
  [
    'select=name,...project(project:name)&id=lte.2',
    [
      { name: 'Ada', project: ['Alpha', 'Beta'] },
      { name: 'Bob', project: ['Beta'] },
    ],
  ],
  // Of a timeline of links, valid_at takes those that are valid.
  ['select=task(name)&id=eq.1', [{ task: [{ name: 'Dig' }, { name: 'Build' }] }]],
  ['select=task(name)&id=eq.1&task.valid_at=2021-01-01T00:00Z', [{ task: [{ name: 'Dig' }] }]],
  ['select=task(name)&id=eq.1&task.valid_at=2019-01-01T00:00Z', [{ task: [] }]],
  ['select=name,task!inner()&task.valid_at=2020-06-01T00:00Z', [{ name: 'Ada' }, { name: 'Bob' }]],
  ['select=name,task!inner()&task.valid_at=2022-07-01T00:00Z&task.name=eq.Dig', [{ name: 'Ada' }]],
  ['select=name&task.validity=cs.2021-06-01T00:00Z', [{ name: 'Ada' }]],
  ['select=name&task.valid_from=gte.2022-01-01T00:00Z&task.name=eq.Build', [{ name: 'Ada' }]],
  ['select=name,task()&task.validity=cs.2021-06-01T00:00Z&task=is.null&id=lte.2', [{ name: 'Bob' }]],
  ['select=post(id)&id=lte.2&post.valid_at=2020-06-01T00:00Z', [{ post: [{ id: 2 }] }, { post: [{ id: 1 }] }]],
  ['select=post(id)&id=lte.2&post.valid_at=2022-06-01T00:00Z', [{ post: [{ id: 2 }] }, { post: [] }]],
];

async function work(t: Parameters<typeof serveModel>[0]) {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.query(seed);
  const as = (role: string, scope = 'manage:data') => service.token({ identity_id: 1, role, project: 1, scope });
  return { ...service, as };
}

test('rows behind links are embedded once, filtered by and nested', async (t) => {
  const { ask, as } = await work(t);
  for (const [query, body] of shown) {
    const answer = await ask('GET', `/person?${query}&order=id`, { token: as('all') });
    t.same(answer.body, body, `${query}: ${answer.text}`);
  }
  const all = as('all');
  const [ada] = (await ask('GET', '/person?embed=project(member!),task&id=eq.1', { token: all })).body;
  t.same(names(ada.project), ['Alpha', 'Beta']);
  t.same(names(ada.project[1].member), ['Ada', 'Bob']);
  t.same(names(ada.task), ['Dig', 'Build']);
  const item = (await ask('GET', '/person/3?embed=project', { token: all })).body;
  t.same(item.project, []);
  t.notOk('project' in item.links, 'a row has no link to what is behind links');
  t.equal((await ask('GET', '/person/3?embed=project!', { token: all })).status, 404);
  const made = await ask('POST', '/membership?select=project(member(name))', {
    token: all,
    body: { person_id: 3, project_id: 3 },
    headers: { Prefer: 'return=representation' },
  });
  t.same(
    made.body,
    [{ project: { member: [{ name: 'Cid' }] } }],
    `the answer to a write has what it made: ${made.text}`,
  );
});

test('a link that the caller may not read leads nowhere', async (t) => {
  const { ask, as } = await work(t);
  const ids = async (path: string, role: string) => {
    const { body, status, text } = await ask('GET', path, { token: as(role) });
    t.equal(status, 200, text);
    return body;
  };
  const path = '/person?select=name,project(name)&order=id&id=lte.2';
  t.same(
    await ids(path, 'shy'),
    [
      { name: 'Ada', project: [{ name: 'Alpha' }, { name: 'Beta' }] },
      { name: 'Bob', project: [] },
    ],
    'by another link it is still there',
  );
  t.same(await ids('/person?select=name&project.name=eq.Beta', 'shy'), [{ name: 'Ada' }]);
  t.same(await ids('/person?select=name,project!inner()&project.name=eq.Beta', 'shy'), [{ name: 'Ada' }]);
  t.same(await ids('/project?select=name,member(name)&id=eq.2', 'shy'), [{ name: 'Beta', member: [{ name: 'Ada' }] }]);
  t.same(await ids('/person?select=project(name)&id=eq.1', 'part'), [{ project: [{ name: 'Alpha' }] }], 'nor a target');
});

test('the scopes and roles of the link are asked for', async (t) => {
  const service = await work(t);
  const { as } = service;
  const some = 'read:data:person read:data:project';
  const need = 'the relation project!membership';
  const queries = ['select=project(name)', 'embed=project', 'project.name=eq.Alpha', 'project=is.null'];
  await checkRefusals(t, service, [
    ...queries.map((query) => ({
      ask: ['GET', `/person?${query}`, { token: as('all', some) }] as const,
      code: 'insufficient_scope' as const,
      detail: new RegExp(`${need}.*read:data:membership|read:data:membership.*${need}`),
    })),
    ...queries.map((query) => ({
      ask: ['GET', `/person?${query}`, { token: as('barred') }] as const,
      code: 'forbidden' as const,
    })),
    {
      ask: ['GET', '/person?project.name=eq.Alpha', { token: as('all', 'read:data:person read:data:membership') }],
      code: 'insufficient_scope',
      detail: /the relation project needs|the relation project\b(?!!)/,
    },
  ]);
});

test('what a name or a hint cannot mean is explained', async (t) => {
  const service = await work(t);
  const token = service.as('all');
  await checkRefusals(t, service, [
    {
      ask: ['GET', '/person?select=person(name)', { token }],
      code: 'invalid_parameter',
      detail: 'person has 2 relations to person',
      hint: 'expected one of friend, follower',
    },
    {
      ask: ['GET', '/person?select=person!friendship(name)', { token }],
      code: 'invalid_parameter',
      detail: 'person has 2 relations to person by friendship',
      hint: 'expected one of friend, follower',
    },
    {
      ask: ['GET', '/person?select=project!stint(name)', { token }],
      code: 'invalid_parameter',
      detail: 'no relation project of person goes by stint',
    },
    { ask: ['GET', '/person?order=project(name)', { token }], code: 'invalid_parameter', detail: /many rows/ },
    {
      ask: ['GET', '/person?embed=project&project.valid_at=2020-01-01T00:00Z', { token }],
      code: 'invalid_parameter',
      detail: 'project has no validity',
    },
  ]);
});

test('rules go through links', async (t) => {
  const { ask, as } = await work(t);
  for (const [role, [rule, seen]] of Object.entries(rules)) {
    const rows = seen.map((id) => ({ id }));
    const token = as(role);
    const list = await ask('GET', '/person?select=id&order=id', { token });
    t.same(list.body, rows, `${rule}: ${list.text}`);
    const headers = { Prefer: 'tx=rollback, return=representation' };
    const path = '/person?id=not.is.null&select=id&order=id';
    const changed = await ask('PATCH', path, { token, body: { wage: 2 }, headers });
    if (!rule.includes('wage')) t.same(changed.body, rows, `${rule}: ${changed.text}`);
  }
});

test('versions and as_of show the links of their time', async (t) => {
  const { ask, as, database } = await work(t);
  const now = async () => {
    const [{ at }] = (await database.query(`select to_json(clock_timestamp())#>>'{}' as at`)) as [{ at: string }];
    return encodeURIComponent(at);
  };
  const before = await now();
  await database.query('delete from membership where person_id = 2');
  await database.query(`update project set name = 'Bravo' where id = 2`);
  const between = await now();
  await database.query(`update person set name = 'Bo' where id = 2`);
  await database.query('insert into membership (person_id, project_id) values (2, 3)');
  await database.query('delete from stint where person_id = 2');
  const all = as('all');
  const get = async (path: string) => (await ask('GET', path, { token: all })).body;
  const path = '/person?select=name,project(name)&id=eq.2';
  t.same(await get(path), [{ name: 'Bo', project: [{ name: 'Gamma' }] }]);
  t.same(await get(`${path}&as_of=${before}`), [{ name: 'Bob', project: [{ name: 'Beta' }] }]);
  t.same(await get(`${path}&as_of=${between}`), [{ name: 'Bob', project: [] }]);
  t.same(await get(`/person?select=name&project.name=eq.Beta&as_of=${before}`), [{ name: 'Ada' }, { name: 'Bob' }]);
  t.same(await get(`/person?select=name&project.name=eq.Bravo&as_of=${between}`), [{ name: 'Ada' }]);
  t.same(
    await get('/person_history?select=name,project(name),task(name)&person_id=eq.2&order=id'),
    [
      { name: 'Bob', project: [], task: [{ name: 'Dig' }] },
      { name: 'Bo', project: [{ name: 'Gamma' }], task: [] },
    ],
    'a version shows its last moment',
  );
  const counted = `/person?select=id&order=id&as_of=${before}`;
  t.same((await ask('GET', counted, { token: as('two') })).body, [{ id: 1 }], 'a rule counts the links of then');
  t.same((await ask('GET', counted, { token: as('in_some') })).body, [{ id: 1 }, { id: 2 }]);
  const scopes =
    'read:data:person read:data:project read:data:membership read:data:person_history read:data:project_history';
  const missing = await ask('GET', `${path}&as_of=${before}`, { token: as('all', scopes) });
  t.equal(missing.status, 403, 'as_of needs the scope of the history of the link');
  t.match(missing.body.detail, 'membership_history');
});
