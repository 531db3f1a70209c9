import { hash } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createPool, type DatabasePool, sql as slonikSql } from 'slonik';
import { createTextDriver } from '../../db/connection/text_driver.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';

// The limit: what somebody would write by hand who knows the tables, PostgreSQL and Node well, for these requests and no
// others. One prepared statement for each; JSON by PostgreSQL, as it came; the same check of tokens. It writes the same
// rows as the triggers do, but by itself: its connections fire none (session_replication_role), references excepted.
// `node test/bench/hand_written.ts` with DATABASE_URL and JWT_SECRET prints its address.

const unitColumns = `id, business_id, name, status, start_date, regulation_direction, maximum_active_power,
  ((maximum_active_power <= 50) is true) as is_small, minimum_duration, maximum_duration, recovery_duration, ramp_rate,
  accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information,
  recorded_at, recorded_by`;
const pointColumns = `id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id,
  balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by`;
const areaColumns = 'id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by';
const resourceColumns = `id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number,
  details, additional_information, recorded_at, recorded_by`;
const entryColumns = `id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by`;
const notificationColumns = 'id, acknowledged, event_id, party_id, recorded_at, recorded_by';

const links = `(select row_to_json(link) from (select
  '/api/v1/controllable_unit/' || id as self,
  '/api/v1/controllable_unit/' || id || '/history' as history,
  '/api/v1/accounting_point/' || accounting_point_id as accounting_point,
  '/api/v1/controllable_unit_service_provider?controllable_unit_id=eq.' || id as service_provider,
  '/api/v1/controllable_unit_suspension?controllable_unit_id=eq.' || id as suspension,
  '/api/v1/technical_resource?controllable_unit_id=eq.' || id as technical_resource) as link) as links`;

/** A page of 25 rows: its JSON and, where it is full, the id of its last row. */
function page(columns: string, rows: string): string {
  return `select '[' || coalesce(string_agg(row_to_json(shown)::text, ','), '') || ']' as body, count(*) as count, max(shown.id) as last
    from (select ${columns} from (${rows}) as item) as shown`;
}

/** Where an object follows its row: PostgreSQL folds these selects into one. */
const areaOfPoint = `(select row_to_json(area) from (select ${areaColumns} from metering_grid_area where id = point.metering_grid_area_id) as area)`;
const pointOfUnit = `(select row_to_json(shown_point) from (select ${pointColumns}, ${areaOfPoint} as metering_grid_area
  from accounting_point as point where id = item.accounting_point_id) as shown_point) as accounting_point`;
const resourcesOfUnit = `(select coalesce(json_agg(row_to_json(resource)), '[]') from (select ${resourceColumns}
  from technical_resource where controllable_unit_id = item.id order by id) as resource) as technical_resource`;
const embedded = `${unitColumns}, ${pointOfUnit}, ${resourcesOfUnit}`;

// The conditions stand outside of the unions: within, they would keep PostgreSQL from merging by the indexes.
const unitsAsOf = `(select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration,
    maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status,
    grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, null::timestamptz as replaced_at
  from controllable_unit
  union all
  select controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration,
    maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status,
    grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at
  from controllable_unit_history)`;
const recordedThen = 'recorded_at <= $2 and (replaced_at is null or replaced_at > $2)';
const pointAsOf = `(select row_to_json(shown_point) from (select ${pointColumns} from (
    select ${pointColumns}, null::timestamptz as replaced_at from accounting_point
    union all
    select accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id,
      energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at
    from accounting_point_history) as version
    where id = item.accounting_point_id and ${recordedThen} limit 1) as shown_point) as accounting_point`;

const statements = {
  read: `select row_version as version, (select row_to_json(shown) from (select ${unitColumns}, ${links}) as shown)::text as body
    from controllable_unit as item where id = $1`,
  list: page(
    pointColumns,
    'select * from accounting_point where postal_code = $1 order by business_id desc, id limit 25',
  ),
  embed: page(embedded, 'select * from controllable_unit where id >= $1 order by id limit 25'),
  valid: page(
    `${unitColumns}, (select coalesce(json_agg(row_to_json(entry)), '[]') from (select ${entryColumns}
      from controllable_unit_service_provider where controllable_unit_id = item.id and valid_from <= $2
      and (valid_to is null or valid_to > $2) order by id) as entry) as service_provider`,
    'select * from controllable_unit where id >= $1 order by id limit 25',
  ),
  asOf: page(
    `${unitColumns}, ${pointAsOf}`,
    `select * from ${unitsAsOf} as version where id >= $1 and ${recordedThen} order by id limit 25`,
  ),
  offset: page(embedded, 'select * from controllable_unit order by id limit 25 offset $1::bigint'),
  keyset: page(embedded, 'select * from controllable_unit where id > $1 order by id limit 25'),
  count: `select page.*, (select count(*) from controllable_unit where status = $1) as total
    from (${page(unitColumns, 'select * from controllable_unit where status = $1 order by id limit 25')}) as page`,
  seen: page(
    unitColumns,
    `select * from controllable_unit as item where id >= $1 and exists (select from accounting_point
      where id = item.accounting_point_id and system_operator_id = $2) order by id limit 25`,
  ),
  create: `with written as (
      insert into controllable_unit (name, regulation_direction, maximum_active_power, accounting_point_id, recorded_at, recorded_by,
        row_version, recorded_in)
      values ($1, $2, $3, $4, clock_timestamp(), $5, nextval('controllable_unit_row_version_seq'), pg_current_xact_id())
      returning *
    ), told as (
      insert into almanac.outbox (type, source, "time", recorded_by)
      select 'no.flexibility.controllable_unit.create', '/controllable_unit/' || id, recorded_at, recorded_by from written
    ), noted as (
      insert into almanac.notice_change (resource, field, value)
      select 'controllable_unit', 'id', id from written
    )
    select id, row_version as version, (select row_to_json(shown) from (select ${unitColumns}) as shown)::text as body from written`,
  update: `with old as (
      select * from controllable_unit where id = $1 for no key update
    ), written as (
      update controllable_unit as item set name = $2, recorded_at = greatest(clock_timestamp(), old.recorded_at + interval '1 microsecond'),
        recorded_by = $3, row_version = nextval('controllable_unit_row_version_seq'), recorded_in = pg_current_xact_id()
      from old where item.id = old.id and $2 <> old.name
      returning item.*
    ), recorded as (
      insert into controllable_unit_history (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction,
        maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id,
        grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by,
        replaced_at, replaced_by)
      select old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction,
        old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate,
        old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at,
        old.additional_information, old.recorded_at, old.recorded_by, written.recorded_at, written.recorded_by
      from old join written on written.id = old.id
    ), told as (
      insert into almanac.outbox (type, source, "time", recorded_by, updated_fields)
      select 'no.flexibility.controllable_unit.update', '/controllable_unit/' || id, recorded_at, recorded_by, array['name'] from written
    ), noted as (
      insert into almanac.notice_change (resource, field, value)
      select 'controllable_unit', 'id', id from written
    )
    select row_version as version, (select row_to_json(shown) from (select ${unitColumns}) as shown)::text as body
    from (select * from written union all select * from old where old.name = $2) as item`,
  acknowledge: `update notification set acknowledged = $2, recorded_at = greatest(clock_timestamp(), recorded_at + interval '1 microsecond'),
      recorded_by = $3, row_version = nextval('notification_row_version_seq'), recorded_in = pg_current_xact_id()
    where id = $1 and party_id = (select party_id from identity where id = $3)
    returning row_version as version, (select row_to_json(shown) from (select ${notificationColumns}) as shown)::text as body`,
  provide: `select id, row_version as version, (select row_to_json(shown) from (select ${entryColumns}) as shown)::text as body
    from bench.provide($1::bigint, $2::bigint, $3::timestamptz, $4::bigint)`,
} as const;

type Name = keyof typeof statements;

type Row = Readonly<Record<string, string | null>>;

const secret = process.env.JWT_SECRET ?? '';
const authenticate = createAuthenticate(
  { kind: 'secret', secret },
  {
    token: { issuer: null, audiences: [], type: null, clockToleranceSeconds: 0, tokenUrl: null },
    claims: {
      identity: 'identity_id',
      scope: 'scope',
      role: 'role',
      others: new Map([['party_id', 'party_id']]),
      partyOfIdentity: true,
    },
  },
);

const url = new URL(process.env.DATABASE_URL ?? '');
const pool: DatabasePool = await createPool(url.href, {
  driverFactory: createTextDriver({
    settings: { TimeZone: 'UTC', statement_timeout: '10s', session_replication_role: 'replica' },
    answerTimeoutMilliseconds: 12_000,
    messageBytes: 67_108_864,
    temporaryBytes: null,
    pooler: null,
    took: () => {},
  }),
  maxPoolSize: 10,
  idleTimeout: 'DISABLE_TIMEOUT',
  resetConnection: async () => {},
  captureStackTrace: false,
  typeParsers: [],
});
const empty = slonikSql.unsafe`select`;

async function run(name: Name, values: readonly (string | null)[]): Promise<Row> {
  const { rows } = await pool.query({ ...empty, sql: statements[name], values, name } as typeof empty);
  return (rows[0] ?? {}) as Row;
}

async function caller(request: FastifyRequest, reply: FastifyReply, scope: string): Promise<string | null> {
  const found = await authenticate(request.headers.authorization);
  if (!found.ok) {
    await reply.code(401).send();
    return null;
  }
  const { scopes, identity, claims } = found.caller;
  if (!scopes.has(scope) && !scopes.has('manage:data')) {
    await reply.code(403).send();
    return null;
  }
  // Of the callers here, those of a role bring their party.
  return claims.get('party_id') ?? identity;
}

function answerRow(reply: FastifyReply, status: number, { version, body }: Row): FastifyReply {
  if (body === undefined) return reply.code(404).send();
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('etag', `"${version}-${hash('sha256', `json ${body}`, 'base64url').slice(0, 22)}"`)
    .send(body);
}

function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, count, last, total }: Row,
  offset = 0,
): FastifyReply {
  const rows = Number(count);
  const path = request.url.split('?', 1)[0];
  reply
    .code(total === undefined || rows === Number(total) ? 200 : 206)
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-range', `${offset}-${offset + rows - 1}/${total ?? '*'}`);
  if (rows === 25) reply.header('link', `<${path}?limit=25&after=${last}>; rel="next"`);
  return reply.send(body);
}

/** What follows the operator in the value of a parameter. */
function operand(value: string | undefined): string {
  return value?.slice(value.indexOf('.') + 1) ?? '';
}

const server = Fastify({ logger: false });
type Query = Readonly<Record<string, string | undefined>>;

server.get('/api/v1/controllable_unit/:id', async (request, reply) => {
  if ((await caller(request, reply, 'read:data:controllable_unit')) === null) return reply;
  const { id } = request.params as { readonly id: string };
  return answerRow(reply, 200, await run('read', [id]));
});

server.get('/api/v1/accounting_point', async (request, reply) => {
  if ((await caller(request, reply, 'read:data:accounting_point')) === null) return reply;
  const { postal_code } = request.query as Query;
  return answerPage(request, reply, await run('list', [operand(postal_code)]));
});

server.get('/api/v1/controllable_unit', async (request, reply) => {
  const who = await caller(request, reply, 'read:data:controllable_unit');
  if (who === null) return reply;
  const query = request.query as Query;
  const { id, status, embed, offset, after, as_of } = query;
  const validAt = query['service_provider.valid_at'];
  if (validAt !== undefined) return answerPage(request, reply, await run('valid', [operand(id), validAt]));
  if (as_of !== undefined) return answerPage(request, reply, await run('asOf', [operand(id), as_of]));
  if (offset !== undefined) return answerPage(request, reply, await run('offset', [offset]), Number(offset));
  if (after !== undefined) return answerPage(request, reply, await run('keyset', [after]), Number(after));
  if (status !== undefined) return answerPage(request, reply, await run('count', [operand(status)]));
  if (embed !== undefined) return answerPage(request, reply, await run('embed', [operand(id)]));
  return answerPage(request, reply, await run('seen', [operand(id), who]));
});

const unitBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 512 },
    regulation_direction: { enum: ['up', 'down', 'both'] },
    maximum_active_power: { type: 'number', minimum: 0 },
    accounting_point_id: { type: 'integer' },
  },
};

server.post(
  '/api/v1/controllable_unit',
  {
    schema: {
      body: { ...unitBody, required: ['name', 'regulation_direction', 'maximum_active_power', 'accounting_point_id'] },
    },
  },
  async (request, reply) => {
    const who = await caller(request, reply, 'manage:data:controllable_unit');
    if (who === null) return reply;
    const body = request.body as Readonly<Record<string, string | number>>;
    const values = [body.name, body.regulation_direction, body.maximum_active_power, body.accounting_point_id, who].map(
      String,
    );
    const row = await run('create', values);
    reply.header('location', `/api/v1/controllable_unit/${row.id}`);
    return answerRow(reply, 201, row);
  },
);

server.patch(
  '/api/v1/controllable_unit/:id',
  { schema: { body: { ...unitBody, properties: { name: unitBody.properties.name }, required: ['name'] } } },
  async (request, reply) => {
    const who = await caller(request, reply, 'manage:data:controllable_unit');
    if (who === null) return reply;
    const { id } = request.params as { readonly id: string };
    const { name } = request.body as { readonly name: string };
    return answerRow(reply, 200, await run('update', [id, name, who]));
  },
);

server.post(
  '/api/v1/controllable_unit_service_provider',
  {
    schema: {
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          controllable_unit_id: { type: 'integer' },
          service_provider_id: { type: 'integer' },
          valid_from: { type: 'string', format: 'date-time' },
        },
        required: ['controllable_unit_id', 'service_provider_id', 'valid_from'],
      },
    },
  },
  async (request, reply) => {
    const who = await caller(request, reply, 'manage:data:controllable_unit_service_provider');
    if (who === null) return reply;
    const body = request.body as Readonly<Record<string, string | number>>;
    const values = [body.controllable_unit_id, body.service_provider_id, body.valid_from, who].map(String);
    const row = await run('provide', values);
    reply.header('location', `/api/v1/controllable_unit_service_provider/${row.id}`);
    return answerRow(reply, 201, row);
  },
);

server.patch(
  '/api/v1/notification/:id',
  {
    schema: {
      body: {
        type: 'object',
        additionalProperties: false,
        properties: { acknowledged: { type: 'boolean' } },
        required: ['acknowledged'],
      },
    },
  },
  async (request, reply) => {
    const who = await caller(request, reply, 'manage:data:notification');
    if (who === null) return reply;
    const { id } = request.params as { readonly id: string };
    const { acknowledged } = request.body as { readonly acknowledged: boolean };
    return answerRow(reply, 200, await run('acknowledge', [id, String(acknowledged), who]));
  },
);

console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', async () => {
  await server.close();
  await pool.end();
});
