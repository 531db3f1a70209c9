import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Test, test } from 'tap';
import { readPeople } from '../../codegen/demo/people.ts';
import { openapiDocument } from '../../engine/contract/openapi/document.ts';
import { studioModelSchema } from '../../engine/contract/studio/model_schema.ts';
import type { StudioModel, StudioResource } from '../../engine/contract/studio/studio_model.ts';
import type { Service } from '../../engine/model/service.ts';
import { type Action, actionWord } from '../../engine/vocabulary/action/actions.ts';
import { serveNotes, strongestClaims, type TestService, testService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { closed } from './asking.ts';

// GET /studio/model has what the API offers to the same token, in the words of Studio, and nothing else.

async function modelFor({ server }: TestService, token: string): Promise<StudioModel> {
  const answer = await server.inject({ url: '/studio/model', headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

const validate = new Ajv2020({ strictTypes: false }).compile(closed(studioModelSchema));

/** Holds what Studio is told against what the API says and does for the same token. */
async function compare(t: Test, service: TestService, token: string): Promise<StudioModel> {
  const { server, model } = service;
  const studio = await modelFor(service, token);
  t.ok(validate(studio), JSON.stringify(validate.errors));
  const authorization = `Bearer ${token}`;
  const document = (await server.inject({ url: '/openapi.json?for=me', headers: { authorization } })).json();
  const offered = (name: string, action: Action) => {
    const { path, method } = actionWord(action);
    return document.paths[`/${name}${path}`]?.[method.toLowerCase()] !== undefined;
  };
  const seen = [...model.resources.keys()].filter((name) => offered(name, 'list') || offered(name, 'read'));
  t.same(
    studio.resources.map(({ name }) => name),
    seen,
    'the resources that can be listed or read',
  );
  for (const resource of studio.resources) {
    const { name, actions, fields, relations } = resource;
    t.ok(
      actions.every((action) => offered(name, action)),
      `${name}: ${actions}`,
    );
    const schema = document.components.schemas[name]?.properties ?? {};
    const told = [...fields.map((field) => field.name), ...relations.map(({ alias }) => alias)];
    t.same(
      told.filter((member) => !(member in schema)),
      [],
      `the fields and relations of ${name}`,
    );
    for (const member of Object.keys(schema).filter((each) => !told.includes(each))) {
      const select = model.resources.get(name)?.fields.has(member) ? member : `${member}(id)`;
      const { status } = await service.ask('GET', `/${name}?select=${select}`, { token });
      t.equal(status, 403, `${name}.${member} needs more rights than the document says`);
    }
    t.ok(
      relations.every(({ target }) => seen.includes(target)),
      `the relations of ${name}`,
    );
    if (actions.includes('list')) await use(t, service, { resource, studio, token });
  }
  return studio;
}

/** Asks for everything of a resource that Studio is told of. */
async function use(t: Test, { ask }: TestService, { resource, studio, token }: Used): Promise<void> {
  const { name, fields, relations, history } = resource;
  const works = async (query: string) => {
    const { status, text } = await ask('GET', `/${name}?limit=1&${encodeURI(query)}`, { token });
    t.equal(status, 200, `${name}?${query} ${text.slice(0, 300)}`);
  };
  const firstField = (target: string) => studio.resources.find((each) => each.name === target)?.fields[0]?.name;
  const embeds = relations.map(({ alias, target }) => `${alias}(${firstField(target)})`);
  await works(`select=${[...fields.map((field) => field.name), ...embeds].join()}`);
  const sortable = fields.filter((field) => field.sortable).map((field) => field.name);
  if (sortable.length > 0) await works(`order=${sortable.join()}`);
  const takes = [
    ['as_of=2026-11-20T00:00Z', resource.asOf],
    ['valid_at=2026-11-20T00:00Z', resource.validAt],
    ['search=wfts.word', resource.search],
  ] as const;
  for (const [query, isTaken] of takes) {
    const { status, text } = await ask('GET', `/${name}?limit=1&${query}`, { token });
    t.equal(status === 200, isTaken, `${name}?${query} ${text.slice(0, 300)}`);
  }
  if (history !== null) t.equal((await ask('GET', `/${history}?limit=1`, { token })).status, 200, history);
}

interface Used {
  readonly resource: StudioResource;
  readonly studio: StudioModel;
  readonly token: string;
}

test('each of the people of the demo is told what the API offers them', async (t) => {
  const service = await testService(t, 'resources');
  const { claims } = service.model.service;
  const people = await readPeople(service.model.service, 'resources');
  t.ok(people.length > 2);
  // In a short run, the one who may do most of them.
  for (const { subject, role, claims: own } of process.env.ALMANAC_LONG === undefined ? people.slice(-1) : people) {
    const token = service.token({
      sub: subject,
      [claims.role]: role,
      scope: 'manage:data',
      ...Object.fromEntries(own),
    });
    const { caller } = await compare(t, service, token);
    t.match(caller, { role, claims: Object.fromEntries(own) });
    t.match(caller.identity, /^\d+$/, 'found by their subject');
  }
  const administrator = { identity_id: 1, role: 'administrator' };
  for (const scope of ['manage:data', 'read:data:contract read:data:party', 'use:data:contract_history'])
    await compare(t, service, service.token({ ...administrator, scope }));
  const studio = await compare(t, service, service.token({ identity_id: 1, role: 'nobody', scope: 'manage:data' }));
  t.match(studio, { caller: { role: null }, resources: [] }, 'a role that there is not reads nothing');
  t.same((await compare(t, service, service.token({ ...administrator, scope: '' }))).resources, []);
});

test('a field, a relation and a history that a role does not read are nowhere', async (t) => {
  const service = await testService(t, 'test/access');
  const of = (role: string, scope = 'manage:data') =>
    compare(t, service, service.token({ identity_id: 7, role, scope, doctor_id: 1, patient_id: 1 }));
  const fieldsOf = ({ resources }: StudioModel, name: string) =>
    resources.find((each) => each.name === name)?.fields.map((field) => field.name);
  t.ok(fieldsOf(await of('doctor'), 'treatment')?.includes('kind'));
  const patient = await of('patient');
  t.notMatch(JSON.stringify(patient), /surgery|"kind":"surgery|phone/);
  t.notOk(fieldsOf(patient, 'doctor')?.includes('phone'));
  const clerk = await of('clerk', 'read:data:doctor read:data:patient_history');
  t.same(
    clerk.resources.map(({ name, history, relations, asOf }) => [name, history, relations.length, asOf]),
    [
      ['doctor', null, 0, false],
      ['patient_history', null, 0, false],
    ],
    'without the scopes of what they lead to',
  );
});

test('a relation has the filter by which a list of its target has the related rows', async (t) => {
  const service = await testService(t, 'test/grid');
  const { ask } = service;
  const token = service.token({ identity_id: 7, role: 'operator', scope: 'manage:data' });
  const make = async (path: string, body: object) => {
    const { status, text } = await ask('POST', `/${path}`, { token, body: body as never });
    if (status !== 201) throw new Error(text);
  };
  await make('party', [{ code: 'sp', name: 'South', kind: 'provider' }]);
  for (const area of [{ name: 'Country' }, { name: 'Town', parent_id: 1 }, { name: 'Street', parent_id: 2 }])
    await make('area', area);
  await make('tag', [{ name: 'solar' }, { name: 'old' }]);
  await make('cluster', [{ name: 'Roof' }, { name: 'Cellar' }]);
  const device = { area_id: 3, owner_id: 1 };
  await make('device', { ...device, code: 'd1', name: 'Heater', tag_ids: [2, 1] });
  await make('device', { ...device, code: 'd2', name: 'Boiler', tag_ids: [] });
  await make('part', [{ device_id: 1, power: 10, make: 'a-1' }]);
  await make('membership', { device_id: 1, cluster_id: 1, valid_from: '2026-01-01T00:00:00Z' });
  await make('cluster_area', { cluster_id: 1, area_id: 2, valid_from: '2025-06-01T00:00:00Z' });
  const studio = await compare(t, service, token);
  const ofPresent = 'read:data:device_power read:data:device read:data:part';
  for (const scope of [ofPresent, `${ofPresent} read:data:device_history`])
    await compare(t, service, service.token({ identity_id: 7, role: 'operator', scope }));
  const compared = new Set<string>();
  for (const { name, kind, relations } of studio.resources) {
    for (const { alias, target, filter, field } of relations) {
      if (filter === null || kind !== 'table') continue;
      const shown = studio.resources.find((each) => each.name === target)?.fields[0]?.name ?? '';
      const rows = await ask('GET', `/${name}?select=${filter.from},${alias}(${shown})`, { token });
      for (const row of rows.body) {
        const own = row[filter.from];
        if (own === null) continue;
        const value = filter.value.replace('{value}', String(own));
        const listed = await ask('GET', `/${target}?select=${shown}&${filter.parameter}=${value}`, { token });
        const embedded = [row[alias] ?? []].flat();
        t.same(sorted(listed.body), sorted(embedded), `${name} ${JSON.stringify(row)} ${filter.parameter}=${value}`);
        if (embedded.length > 0) compared.add(`${name}.${alias}${field === null ? '' : ` by ${field}`}`);
      }
    }
  }
  t.match(
    [...compared],
    new Set([
      'area.above',
      'area.below',
      'cluster.area',
      'device.area by area_id',
      'device.cluster_area',
      'device.membership',
      'device.owner by owner_id',
      'device.part',
      'device.tag by tag_ids',
    ]),
  );
  const { relations = [] } = studio.resources.find(({ name }) => name === 'device') ?? {};
  t.same(
    relations.filter(({ isTimeline }) => isTimeline).map(({ alias }) => alias),
    ['membership', 'cluster_area'],
    'the entries of one timeline, and of a chain of timelines',
  );
});

function sorted(rows: readonly object[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

test('a filter of a field takes the operators that Studio is told of, and no other', async (t) => {
  const service = await testService(t, 'test/grid');
  const token = service.token({ identity_id: 7, role: 'operator', scope: 'manage:data' });
  const { resources, operators } = await modelFor(service, token);
  const kinds = new Set<string>();
  for (const { name, fields } of resources.filter(({ kind }) => kind === 'table')) {
    for (const field of fields) {
      const kind = `${field.type} ${field.isArray}`;
      if (kinds.has(kind)) continue;
      kinds.add(kind);
      for (const operator of operators) {
        const value = operator.operand === 'values' ? '(1)' : operator.operand === 'keyword' ? 'null' : '1';
        const { text } = await service.ask('GET', `/${name}?${field.name}=${operator.name}.${value}`, { token });
        const applies = !text.includes('does not apply');
        t.equal(field.operators.includes(operator.name), applies, `${operator.name} of ${name}.${field.name}`);
      }
    }
  }
  t.ok(kinds.size > 10, [...kinds].join());
});

test('what is never shown has no filters, and every row has its id and its record from the service', async (t) => {
  const service = await testService(t, 'test/access');
  const { resources } = await modelFor(
    service,
    service.token({ identity_id: 7, role: 'doctor', scope: 'manage:data' }),
  );
  const fieldsOf = (resource: string) => resources.find(({ name }) => name === resource)?.fields ?? [];
  t.match(
    fieldsOf('subscription').find(({ name }) => name === 'secret'),
    { operators: [], sortable: false },
  );
  const bySystem = (resource: string) => fieldsOf(resource).flatMap((field) => (field.bySystem ? [field.name] : []));
  const record = ['recorded_at', 'recorded_by'];
  t.same(bySystem('treatment'), ['id', ...record]);
  t.same(bySystem('treatment_history'), ['id', 'treatment_id', ...record, 'replaced_at', 'replaced_by']);
});

test('the model is kept by the client alone, and is sent again when it is another one', async (t) => {
  const service = await serveNotes(t, {});
  const token = service.token({ identity_id: 7, scope: 'read:data' });
  const ask = (headers: Record<string, string>) => service.server.inject({ url: '/studio/model', headers });
  const authorization = `Bearer ${token}`;
  const first = await ask({ authorization });
  t.match(first.headers, { 'cache-control': 'private, no-cache', 'content-type': 'application/json; charset=utf-8' });
  t.match(first.headers.vary, /Authorization/);
  const etag = String(first.headers.etag);
  const again = await ask({ authorization, 'if-none-match': etag });
  t.match(again, { statusCode: 304, body: '', headers: { etag, 'cache-control': 'private, no-cache' } });
  const other = `Bearer ${service.token({ identity_id: 8, scope: 'read:data' })}`;
  t.match(await ask({ authorization: other, 'if-none-match': etag }), { statusCode: 200 });
  t.equal((await service.server.inject({ method: 'HEAD', url: '/studio/model', headers: { authorization } })).body, '');
  t.equal((await ask({ authorization, 'if-none-match': 'x' })).statusCode, 400);
});

test('the model is packed for a client that takes it, and has an entity tag of its own', async (t) => {
  const service = await testService(t, 'resources');
  const authorization = `Bearer ${service.token(strongestClaims(service.model))}`;
  const ask = (headers: Record<string, string>) =>
    service.server.inject({ url: '/studio/model', headers: { authorization, ...headers } });
  const plain = await ask({});
  const small = await ask({ 'accept-encoding': 'br, gzip' });
  t.match(small.headers, { 'content-encoding': 'gzip', vary: /Accept-Encoding/ });
  t.equal(gunzipSync(small.rawPayload).toString(), plain.body);
  t.ok(small.rawPayload.length < plain.rawPayload.length / 10);
  t.match(plain.headers, { 'content-encoding': undefined, vary: /Accept-Encoding/ });
  t.not(small.headers.etag, plain.headers.etag);
  const again = { 'accept-encoding': 'gzip', 'if-none-match': String(small.headers.etag) };
  t.match(await ask(again), { statusCode: 304, rawPayload: Buffer.of() });
});

test('the model asks for a valid token, and for nothing else', async (t) => {
  const service = await serveNotes(t, { documentFor: 'caller' });
  const ask = (url: string, token: string | null) =>
    service.server.inject({ url, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
  for (const token of [null, 'x.y.z', service.token({ identity_id: 7, exp: 1 })]) {
    const refused = await ask('/studio/model', token);
    t.match(refused, { statusCode: 401, headers: { 'cache-control': 'private, no-cache' } });
    t.notMatch(refused.body, /note/);
  }
  const without = await ask('/studio/model', service.token({ identity_id: 7 }));
  t.equal(without.statusCode, 200);
  t.match(without.json(), { service: { documentation: null }, resources: [] }, 'no page of the documentation is there');
  const parameter = await ask('/studio/model?for=me', service.token({ identity_id: 7 }));
  t.match(parameter.json(), { status: 400, code: 'unknown_parameter' });
});

test('a request for the model counts like any other of its identity', async (t) => {
  const { limits } = (await serveNotes(t, {})).model.service;
  const service = await serveNotes(t, { limits: { ...limits, requestsPerMinute: 2 } });
  const ask = async (identity: number) => {
    const headers = { authorization: `Bearer ${service.token({ identity_id: identity, scope: 'read:data' })}` };
    return (await service.server.inject({ url: '/studio/model', headers })).statusCode;
  };
  t.same([await ask(7), await ask(7), await ask(7), await ask(8)], [200, 200, 429, 200]);
});

test('a service of which Studio is turned off has no model', async (t) => {
  const { server, token } = await serveNotes(t, { studio: null });
  const headers = { authorization: `Bearer ${token({ identity_id: 7, scope: 'read:data' })}` };
  t.match((await server.inject({ url: '/studio/model', headers })).json(), { status: 404, code: 'unknown_path' });
});

test('the document has the endpoints of Studio, beside the base path', async (t) => {
  const { server, token } = await serveNotes(t, {});
  const { paths, components } = (await server.inject('/openapi.json')).json();
  const { get } = paths['/studio/model'];
  t.match(get, { operationId: 'studio_model', servers: [{ url: '/' }] });
  t.same(components.schemas.studio_model, studioModelSchema);
  const headers = { authorization: `Bearer ${token({ identity_id: 7 })}` };
  const { headers: answered } = await server.inject({ url: '/studio/model', headers });
  t.match(answered.etag, new RegExp(components.headers['Text-ETag'].schema.pattern));
  const unknown = Object.keys(get.responses[200].headers).filter((name) => !(name.toLowerCase() in answered));
  t.same(unknown, [], 'every header that it names is there');
  const statusOf = async (url: string, more: Record<string, string>) =>
    (await server.inject({ url, headers: { ...headers, ...more } })).statusCode;
  const statuses = [
    await statusOf('/studio/model', { 'if-none-match': '*' }),
    await statusOf('/studio/model', { 'if-none-match': 'x' }),
    await statusOf('/studio/model', { authorization: '' }),
  ];
  t.same(statuses, [304, 400, 401]);
  t.ok(statuses.every((status) => String(status) in get.responses));
});

test('the document names a host where service.yaml does, and nothing of Studio where it is turned off', async (t) => {
  const pathsOf = async (parts: Partial<Service>) => {
    const { server } = await serveNotes(t, parts);
    return (await server.inject('/openapi.json')).json().paths;
  };
  const servers = [{ url: 'https://data.example.org', description: null }];
  const named = await pathsOf({ servers });
  t.same(named['/studio/model'].get.servers, [{ url: 'https://data.example.org' }]);
  t.notOk(Object.keys(await pathsOf({ studio: null })).some((path) => path.startsWith('/studio')));
});

test('a resource of the name studio has its own paths in the document', async (t) => {
  const studio =
    'resource: studio\nfields: { name: { type: text } }\ncalls: { model: { find: id=eq.1, answer: [name] } }\n';
  const { paths } = openapiDocument(modelOfFiles({ 'service.yaml': 'service: Films\n', 'studio.yaml': studio }));
  t.same(Object.keys(paths['/studio/model'] ?? {}), ['post']);
});
