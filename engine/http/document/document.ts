import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { modelForPrincipal } from '../../access/reach.ts';
import { documentMembers, type OpenapiDocument, openapiDocument } from '../../contract/openapi/document.ts';
import { Problem } from '../../contract/problem.ts';
import type { Model } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import { identify } from '../request/guard.ts';
import { parametersOf } from '../request/url.ts';
import { keepPrivate } from '../response/keep_private.ts';
import { textByReach } from '../response/text_by_reach.ts';
import { playgroundDocument } from './playground.ts';
import { playgroundPath, referencePaths } from './reference_path.ts';

type DocumentContext = Pick<RouteContext, 'model' | 'authenticate' | 'identities' | 'identityReaderOf' | 'recovery'>;

/**
 * Publishes the OpenAPI document at /openapi.json, whole or as the part that the caller's token can use. Also serves a
 * page to read it, without other hosts.
 */
export async function addDocument(server: FastifyInstance, context: DocumentContext): Promise<void> {
  const { model } = context;
  const isForCaller = model.service.documentFor === 'caller';
  const own = documentsOf(context);
  const whole = isForCaller ? own : await addWhole(server, model);
  server.get(documentPath, {
    onRequest: async (request, reply) => {
      if (!isForCaller && !asksForOwn(request)) return;
      keepPrivate(reply);
      await identify(request, context);
    },
    handler: (request, reply) => sendDocument(reply, (asksForOwn(request) ? own : whole)(request)),
  });
}

function sendDocument(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

/** @throws Problem for somebody else than me. */
function asksForOwn(request: FastifyRequest): boolean {
  const asked = parametersOf(request).filter(({ name }) => name === 'for');
  if (asked.length === 0) return false;
  if (asked.every(({ value }) => value === 'me')) return true;
  const detail = 'the document is for all, without the parameter, or for=me';
  throw new Problem('invalid_parameter', detail, { errors: [{ parameter: 'for', detail }] });
}

async function addWhole(server: FastifyInstance, model: Model): Promise<() => string> {
  // Static mode: the dynamic one renames schemas and rewrites keywords, and is slow for many routes.
  await server.register(swagger, { mode: 'static', specification: { document: whenAsked(model) as never } });
  addReference(server, model.service.title);
  const whole = once(() => JSON.stringify(server.swagger()));
  const tried = once(() => JSON.stringify(playgroundDocument(openapiDocument(model), model)));
  server.get(playgroundPath, (_request, reply) => sendDocument(reply, tried()));
  return whole;
}

/** The page to try requests with. What makes it is large, and loaded when somebody first asks for it. */
function addReference(server: FastifyInstance, title: string): void {
  let opened: Promise<FastifyInstance> | null = null;
  for (const path of referencePaths)
    server.get(path, async (request, reply) => {
      opened ??= import('./reference.ts').then(({ openReference }) => openReference(title));
      const { statusCode, headers, rawPayload } = await (await opened).inject(request.url);
      const { 'content-type': type, location } = headers;
      if (location !== undefined) return reply.redirect(location, statusCode);
      return reply.code(statusCode).type(String(type)).send(rawPayload);
    });
}

function once(make: () => string): () => string {
  let text: string | null = null;
  return () => {
    text ??= make();
    return text;
  };
}

/** The document as a token reaches: by its role and its scopes. */
function documentsOf({ model }: DocumentContext): (request: FastifyRequest) => string {
  const textOf = textByReach((caller) => JSON.stringify(openapiDocument(modelForPrincipal(caller, model))));
  return ({ caller }) => textOf(caller);
}

/** The document, made when it is first asked for: of a thousand resources it takes longer than their routes. */
function whenAsked(model: Model): object {
  let document: OpenapiDocument | null = null;
  const member = (name: keyof OpenapiDocument) => ({
    enumerable: true,
    get: () => {
      document ??= openapiDocument(model);
      return document[name];
    },
  });
  const members = documentMembers.map((name) => [name, member(name)] as const);
  return Object.defineProperties({}, Object.fromEntries(members));
}

export const documentPath = '/openapi.json';
