import { type Test, test } from 'tap';
import type { Field } from '../../engine/model/field.ts';
import type { Resource, Table } from '../../engine/model/model.ts';
import type { Action } from '../../engine/vocabulary/action/actions.ts';
import { type Answer, identity, type Method, type TestService, testService } from './service.ts';
import { type Body, createMaker, type Maker, tableOf } from './valid_body.ts';

// Specification 4.1 and 4.2: what a resource offers, and nothing else, on every path that a model gives.

for (const folder of ['test/register', 'test/library', 'test/five_lines']) {
  test(`every path of ${folder}`, async (t) => {
    const service = await testService(t, folder);
    const make = createMaker(service);
    for (const resource of service.model.resources.values()) {
      if (resource.kind === 'view') continue;
      await t.test(resource.name, async (t) => {
        const table = resource.kind === 'table' ? resource : resource.of;
        const id = await make.row(table);
        await checkMethods(t, service, resource, id);
        if (resource.actions.has('list')) await checkList(t, service, resource);
        if (resource.kind === 'history') return checkHistory(t, service, table, id);
        if (resource.actions.has('read')) await checkRead(t, service, resource, id);
        if (resource.actions.has('create')) await checkCreate(t, service, resource, make);
        if (resource.actions.has('update')) await checkUpdate(t, service, resource, make, id);
        if (resource.actions.has('delete')) await checkDelete(t, service, resource, make);
      });
    }
  });
}

const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

async function checkMethods(t: Test, { ask, model }: TestService, resource: Resource, id: string): Promise<void> {
  const { name, actions } = resource;
  const has = (action: Action, offered: readonly Method[]) => (actions.has(action) ? offered : []);
  const paths: readonly (readonly [path: string, offered: readonly Method[]])[] = [
    [
      `/${name}`,
      [
        ...has('list', ['GET', 'HEAD']),
        ...has('create', ['POST']),
        ...has('update_many', ['PATCH']),
        ...has('delete_many', ['DELETE']),
      ],
    ],
    [`/${name}/${id}`, [...has('read', ['GET', 'HEAD']), ...has('update', ['PATCH']), ...has('delete', ['DELETE'])]],
    [`/${name}/${id}/history`, model.resources.has(`${name}_history`) ? ['GET', 'HEAD'] : []],
    [`/${name}/`, []],
    [`/${name}/${id}/`, []],
    [`/${name}/${id}/histories`, []],
    [`/${name}/${id}/history/1`, []],
  ];
  for (const [path, offered] of paths) {
    for (const method of methods.filter((each) => !offered.includes(each))) {
      const answer = await ask(method, path, { body: '{' });
      const [status, code] = offered.length > 0 ? [405, 'method_not_allowed'] : [404, 'unknown_path'];
      t.equal(answer.status, status, `${method} ${path}`);
      if (method !== 'HEAD') t.equal(answer.body.code, code, `${method} ${path}`);
      if (status === 405) t.equal(answer.headers.allow, offered.join(', '), `${method} ${path}`);
    }
  }
}

async function checkList(t: Test, { ask }: TestService, resource: Resource): Promise<void> {
  const answer = await ask('GET', `/${resource.name}?limit=3`);
  t.equal(answer.status, 200);
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  t.equal(answer.headers['content-range'], `0-${answer.body.length - 1}/*`);
  t.ok(answer.body.length > 0 && answer.body.length <= 3);
  for (const row of answer.body) t.same(Object.keys(row), [...resource.fields.keys()], 'all fields, no links');
  const [last] = answer.body.slice(-1);
  for (const field of resource.fields.values()) {
    const asked = `${field.name}=${conditionOf(field, last[field.name])}`;
    const found = await ask('GET', `/${resource.name}?${asked}&id=eq.${last.id}`);
    t.same(found.body, [last], `${resource.name}?${asked}`);
    const others = await ask('GET', `/${resource.name}?not.and=(${field.name}.is.null,id.gt.0)&id=eq.${last.id}`);
    t.equal(others.status, 200, others.text);
  }
}

/** The condition that a row with this value meets. */
function conditionOf({ type }: Field, value: unknown): string {
  if (value === null) return 'is.null';
  return type.kind === 'json' || type.kind === 'array' ? 'not.is.null' : `eq.${encodeURIComponent(String(value))}`;
}

async function checkRead(t: Test, service: TestService, resource: Resource, id: string): Promise<void> {
  const answer = await service.ask('GET', `/${resource.name}/${id}`);
  t.equal(answer.status, 200, answer.text);
  t.same(Object.keys(answer.body), [...resource.fields.keys(), 'links']);
  t.match(answer.body.recorded_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  await followLinks(t, service, answer);
  const head = await service.ask('HEAD', `/${resource.name}/${id}`);
  t.equal(head.status, 200);
  t.equal(head.text, '');
}

async function followLinks(t: Test, { ask, model }: TestService, { body }: Answer): Promise<void> {
  const { basePath } = model.service;
  for (const [name, link] of Object.entries(body.links as Record<string, string | null>)) {
    if (link === null) continue;
    t.ok(link.startsWith(`${basePath}/`), link);
    const answer = await ask('GET', link.slice(basePath.length));
    // A token may name an identity without a row, as that of the tests does until the tests make its row.
    if (link === `${basePath}/identity/${identity}`) t.match(String(answer.status), /^(200|404)$/, link);
    else if (name !== 'history') t.equal(answer.status, 200, link);
    else {
      t.equal(answer.status, 307, link);
      const target = await ask('GET', answer.headers.location?.slice(basePath.length) ?? '');
      t.equal(target.status, 200, link);
      t.equal(target.body.length, 1);
    }
  }
}

async function checkHistory(t: Test, service: TestService, { name }: Table, id: string): Promise<void> {
  const { body } = await service.ask('GET', `/${name}_history?${name}_id=eq.${id}`);
  t.equal(body.length, 1);
  const [version] = body;
  t.match(version, { [`${name}_id`]: Number(id), replaced_at: null, replaced_by: null });
  const answer = await service.ask('GET', `/${name}_history/${version.id}`);
  t.equal(answer.status, 200);
  const { links, ...row } = answer.body;
  t.same(row, version);
  t.equal(links.self, `${service.model.service.basePath}/${name}_history/${version.id}`);
  await followLinks(t, service, answer);
}

async function checkCreate(t: Test, service: TestService, table: Table, make: Maker): Promise<void> {
  for (const which of ['full', 'least'] as const) {
    const sent = await make.body(table, which);
    const { status, headers, body, text } = await service.ask('POST', `/${table.name}`, { body: sent });
    t.equal(status, 201, text);
    t.equal(headers.location, `${service.model.service.basePath}/${table.name}/${body.id}`);
    t.same(Object.keys(body), [...table.fields.keys()], 'the row as a list shows it');
    t.equal(body.recorded_by, identity);
    for (const [name, value] of Object.entries(sent))
      if (table.fields.get(name)?.writeOnly) t.equal(body[name], '********', name);
      else t.same(shown(body[name], table, name), shown(value, table, name), name);
    const read = await service.ask('GET', `/${table.name}/${body.id}`);
    const { links, ...row } = read.body;
    t.same(row, body);
  }
}

/** A value in a form in which what was sent equals what is shown. */
function shown(value: unknown, table: Table, name: string): unknown {
  return table.fields.get(name)?.type.kind === 'datetime' && value !== null ? new Date(String(value)).getTime() : value;
}

async function checkUpdate(t: Test, { ask, model }: TestService, table: Table, make: Maker, id: string): Promise<void> {
  const path = `/${table.name}/${id}`;
  const before = (await ask('GET', path)).body;
  const changes = await changesOf(table, make, before);
  for (const [name, value] of Object.entries(changes)) {
    const answer = await ask('PATCH', path, { body: { [name]: value } });
    t.equal(answer.status, 200, answer.text);
    t.same(Object.keys(answer.body), [...table.fields.keys()]);
    t.same(answer.body[name], value, name);
    t.equal(answer.body.id, Number(id));
  }
  const after = (await ask('GET', path)).body;
  t.match(after, changes, 'each change kept the ones before it');
  const again = await ask('PATCH', path, { body: changes });
  t.equal(again.status, 200);
  t.equal(again.body.recorded_at, after.recorded_at, 'an update without effect records nothing');
  if (!model.resources.has(`${table.name}_history`)) return;
  const { body: versions } = await ask('GET', `/${table.name}_history?${table.name}_id=eq.${id}`);
  t.equal(versions.length, Object.keys(changes).length + 1, 'a version for each change');
}

/** A new value for each field that an update takes and that no rule over several fields binds. */
async function changesOf(table: Table, make: Maker, row: Body): Promise<Body> {
  const rules = JSON.stringify(table.checks);
  const next = await make.body(table);
  const changes: Record<string, Body[string]> = {};
  for (const { name, type, update } of table.fields.values()) {
    const value = next[name];
    if (
      !update ||
      table.fields.get(name)?.writeOnly ||
      value === undefined ||
      type.kind === 'datetime' ||
      rules.includes(`"${name}"`)
    )
      continue;
    if (type.kind === 'enum' && type.transitions !== null) {
      const [target] = type.transitions.get(String(row[name])) ?? [];
      if (target !== undefined) changes[name] = target;
    } else if (JSON.stringify(value) !== JSON.stringify(row[name])) changes[name] = value;
  }
  return changes;
}

async function checkDelete(t: Test, { ask, model }: TestService, table: Table, make: Maker): Promise<void> {
  const path = `/${table.name}/${await make.row(table)}`;
  const before = (await ask('GET', path)).body;
  const answer = await ask('DELETE', path);
  t.equal(answer.status, 204, answer.text);
  t.equal(answer.text, '');
  t.equal((await ask('GET', path)).status, 404);
  t.equal((await ask('DELETE', path)).status, 404);
  t.same((await ask('GET', `/${table.name}?id=eq.${before.id}`)).body, []);
  if (!model.resources.has(`${table.name}_history`)) return;
  t.equal(tableOf(model, table.name).history, `${table.name}_history`);
  const { body: versions } = await ask('GET', `/${table.name}_history?${table.name}_id=eq.${before.id}`);
  t.equal(versions[0].replaced_by, identity, 'history keeps what was deleted');
  t.equal(versions.length, table.temporal === null ? 1 : 2);
}
