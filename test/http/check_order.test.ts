import { test } from 'tap';
import type { ProblemCode } from '../../engine/contract/problem.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { identity, type Method, serveModel, type TestService } from './service.ts';

// docs/access.md, "The order of checks": of two faults in one request, the answer names the one of the earlier check, whatever
// the action. Each action has a request without a fault, and every fault that it can have; all pairs of them are sent.

const files = {
  'service.yaml': `
service: Test
roles: [worker, stranger, clerk]
events: { prefix: org.example, webhooks: { private_addresses: true } }
claims: { others: { party_id: party_id } }
`,
  'party.yaml': `
resource: party
fields:
  name: { type: text }
access: { worker: { read: all }, stranger: { read: all } }
`,
  'identity.yaml': `
resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
access: { worker: { read: all } }
`,
  'thing.yaml': `
resource: thing
history: true
fields:
  party_id: { type: reference, to: party }
  name: { type: text, max_length: 20, unique: true }
  grade: { type: integer, default: 1, access: { worker: read } }
relations:
  vault: { resource: vault, by: thing_id }
notify: [{ to: party }]
access:
  worker:
    read: party_id=eq.{party_id}
    create: party_id=eq.{party_id}
    update: party_id=eq.{party_id}&name=neq.locked
    delete: party_id=eq.{party_id}&name=neq.locked
  clerk: all
`,
  'vault.yaml': `
resource: vault
fields:
  thing_id: { type: reference, to: thing }
access: { clerk: all }
`,
  'form.yaml': `
resource: form
fields:
  heading: { type: text, access: { clerk: read, worker: all } }
  text: { type: text, nullable: true }
`,
};

const rows = `
insert into party (name) values ('one'), ('two');
insert into thing (party_id, name) values (1, 'open'), (2, 'hidden'), (1, 'locked'), (1, 'taken');
`;

/** In their order. */
const stages = [
  'path',
  'token',
  'scope',
  'role',
  'headers',
  'form of the body',
  'parameters',
  'related scope',
  'related role',
  'fields by role',
  'body',
  'request key',
  'row',
  'row by role',
  'precondition',
  'own values',
] as const;

type Stage = (typeof stages)[number];

interface Sent {
  readonly method: Method;
  readonly resource: string;
  /** What follows the name of the resource in the path. */
  readonly item: string;
  readonly query: readonly string[];
  readonly embeds: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly role: string;
  /** Resources of which the token has the scope. */
  readonly scopes: readonly string[];
  readonly hasToken: boolean;
  readonly body: Readonly<Record<string, Json>> | null;
  /** What is sent instead of the body. */
  readonly raw: string | null;
}

interface Fault {
  readonly what: string;
  readonly stage: Stage;
  readonly code: ProblemCode;
  /** What it changes of the request; two faults of the same part cannot be sent together. */
  readonly part: string;
  readonly change: (sent: Sent) => Partial<Sent>;
}

const resources = ['party', 'identity', 'thing', 'thing_history', 'vault', 'event', 'notification', 'subscription'];

const plain: Sent = {
  method: 'GET',
  resource: 'thing',
  item: '',
  query: [],
  embeds: [],
  headers: {},
  role: 'worker',
  scopes: resources,
  hasToken: true,
  body: null,
  raw: null,
};

const withQuery = (text: string) => (sent: Sent) => ({ query: [...sent.query, text] });
const withEmbed = (alias: string) => (sent: Sent) => ({ embeds: [...sent.embeds, alias] });
const withHeader = (name: string, value: string) => (sent: Sent) => ({ headers: { ...sent.headers, [name]: value } });
const withMember = (name: string, value: Json) => (sent: Sent) => ({ body: { ...sent.body, [name]: value } });
const without = (resource: string) => (sent: Sent) => ({ scopes: sent.scopes.filter((each) => each !== resource) });

function fault(
  what: string,
  stage: Stage,
  code: ProblemCode,
  part: string,
  change: (sent: Sent) => Partial<Sent>,
): Fault {
  return { what, stage, code, part, change };
}

const path = [
  fault('another method', 'path', 'method_not_allowed', 'method', () => ({ method: 'PUT' })),
  fault('a long URL', 'path', 'url_too_long', 'long', withQuery(`x=${'a'.repeat(17_000)}`)),
];
const token = [fault('no token', 'token', 'unauthenticated', 'token', () => ({ hasToken: false }))];
const scope = fault('no scope', 'scope', 'insufficient_scope', 'scope', (sent) => without(sent.resource)(sent));
const role = fault('no right', 'role', 'forbidden', 'role', () => ({ role: 'stranger' }));
const accept = fault('Accept', 'headers', 'not_acceptable', 'accept', withHeader('accept', 'image/png'));
const prefer = fault('Prefer', 'headers', 'invalid_parameter', 'prefer', withHeader('prefer', 'handling=strict,x=1'));
const badIfMatch = fault('If-Match', 'headers', 'invalid_parameter', 'if-match', withHeader('if-match', 'x'));
const ifNoneMatch = fault('If-None-Match', 'headers', 'invalid_parameter', 'none', withHeader('if-none-match', 'x'));
const parameter = fault('a parameter', 'parameters', 'unknown_parameter', 'parameter', withQuery('nothing=eq.1'));
const select = fault('select', 'parameters', 'invalid_parameter', 'select', withQuery('select=nothing'));

const mediaType = fault('a media type', 'form of the body', 'unsupported_media_type', 'media', (sent) => ({
  headers: { ...sent.headers, 'content-type': 'text/plain' },
  raw: sent.raw ?? 'x',
}));
const bodyForms = [
  mediaType,
  fault('no JSON', 'form of the body', 'malformed_json', 'raw', () => ({ raw: '{' })),
  fault('no body', 'form of the body', 'malformed_json', 'raw', () => ({ raw: '' })),
  fault('a NUL', 'form of the body', 'invalid_body', 'raw', () => ({ raw: '{"name":"\\u0000"}' })),
  fault('a long body', 'form of the body', 'payload_too_large', 'raw', () => ({
    raw: JSON.stringify({ name: 'x'.repeat(2 ** 20) }),
  })),
];
const embedParty = fault('a scope for party', 'related scope', 'insufficient_scope', 'party', (sent) => ({
  ...without('party')(sent),
  ...withEmbed('party')(sent),
}));
const embedVault = fault('a right to vault', 'related role', 'forbidden', 'vault', withEmbed('vault'));
const asOf = fault('a scope for the history', 'related scope', 'insufficient_scope', 'as_of', (sent) => ({
  ...without('thing_history')(sent),
  ...withQuery('as_of=2026-01-01T00:00Z')(sent),
}));
const members = [
  fault('a field of others', 'fields by role', 'forbidden_field', 'grade', withMember('grade', 'x')),
  fault('a wrong value', 'body', 'invalid_body', 'name', withMember('name', 5)),
  fault('an unknown member', 'body', 'invalid_body', 'member', withMember('nothing', 5)),
];
const items = [
  fault('no id', 'row', 'not_found', 'item', () => ({ item: '/first' })),
  fault('no row', 'row', 'not_found', 'item', () => ({ item: '/99999' })),
  fault('a hidden row', 'row', 'not_found', 'item', () => ({ item: '/2' })),
];
const locked = fault('a row that others change', 'row by role', 'forbidden', 'item', () => ({ item: '/3' }));
const former = fault('a former version', 'precondition', 'precondition_failed', 'if-match', (sent) =>
  withHeader('if-match', '"99-AAAAAAAAAAAAAAAAAAAAAA"')(sent),
);

const actions: Readonly<Record<string, { readonly sent: Sent; readonly faults: readonly Fault[] }>> = {
  list: {
    sent: plain,
    faults: [
      scope,
      role,
      accept,
      prefer,
      fault('Range', 'headers', 'range_not_satisfiable', 'range', withHeader('range', '5-2')),
      parameter,
      select,
      fault('a filter', 'parameters', 'invalid_parameter', 'filter', withQuery('id=eq.x')),
      embedParty,
      embedVault,
      asOf,
    ],
  },
  read: {
    sent: { ...plain, item: '/1' },
    faults: [
      scope,
      role,
      accept,
      prefer,
      badIfMatch,
      parameter,
      select,
      embedParty,
      embedVault,
      asOf,
      ...items,
      former,
    ],
  },
  history: {
    sent: { ...plain, item: '/1/history' },
    faults: [
      { ...scope, change: without('thing_history') },
      role,
      accept,
      prefer,
      parameter,
      fault('no id', 'row', 'not_found', 'item', () => ({ item: '/first/history' })),
    ],
  },
  'list of a history': { sent: { ...plain, resource: 'thing_history' }, faults: [scope, role, accept, parameter] },
  create: {
    sent: { ...plain, method: 'POST', body: { party_id: 1, name: 'new' } },
    faults: [
      scope,
      role,
      accept,
      prefer,
      fault('If-Match', 'headers', 'invalid_parameter', 'if-match', withHeader('if-match', '*')),
      ifNoneMatch,
      fault('Idempotency-Key', 'headers', 'invalid_parameter', 'key', withHeader('idempotency-key', '""')),
      ...bodyForms,
      parameter,
      select,
      embedParty,
      embedVault,
      ...members,
      fault('a used key', 'request key', 'idempotency_key_reused', 'key', withHeader('idempotency-key', '"used"')),
      fault('a row of others', 'row by role', 'forbidden', 'party_id', withMember('party_id', 2)),
    ],
  },
  'create without a right to a required field': {
    sent: { ...plain, method: 'POST', resource: 'form', scopes: ['form'], body: { heading: 'x' } },
    faults: [{ ...role, change: () => ({ role: 'clerk' }) }, scope, accept, ...bodyForms, parameter],
  },
  update: {
    sent: { ...plain, method: 'PATCH', item: '/1', body: { name: 'open' } },
    faults: [
      scope,
      role,
      accept,
      prefer,
      badIfMatch,
      ifNoneMatch,
      ...bodyForms,
      parameter,
      select,
      embedParty,
      embedVault,
      ...members,
      ...items,
      locked,
      fault('a value of others', 'own values', 'forbidden_field', 'grade', withMember('grade', 2)),
      fault('a value that the row has not', 'own values', 'invalid_body', 'recorded', withMember('recorded_by', 88)),
      former,
    ],
  },
  'update of many': {
    sent: { ...plain, method: 'PATCH', resource: 'notification', query: ['id=gt.0'], body: { acknowledged: true } },
    faults: [
      scope,
      accept,
      prefer,
      badIfMatch,
      ifNoneMatch,
      ...bodyForms,
      parameter,
      select,
      fault('no filter', 'parameters', 'filter_required', 'filter', ({ query }) => ({
        query: query.filter((each) => each !== 'id=gt.0'),
      })),
      embedParty,
      fault('a wrong value', 'body', 'invalid_body', 'member', withMember('acknowledged', 5)),
    ],
  },
  delete: {
    sent: { ...plain, method: 'DELETE', item: '/1' },
    faults: [scope, role, accept, prefer, badIfMatch, ifNoneMatch, mediaType, parameter, ...items, locked, former],
  },
  'create of a subscription': {
    sent: {
      ...plain,
      method: 'POST',
      resource: 'subscription',
      body: { url: 'http://127.0.0.1:9/x', secret: `whsec_${Buffer.alloc(24).toString('base64')}` },
    },
    faults: [
      scope,
      { ...scope, what: 'no scope for events', part: 'scope of events', change: without('event') },
      accept,
      prefer,
      ...bodyForms,
      parameter,
      select,
      fault('an address', 'body', 'invalid_body', 'url', withMember('url', 'ftp://x')),
      fault('an unknown member', 'body', 'invalid_body', 'member', withMember('nothing', 5)),
    ],
  },
  stream: {
    sent: { ...plain, resource: 'event', headers: { accept: 'text/event-stream' } },
    faults: [
      scope,
      prefer,
      fault('Last-Event-ID', 'headers', 'invalid_parameter', 'last', withHeader('last-event-id', 'x')),
      parameter,
      fault('a page', 'parameters', 'unknown_parameter', 'page', withQuery('limit=1')),
    ],
  },
};

test('of two faults, the answer names the one of the earlier check', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.database.script(rows);
  const used = { ...plain, method: 'POST', body: { party_id: 1, name: 'first' } } as const;
  t.equal((await send(service, { ...used, headers: { 'idempotency-key': '"used"' } })).status, 201);
  for (const [action, { sent, faults: own }] of Object.entries(actions)) {
    const faults = [...path, ...token, ...own];
    const wrong: string[] = [];
    for (const [index, first] of faults.entries()) {
      for (const second of faults.slice(index)) {
        if (second !== first && second.part === first.part) continue;
        const both = second === first ? apply(first, sent) : apply(second, apply(first, sent));
        const { status, body } = await send(service, both);
        const code = body?.code ?? status;
        const ranks = [first, second].map(({ stage }) => stages.indexOf(stage));
        const earliest = [first, second].filter(({ stage }) => stages.indexOf(stage) === Math.min(...ranks));
        if (earliest.some((each) => each.code === code)) continue;
        wrong.push(
          `${first.what} and ${second.what}: ${code}, expected ${earliest.map((each) => each.code).join(' or ')}`,
        );
      }
    }
    t.same(wrong, [], action);
  }
});

function apply({ change }: Fault, sent: Sent): Sent {
  return { ...sent, ...change(sent) };
}

function send(service: TestService, { method, resource, item, query, embeds, headers, body, raw, ...caller }: Sent) {
  const claims = { identity_id: identity, party_id: 1, role: caller.role };
  const scope = caller.scopes.map((each) => `manage:data:${each}`).join(' ');
  const text = raw ?? (body === null ? null : JSON.stringify(body));
  const parameters = [...query, ...(embeds.length === 0 ? [] : [`embed=${embeds.join(',')}`])].join('&');
  return service.ask(method, `/${resource}${item}${parameters === '' ? '' : `?${parameters}`}`, {
    token: caller.hasToken ? service.token({ ...claims, scope }) : null,
    headers,
    ...(text !== null && { body: text }),
  });
}
