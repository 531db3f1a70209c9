import { readFileSync } from 'node:fs';
import { type Test, test } from 'tap';
import { modelOfRole } from '../../engine/access/field_rule.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import type { Resource, Table } from '../../engine/model/model.ts';
import { type AnyRelation, stepsOf } from '../../engine/model/relation.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Asker, lastMoment, type Moment, type Oracle, readOracle, type Version } from './access_oracle.ts';
import {
  type Answer,
  identity,
  type Method,
  type Request,
  serveModel,
  type TestService,
  testService,
} from './service.ts';

// Every role with every resource on every path to it, made from the definitions: what is seen is what the rule, which
// access_oracle.ts evaluates by itself, says; and nothing tells a row that may not be seen from one that is not there.

type Ask = (method: Method, path: string, request?: Request) => Promise<Answer>;

interface Matrix {
  readonly service: TestService;
  readonly oracle: Oracle;
  readonly asker: Asker;
  readonly ask: Ask;
}

/** A row of a list, or a version of one. */
interface Shown {
  readonly id: string;
  readonly row: Version;
  readonly moment: Moment;
}

const seed = `
insert into doctor (name, phone) values ('Ada', '1'), ('Bo', '2'), ('Cy', null);
insert into patient (name, number, note) values ('Per', 'p1', 'n1'), ('Liv', 'p2', 'n2'), ('Ole', 'p3', null), ('Eva', 'p4', 'n4');
insert into treatment (patient_id, doctor_id, kind, valid_from, valid_to) values
  (1, 1, 'therapy', '2026-01-01Z', null), (2, 2, 'surgery', '2026-01-01Z', '2026-02-01Z'), (2, 1, 'therapy', '2026-03-01Z', null),
  (4, 2, 'therapy', '2026-01-01Z', null);
`;
const changes = [
  "update patient set name = 'Per P', note = 'n9' where id = 1",
  'update treatment set doctor_id = 2 where id = 1',
  'update treatment set valid_from = null, valid_to = null where id = 3',
  "update doctor set phone = '3'",
  'delete from treatment where patient_id = 4',
  'delete from patient where id = 4',
  "insert into subscription (url, secret, created_by) values ('https://example.org', 'x', 7), ('https://example.org', 'x', 8)",
];

test('what each role sees of test/access, on every path', async (t) => {
  await checkAll(t, await testService(t, 'test/access'), () => true);
});

// What a role with rules of its own for the past may do, by the file.
const archivist: Readonly<Record<string, string>> = {
  doctor: '{ read: "id=eq.{doctor_id}", history: { then: "name=neq.Cy" } }',
  patient:
    '{ read: "treatment.doctor_id=eq.{doctor_id}", update: all, history: { present: "treatment.doctor_id=eq.{doctor_id}" } }',
  treatment:
    '{ read: "doctor_id=eq.{doctor_id}", history: { then: "or=(doctor_id.eq.{doctor_id},kind.eq.surgery)", present: "patient.name=neq.Ole" } }',
};

test('what a role with rules of its own for the past sees, on every path', async (t) => {
  const files = ['service', ...Object.keys(archivist)].map((name) => {
    const text = readFileSync(`test/access/${name}.yaml`, 'utf8').replace('clerk]', 'clerk, archivist]');
    return [`${name}.yaml`, text.replace('\naccess:\n', `\naccess:\n  archivist: ${archivist[name]}\n`)] as const;
  });
  const service = await serveModel(t, modelOfFiles(Object.fromEntries(files)));
  await checkAll(t, service, ({ role }) => role === 'archivist');
});

async function checkAll(t: Test, service: TestService, isChecked: (asker: Asker) => boolean): Promise<void> {
  await service.database.database.script(seed);
  for (const change of changes) await service.database.query(change);
  while ((await sequence(service.database.database)) > 0);
  const oracle = await readOracle(service.model, service.database);
  for (const asker of askers(service).filter(isChecked)) {
    await t.test(JSON.stringify(asker), async (t) => {
      const { role, claims } = asker;
      const others = Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'identity'));
      const token = service.token({ identity_id: identity, scope: 'manage:data', ...(role && { role }), ...others });
      const ask: Ask = (method, path, request = {}) => service.ask(method, path, { token, ...request });
      const matrix: Matrix = { service, oracle, asker, ask };
      const { resources } = modelOfRole(service.model, service.model.service.roles.includes(role ?? '') ? role : null);
      for (const resource of resources.values()) {
        if (resource.kind === 'table' && resource.madeBy?.name === 'event') await checkEvents(t, matrix);
        else await checkResource(t, matrix, resource);
      }
    });
  }
}

/** Each role with claims and without, at full size with each value of each claim by itself; and those whose role is none. */
function askers({ model: { service } }: TestService): readonly Asker[] {
  const own = { identity: String(identity) };
  const names = [...service.claims.others.keys()];
  const values = ['1', '2', '9'].map((value) => ({
    ...own,
    ...Object.fromEntries(names.map((name) => [name, value])),
  }));
  const each = names.flatMap((name) => ['1', '2', '9'].map((value) => ({ ...own, [name]: value })));
  const claims = [own, ...(process.env.ALMANAC_LONG ? [...values, ...each] : values.slice(0, 2))];
  return [
    ...[null, 'stranger'].map((role) => ({ role, claims: own })),
    ...service.roles.flatMap((role) => claims.map((held) => ({ role, claims: held }))),
  ];
}

async function checkResource(t: Test, matrix: Matrix, resource: Resource): Promise<void> {
  const { service, oracle, asker, ask } = matrix;
  const { name } = resource;
  const table = tableOf(service, resource);
  const all = shownOf(oracle, resource, table);
  const seen = all.filter(({ row, moment }) => oracle.may(asker, resource, 'read', row, moment));
  const ids = seen.map(({ id }) => id);
  if (!readsAny(asker, table)) {
    for (const path of [`/${name}`, `/${name}/999`, ...all.map(({ id }) => `/${name}/${id}`)])
      t.equal((await ask('GET', path)).status, 403, `GET ${path}`);
    if (resource.kind === 'table')
      for (const { id, row } of all) await checkWrites(t, matrix, resource, id, row, false);
    return;
  }

  const list = await ask('GET', `/${name}?limit=1000`, { headers: { prefer: 'count=exact' } });
  t.strictSame(idsOf(list), ids, `GET /${name}`);
  t.match(list.headers['content-range'], new RegExp(`/${ids.length}$`), `count of ${name}`);
  const estimates = seesAll(asker, table) ? ['estimated'] : ['estimated', 'planned'];
  for (const count of estimates) {
    const estimated = await ask('GET', `/${name}?select=id`, { headers: { prefer: `count=${count}` } });
    t.match(estimated.headers['content-range'], new RegExp(`/${ids.length}$`), `${count} count of ${name}`);
  }
  const lines = await ask('GET', `/${name}`, { headers: { accept: 'application/x-ndjson' } });
  t.strictSame(
    linesOf(lines).map(({ id }) => String(id)),
    ids,
    `lines of ${name}`,
  );
  const csv = await ask('GET', `/${name}?select=id`, { headers: { accept: 'text/csv' } });
  t.strictSame(csv.text.split('\r\n').slice(1, -1), ids, `CSV of ${name}`);
  for (const { id } of all) await checkItem(t, matrix, `/${name}`, id, ids.includes(id));
  for (const relation of resource.relations.values()) await checkRelation(t, matrix, resource, relation, seen);
  if (resource.kind !== 'table') return;

  if (resource.history !== null) {
    for (const { recordedAt: at } of oracle.versions(table)) {
      const recorded: readonly Version[] = oracle
        .rows(table, { at })
        .filter((row) => oracle.may(asker, resource, 'read', row, { at }));
      const answer = await ask('GET', `/${name}?as_of=${at}`);
      t.strictSame(idsOf(answer), sorted(recorded.map(({ id }) => id)), `GET /${name}?as_of=${at}`);
    }
  }
  for (const { id, row } of all) await checkWrites(t, matrix, resource, id, row, ids.includes(id));
  await checkReferences(t, matrix, resource);
}

/** One row by its id: there or, in the very words for one that is not there, not. */
async function checkItem(t: Test, { ask }: Matrix, path: string, id: string, isSeen: boolean): Promise<void> {
  const answer = await ask('GET', `${path}/${id}`);
  t.equal(answer.status, isSeen ? 200 : 404, `GET ${path}/${id}`);
  if (isSeen) return;
  t.equal(answer.text, (await ask('GET', `${path}/999`)).text.replaceAll('999', id), `GET ${path}/${id} tells nothing`);
}

/** What is embedded in each row, and which rows are chosen and ordered by it. */
async function checkRelation(
  t: Test,
  { service, oracle, asker, ask }: Matrix,
  resource: Resource,
  relation: AnyRelation,
  seen: readonly Shown[],
): Promise<void> {
  const { alias, target, cardinality } = relation;
  const table = tableOf(service, resource);
  const to = service.model.resources.get(target) as Table;
  const steps = stepsOf(relation).map((step) => ({
    ...step,
    from: resource.kind === 'history' && step.from === `${table.name}_id` ? 'id' : step.from,
    table: service.model.resources.get(step.target) as Table,
  }));
  const relatedTo = ({ row, moment }: Shown): readonly string[] => {
    // A link that the asker may not read leads nowhere, and several links to one row lead there once.
    const found = steps.reduce<readonly Version[]>(
      (rows, { table: entered, ...step }) => {
        const past = resource.kind === 'history' ? service.model.resources.get(entered.history ?? '') : undefined;
        return rows
          .flatMap((each) => oracle.related(table, step, each, moment))
          .filter((each) => oracle.may(asker, past ?? entered, 'read', each, moment));
      },
      [row],
    );
    return sorted([...new Set(found.map(({ id }) => id))]);
  };
  const path = `/${resource.name}?select=id`;
  if (steps.some(({ table: entered }) => !readsAny(asker, entered))) {
    for (const query of [`select=id,${alias}(id)`, `embed=${alias}!`, `${alias}.id=gt.0`, `${alias}=is.null`])
      t.equal((await ask('GET', `/${resource.name}?${query}`)).status, 403, `GET /${resource.name}?${query}`);
    return;
  }
  const answer = await ask('GET', `${path},${alias}(id)`);
  t.strictSame(
    answer.body.map((row: Readonly<Record<string, unknown>>) => [row.id, row[alias]]),
    seen.map((each) => {
      const ids = relatedTo(each).map((id) => ({ id: Number(id) }));
      return [Number(each.id), cardinality === 'one' ? (ids[0] ?? null) : ids];
    }),
    `${path},${alias}(id)`,
  );
  const having = seen.filter((each) => relatedTo(each).length > 0);
  const without = seen.filter((each) => relatedTo(each).length === 0);
  const every = oracle.versions(to).map(({ id }) => id);
  const filters: readonly (readonly [filter: string, expected: readonly Shown[]])[] = [
    [`${alias}=not.is.null`, having],
    [`${alias}=is.null`, without],
    [`${alias}.id=in.(${[...new Set(every)].join()})`, having],
    [`or=(${alias}.id.gt.0,id.lt.0)`, having],
    [`not.or=(${alias}.id.gt.0,id.lt.0)`, without],
    [`embed=${alias}!`, having],
  ];
  for (const [filter, expected] of filters) {
    const found = await ask('GET', `/${resource.name}?${filter}`);
    t.strictSame(
      idsOf(found),
      expected.map(({ id }) => id),
      `GET /${resource.name}?${filter}`,
    );
  }
  if (cardinality === 'many') return;
  const key = (each: Shown) => Number(relatedTo(each)[0] ?? Number.POSITIVE_INFINITY);
  const ordered = [...seen].sort((a, b) => (key(a) === key(b) ? Number(a.id) - Number(b.id) : key(a) - key(b)));
  const found = await ask('GET', `/${resource.name}?order=${alias}(id)`);
  t.strictSame(
    idsOf(found),
    ordered.map(({ id }) => id),
    `GET /${resource.name}?order=${alias}(id)`,
  );
}

/** A change of nothing and, where it is refused, a delete: of what is seen and may be, of what is seen, and of what is not. */
async function checkWrites(
  t: Test,
  { oracle, asker, ask }: Matrix,
  table: Table,
  id: string,
  row: Version,
  isSeen: boolean,
): Promise<void> {
  for (const [operation, method, request] of [
    ['update', 'PATCH', { body: {} }],
    ['delete', 'DELETE', {}],
  ] as const) {
    if (!table.actions.has(operation)) continue;
    const may = isSeen && oracle.may(asker, table, operation, row, null);
    if (operation === 'delete' && may) continue;
    const path = `/${table.name}`;
    const answer = await ask(method, `${path}/${id}`, request);
    // Who may change no row at all hears that, whichever row it is.
    const absent = await ask(method, `${path}/999`, request);
    if (isSeen) t.equal(answer.status, may ? 200 : 403, `${method} ${path}/${id}`);
    else t.equal(answer.text, absent.text.replaceAll('999', id), `${method} ${path}/${id} tells nothing`);
    if (!isSeen) t.ok([403, 404].includes(answer.status), `${method} ${path}/${id}`);
  }
}

/** A reference to a row that is not seen fails as one to a row that is not there. */
async function checkReferences(t: Test, { service, oracle, asker, ask }: Matrix, table: Table): Promise<void> {
  for (const field of table.fields.values()) {
    const target = field.type.kind === 'reference' ? service.model.resources.get(field.type.to) : undefined;
    if (target?.kind !== 'table' || !field.create) continue;
    const required = [...table.fields.values()].filter(
      (each) => each.create && !each.nullable && each.default === null,
    );
    const body = (id: number) => ({
      ...Object.fromEntries(
        required.map(({ name, type }) => [name, type.kind === 'reference' ? 1 : '2027-01-01T00:00Z']),
      ),
      [field.name]: id,
    });
    const absent = await ask('POST', `/${table.name}`, { body: body(999) });
    t.ok([403, 409].includes(absent.status), `POST /${table.name} with ${field.name} 999: ${absent.status}`);
    for (const row of oracle.rows(target, null)) {
      if (oracle.may(asker, target, 'read', row, null)) continue;
      const answer = await ask('POST', `/${table.name}`, { body: body(Number(row.id)) });
      t.equal(answer.status, absent.status, `POST /${table.name} with ${field.name} ${row.id}`);
      t.equal(answer.text, absent.text.replaceAll('999', row.id), `POST /${table.name} with ${field.name} ${row.id}`);
    }
  }
}

/** An event is seen by whom sees the version that it is about: made at its time or, of a delete, replaced then. */
async function checkEvents(t: Test, { service, oracle, asker, ask }: Matrix): Promise<void> {
  const events = await oracle.events(service.database.query);
  const seen = events.filter((event) => oracle.sees(asker, event));
  const ids = seen.map(({ id }) => id);
  const list = await ask('GET', '/event?limit=1000', { headers: { prefer: 'count=exact' } });
  t.strictSame(idsOf(list), ids, 'GET /event');
  t.match(list.headers['content-range'], new RegExp(`/${ids.length}$`), 'count of event');
  const lines = await ask('GET', '/event', { headers: { accept: 'application/x-ndjson' } });
  t.strictSame(
    linesOf(lines).map(({ id }) => String(id)),
    ids,
    'lines of event',
  );
  for (const { id } of events) {
    const answer = await ask('GET', `/event/${id}`);
    t.equal(answer.status, ids.includes(id) ? 200 : 404, `GET /event/${id}`);
    if (answer.status === 404)
      t.equal(answer.text, (await ask('GET', '/event/999')).text.replaceAll('999', id), `GET /event/${id}`);
  }
}

/** Whether the role may read any row; one that the service does not know is none. */
function readsAny({ role }: Asker, { access }: Table): boolean {
  return access === null || ((access.get(role ?? '') ?? access.get(''))?.read.kind ?? 'nothing') !== 'nothing';
}

function seesAll({ role }: Asker, { access }: Table): boolean {
  return access === null || access.get(role ?? '')?.read.kind === 'all';
}

function shownOf(oracle: Oracle, resource: Resource, table: Table): readonly Shown[] {
  const shown =
    resource.kind === 'history'
      ? oracle.versions(table).map((row) => ({ id: row.versionId, row, moment: lastMoment(row) }))
      : oracle.rows(table, null).map((row) => ({ id: row.id, row, moment: null }));
  return shown.sort((a, b) => Number(a.id) - Number(b.id));
}

function tableOf({ model }: TestService, resource: Resource): Table {
  return (resource.kind === 'history' ? resource.of : model.resources.get(resource.name)) as Table;
}

function idsOf({ status, body, text }: Answer): readonly string[] {
  if (status !== 200 && status !== 206) throw new Error(text);
  return body.map(({ id }: { readonly id: number }) => String(id));
}

function linesOf({ text }: Answer): readonly { readonly id: number }[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

function sorted(ids: readonly string[]): readonly string[] {
  return [...ids].sort((a, b) => Number(a) - Number(b));
}
