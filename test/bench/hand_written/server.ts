import Fastify from 'fastify';
import { answerPage, answerRow } from './answer.ts';
import { entryBody, lookupBody, nameBody, notificationBody, unitBody } from './bodies.ts';
import { callerOf } from './caller.ts';
import { closeCopies } from './copy.ts';
import { serveMany } from './many.ts';
import { closePool, type Row, run } from './pool.ts';
import { statements } from './statements.ts';

// The limit: what somebody would write by hand who knows the tables, PostgreSQL and Node well, for these requests and no
// others. One prepared statement for each; JSON by PostgreSQL, as it came; the same check of tokens. It writes the same
// rows as the triggers do, but by itself: its connections fire none (session_replication_role), references excepted.
// `node test/bench/hand_written/server.ts` with DATABASE_URL and JWT_SECRET prints its address.

const server = Fastify({ logger: false, bodyLimit: 8 * 2 ** 20 });

async function first(name: keyof typeof statements, values: readonly (string | null)[]): Promise<Row> {
  const [row] = await run(name, statements[name], values);
  return row ?? {};
}

type Query = Readonly<Record<string, string | undefined>>;
type Body = Readonly<Record<string, string | number>>;
interface Item {
  readonly id: string;
}

/** What follows the operator in the value of a parameter. */
function operand(value: string | undefined): string {
  return value?.slice(value.indexOf('.') + 1) ?? '';
}

server.get('/api/v1/controllable_unit/:id', async (request, reply) => {
  if ((await callerOf(request, reply, 'read:data:controllable_unit')) === null) return reply;
  const { id } = request.params as Item;
  return answerRow(reply, 200, await first('read', [id]));
});

server.get('/api/v1/accounting_point', async (request, reply) => {
  const caller = await callerOf(request, reply, 'read:data:accounting_point');
  if (caller === null) return reply;
  const { id, postal_code } = request.query as Query;
  const row = await (id === undefined
    ? first('list', [operand(postal_code)])
    : first('owner', [operand(id), caller.party]));
  return answerPage(request, reply, row);
});

server.get('/api/v1/technical_resource', async (request, reply) => {
  const caller = await callerOf(request, reply, 'read:data:technical_resource');
  if (caller === null) return reply;
  const { id } = request.query as Query;
  return answerPage(request, reply, await first('neighbour', [operand(id), caller.party]));
});

server.get('/api/v1/controllable_unit', async (request, reply) => {
  const caller = await callerOf(request, reply, 'read:data:controllable_unit');
  if (caller === null) return reply;
  const query = request.query as Query;
  const { id, status, embed, offset, after, as_of } = query;
  const validAt = query['service_provider.valid_at'];
  if (validAt !== undefined) return answerPage(request, reply, await first('valid', [operand(id), validAt]));
  if (as_of !== undefined) return answerPage(request, reply, await first('asOf', [operand(id), as_of]));
  if (offset !== undefined) return answerPage(request, reply, await first('offset', [offset]), Number(offset));
  if (after !== undefined) return answerPage(request, reply, await first('keyset', [after]), Number(after));
  if (status !== undefined) return answerPage(request, reply, await first('count', [operand(status)]));
  if (embed !== undefined) return answerPage(request, reply, await first('embed', [operand(id)]));
  const { role, party } = caller;
  if (role !== 'operator' && role !== 'provider' && role !== 'either') return reply.code(403).send();
  return answerPage(request, reply, await first(role, [operand(id), party]));
});

server.post('/api/v1/controllable_unit', { schema: { body: unitBody } }, async (request, reply) => {
  const caller = await callerOf(request, reply, 'manage:data:controllable_unit');
  if (caller === null) return reply;
  const { name, regulation_direction, maximum_active_power, accounting_point_id } = request.body as Body;
  const values = [name, regulation_direction, maximum_active_power, accounting_point_id, caller.identity];
  const row = await first('create', values.map(String));
  reply.header('location', `/api/v1/controllable_unit/${row.id}`);
  return answerRow(reply, 201, row);
});

server.patch('/api/v1/controllable_unit/:id', { schema: { body: nameBody } }, async (request, reply) => {
  const caller = await callerOf(request, reply, 'manage:data:controllable_unit');
  if (caller === null) return reply;
  const { id } = request.params as Item;
  const { name } = request.body as { readonly name: string };
  return answerRow(reply, 200, await first('update', [id, name, caller.identity]));
});

server.post('/api/v1/controllable_unit_service_provider', { schema: { body: entryBody } }, async (request, reply) => {
  const caller = await callerOf(request, reply, 'manage:data:controllable_unit_service_provider');
  if (caller === null) return reply;
  const { controllable_unit_id, service_provider_id, valid_from } = request.body as Body;
  const values = [controllable_unit_id, service_provider_id, valid_from, caller.identity];
  const row = await first('provide', values.map(String));
  reply.header('location', `/api/v1/controllable_unit_service_provider/${row.id}`);
  return answerRow(reply, 201, row);
});

server.patch('/api/v1/notification/:id', { schema: { body: notificationBody } }, async (request, reply) => {
  const caller = await callerOf(request, reply, 'manage:data:notification');
  if (caller === null) return reply;
  const { id } = request.params as Item;
  const { acknowledged } = request.body as { readonly acknowledged: boolean };
  return answerRow(reply, 200, await first('acknowledge', [id, String(acknowledged), caller.identity]));
});

server.post('/api/v1/accounting_point/lookup', { schema: { body: lookupBody } }, async (request, reply) => {
  if ((await callerOf(request, reply, 'use:data:accounting_point:lookup')) === null) return reply;
  const { business_id } = request.body as { readonly business_id: string };
  return answerRow(reply, 200, await first('lookup', [business_id]));
});

server.post('/api/v1/controllable_unit/:id/describe', async (request, reply) => {
  const caller = await callerOf(request, reply, 'use:data:controllable_unit:describe');
  if (caller === null) return reply;
  const { id } = request.params as Item;
  return answerRow(reply, 200, await first('describe', [id, caller.party]));
});

serveMany(server);

console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', async () => {
  await server.close();
  await closePool();
  await closeCopies();
});
