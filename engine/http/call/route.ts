import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { rpcName } from '../../model/batch.ts';
import type { Call } from '../../model/call.ts';
import { callsOf, rpcCalls } from '../../model/calls.ts';
import type { Table } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import type { FindEndpoint } from '../endpoints.ts';
import type { ActionRequest, ItemRoute } from '../request/action_request.ts';
import { longestBody } from '../request/body.ts';
import { identify } from '../request/guard.ts';
import { hasKey } from '../request/idempotency.ts';
import { repeated } from '../request/repeat.ts';
import { send } from '../response/send.ts';
import { type AdmittedCall, admitCall } from './admit.ts';
import { callAnswer } from './answer.ts';
import { type CallWork, findWork } from './find.ts';
import type { Handlers } from './handler/handlers.ts';
import { handlerWork } from './handler/work.ts';

/** The routes of calls: `POST /<resource>/<call>`, `POST /<resource>/{id}/<call>`, and `POST /rpc/<call>`. */
export function addCallRoutes(
  server: FastifyInstance,
  context: RouteContext,
  endpointOf: FindEndpoint,
  handlers: Handlers,
): void {
  const { basePath, limits } = context.model.service;
  const named = [...rpcCalls(context.model)];
  for (const [table, call] of callsOf(context.model)) {
    const work = workOf(table, call, context, endpointOf);
    const answer = callAnswer(table, call, work, context);
    const add = (
      path: string,
      requestOf: (request: FastifyRequest<ItemRoute>) => Pick<ActionRequest, 'params' | 'body'>,
    ) =>
      server.post<ItemRoute>(`${basePath}${path}`, {
        bodyLimit: longestBody(limits, false),
        onRequest: async (request) => {
          await identify(request, context);
          request.head = admitCall(request, [table, call], context);
        },
        handler: async (request, reply) => {
          const admitted = request.head as AdmittedCall;
          const { method, url, headers, caller } = request;
          const { form, preferred } = admitted;
          const asked = { method, url, headers, caller, form, preferred, ...requestOf(request) };
          const run = context.databaseOf(request);
          const queue = call.work.kind === 'handler' ? handlers.queue(request, { table, call, work: call.work }) : null;
          try {
            // Nobody waits for a turn in a transaction.
            if (call.event || admitted.key !== null || headers.prefer !== undefined) await queue?.enter();
            const act = () => repeated(() => answer(asked, { ...admitted, queue }, run), limits);
            return send(reply, await context.recovery.write(act, hasKey(request)));
          } finally {
            queue?.leave();
          }
        },
      });
    add(`/${table.name}${call.item ? '/:id' : ''}/${call.name}`, ({ params, body }) => ({
      params: { resource: table.name, id: params.id },
      body,
    }));
    const own = named.filter(([, [, each]]) => each === call);
    for (const [name] of own) add(`/${rpcName}/${name}`, ({ body }) => ofRpc(body, table, call));
  }
}

/** The work of a call. */
function workOf(table: Table, call: Call, context: RouteContext, endpointOf: FindEndpoint): CallWork {
  const { work } = call;
  return work.kind === 'find'
    ? findWork(table, call, work, context)
    : handlerWork({ table, call, work }, context, endpointOf);
}

/** There, the id of the row stands in the body, beside the input. @throws Problem for a call of a row without an id. */
function ofRpc(
  body: ActionRequest['body'],
  { name: resource }: Table,
  { item }: Call,
): Pick<ActionRequest, 'params' | 'body'> {
  if (!item) return { params: { resource, id: '' }, body };
  const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { id, ...input } = sent as Readonly<Record<string, unknown>>;
  const text = id === undefined || id === null ? '' : String(id);
  if (text === '')
    throw new Problem('invalid_body', 'the body does not name the row', {
      errors: [{ pointer: '/id', detail: 'is required' }],
    });
  return { params: { resource, id: text }, body: input as ActionRequest['body'] };
}
