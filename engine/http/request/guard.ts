import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Principal, recognise } from '../../access/principal.ts';
import type { Authentication, TokenFault } from '../../auth/token.ts';
import { type Form, mediaTypes } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import { rowsOf } from '../../model/action.ts';
import type { Resource } from '../../model/model.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import type { RouteContext } from '../context.ts';
import { negotiate } from './accept.ts';
import type { ActionRequest } from './action_request.ts';
import { requireMembership } from './membership.ts';
import { type Preferred, readPreferences } from './prefer.ts';
import { type View, viewOf } from './view.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; there once its token is known to be good. */
    caller: Principal;
    /** What the caller sees, and what the headers ask for: there once the request has passed its guard. */
    view: View;
    head: unknown;
    /** The form of the answer, and what the request prefers; as above. */
    form: Form;
    preferred: Preferred;
  }
}

/** The media types that an action answers in, and the form that an Accept header chooses; null when it takes none. */
export interface Offer {
  readonly types: readonly string[];
  readonly formOf: (accept: string | undefined) => Form | null;
}

/** An action of a resource. */
export interface Operation {
  readonly action: Action;
  readonly resource: Resource;
}

/**
 * A hook that checks the caller first, then the headers: token, scope, role, Accept, and what readHead reads. It runs before
 * the body is read, because the body of a refused request is not worth parsing.
 */
export function guard(context: RouteContext, operation: Operation, readHead: ReadHead, offer?: Offer): Guard {
  const admit = admission(context, operation, readHead, offer);
  const writes = actionWord(operation.action).event !== null;
  const letIn = (request: FastifyRequest, caller: Principal): void => {
    if (writes) context.identities.check(caller);
    const { view, form, preferred, head } = admit(request);
    request.view = view;
    request.form = form;
    request.preferred = preferred;
    request.head = head;
  };
  return (request, _reply, done) => {
    const caller = identify(request, context);
    if (caller instanceof Promise) {
      caller.then((found) => letIn(request, found)).then(() => done(), done);
      return;
    }
    letIn(request, caller);
    done();
  };
}

/** A hook of Fastify, which waits only for what is not known yet. */
export type Guard = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** Reads the headers that mean something to an action. */
type ReadHead = (request: Pick<ActionRequest, 'headers' | 'preferred'>) => unknown;

/** What a request for an action is admitted with. */
export interface Admitted {
  readonly view: View;
  readonly form: Form;
  readonly preferred: Preferred;
  readonly head: unknown;
}

/** Checks a request for an action whose caller is known: scope, role, Accept, and what readHead reads. */
export type Admit = (request: Pick<ActionRequest, 'caller' | 'headers'>) => Admitted;

export function admission(
  context: RouteContext,
  { action, resource }: Operation,
  readHead: ReadHead,
  offer: Offer = offerOfAction(action, context),
): Admit {
  const rows = context.model.resources.get(rowsOf(action, resource.name));
  if (rows === undefined) throw new Error(`${resource.name} has no rows to ${action}`);
  const { body } = actionWord(action);
  // Whoever may not read events may still remove a subscription to them.
  const rules = body === null ? undefined : context.writeRules.get(resource.name);
  const touched = { resource: rows, scopes: rules === undefined ? [] : [rules] };
  const views = new WeakMap<Principal, View>();
  return (request) => {
    const view = views.get(request.caller) ?? viewOf(request, action, touched, context);
    views.set(request.caller, view);
    const form = formOf(request, offer);
    const preferred = readPreferences(request, action);
    return { view, form, preferred, head: readHead({ headers: request.headers, preferred }) };
  };
}

/** The forms of what an action shows: a list has the most. */
function offerOfAction(action: Action, { model: { service } }: Pick<RouteContext, 'model'>): Offer {
  if (action === 'list' && service.explain !== 'nobody') return explainedOffer;
  const shown = Object.values(actionWord(action).answers).map(({ shows }) => shows);
  if (shown.some((each) => each.startsWith('page'))) return listOffer;
  return shown.includes('changed rows') ? changedOffer : itemOffer;
}

export function formOf({ headers: { accept } }: Pick<ActionRequest, 'headers'>, offer: Offer): Form {
  const form = offer.formOf(accept);
  if (form !== null) return form;
  const detail = `this path has no response of the type ${String(accept).slice(0, 80)}`;
  throw new Problem('not_acceptable', detail, { hint: `accept ${offer.types.join(', ')}` });
}

/**
 * Says who makes a request, and notes it in the request, for the log and the rate limit.
 * @throws Problem when the token is missing or bad, or claims a membership that its identity does not have.
 */
export function identify(request: FastifyRequest, context: IdentifyContext): Principal | Promise<Principal> {
  const { authenticate, model } = context;
  const authentication = authenticate(request.headers.authorization);
  if (authentication instanceof Promise) return authentication.then((found) => callerOf(request, found, context));
  const { actsFor } = model.service;
  if (!authentication.ok || authentication.caller.identity === null || actsFor !== null)
    return callerOf(request, authentication, context);
  const { caller } = authentication;
  request.caller = recognise(caller, caller.identity, model.service);
  return caller;
}

type IdentifyContext = Pick<RouteContext, 'authenticate' | 'identities' | 'model' | 'identityReaderOf' | 'recovery'>;

async function callerOf(
  request: FastifyRequest,
  authentication: Authentication,
  { identities, model, identityReaderOf, recovery }: IdentifyContext,
): Promise<Principal> {
  if (!authentication.ok) throw refusal(authentication.reason);
  const { caller } = authentication;
  const reader = identityReaderOf(request);
  const identity = caller.identity ?? (await recovery.read(() => identities.find(reader, caller)));
  request.caller = recognise(caller, identity, model.service);
  if (model.service.actsFor !== null)
    await recovery.read(() => requireMembership(request.caller, model.service, reader.query));
  return caller;
}

/** Answers in some forms, the usual one first. */
export function offerOf(...forms: readonly Form[]): Offer {
  // Most clients send the same header again and again.
  const known = new LRUCache<string, { readonly form: Form | null }>({ max: 20 });
  return {
    types: forms.map((form) => mediaTypes[form]),
    formOf: (accept = '*/*') => {
      const kept = known.get(accept);
      if (kept !== undefined) return kept.form;
      const form = negotiate(accept, forms);
      known.set(accept, { form });
      return form;
    },
  };
}

const listOffer = offerOf('json', 'csv', 'lines', 'object', 'stripped', 'stripped_object');
const explainedOffer = offerOf('json', 'csv', 'lines', 'object', 'stripped', 'stripped_object', 'plan', 'plan_json');
const changedOffer = offerOf('json', 'csv', 'object', 'stripped', 'stripped_object');
const itemOffer = offerOf('json', 'object', 'stripped', 'stripped_object');

function refusal({ code, detail }: TokenFault): Problem {
  if (code === 'unavailable') return new Problem('keys_unavailable', detail, { headers: { 'retry-after': '5' } });
  return new Problem('unauthenticated', detail, { headers: { 'www-authenticate': challenge(code, detail) } });
}

/** RFC 6750, section 3: a request without credentials gets no error code; a description is ASCII without " and \. */
function challenge(code: string | null, detail: string): string {
  if (code === null) return 'Bearer';
  return `Bearer error="${code}", error_description="${detail.replace(/[^ !#-[\]-~]/g, "'")}"`;
}
