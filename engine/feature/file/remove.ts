import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ItemRoute } from '../../http/request/action_request.ts';
import { send } from '../../http/response/send.ts';
import type { FileContext } from './context.ts';
import { setFile, targetOf } from './target.ts';

/** `DELETE /<resource>/{id}/<field>`: the row has no file any more. Versions that have it keep it. */
export function removeHandler(name: string, context: FileContext) {
  return async (request: FastifyRequest<ItemRoute>, reply: FastifyReply): Promise<FastifyReply> => {
    const target = await targetOf(request, name, context);
    return send(reply, await setFile(request, target, null, context));
  };
}
