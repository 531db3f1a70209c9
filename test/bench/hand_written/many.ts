import type { FastifyInstance } from 'fastify';
import { entityTag } from './answer.ts';
import { batchBody, pointsBody, unitsBody } from './bodies.ts';
import { callerOf } from './caller.ts';
import { createCopied } from './copy.ts';
import { manyStatements } from './many_statements.ts';
import { run } from './pool.ts';

interface Renamed {
  readonly id: string;
  readonly url: string;
  readonly body: { readonly name: string };
}

/** Serves the requests that write many rows: each is one statement. */
export function serveMany(server: FastifyInstance): void {
  server.post('/api/v1/controllable_units', { schema: { body: unitsBody } }, async (request, reply) => {
    const caller = await callerOf(request, reply, 'manage:data:controllable_unit');
    if (caller === null) return reply;
    await run('createMany', manyStatements.create, [caller.identity, JSON.stringify(request.body)]);
    return reply.code(201).send();
  });

  server.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
  server.post('/api/v1/controllable_units.csv', async (request, reply) => {
    const caller = await callerOf(request, reply, 'manage:data:controllable_unit');
    if (caller === null) return reply;
    await createCopied(request.body as NodeJS.ReadableStream, caller.identity);
    return reply.code(201).send();
  });

  server.post('/api/v1/accounting_points', { schema: { body: pointsBody } }, async (request, reply) => {
    const caller = await callerOf(request, reply, 'manage:data:accounting_point');
    if (caller === null) return reply;
    await run('upsert', manyStatements.upsert, [caller.identity, JSON.stringify(request.body)]);
    return reply.code(200).send();
  });

  server.post('/api/v1/batch', { schema: { body: batchBody } }, async (request, reply) => {
    const caller = await callerOf(request, reply, 'manage:data:controllable_unit');
    if (caller === null) return reply;
    const { requests } = request.body as { readonly requests: readonly Renamed[] };
    const unitOf = ({ url }: Renamed) => url.slice(url.indexOf('/') + 1);
    const units = requests.map((each) => ({ id: unitOf(each), name: each.body.name }));
    const rows = await run('renameMany', manyStatements.rename, [JSON.stringify(units), caller.identity]);
    const byUnit = new Map(rows.map((row) => [row.id, row]));
    const responses = requests.map((each) => {
      const row = byUnit.get(unitOf(each));
      if (row === undefined) return `{"id":"${each.id}","status":404,"headers":{},"body":{}}`;
      const headers = JSON.stringify({ 'content-type': 'application/json; charset=utf-8', etag: entityTag(row) });
      return `{"id":"${each.id}","status":200,"headers":${headers},"body":${row.body}}`;
    });
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(`{"responses":[${responses.join(',')}]}`);
  });
}
