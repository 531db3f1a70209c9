import type { Test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Answer, identity, serveModel, type TestService } from './service.ts';

const files = {
  'party.yaml': `
resource: party
history: true
fields:
  name: { type: text, unique: true, max_length: 20 }
`,
  'unit.yaml': `
resource: unit
history: true
fields:
  party_id: { type: reference, to: party }
  parent_id: { type: reference, to: unit, nullable: true }
  name: { type: text, default: '', access: { clerk: all, worker: read } }
  data: { type: json, nullable: true }
  words: { type: array, of: text, nullable: true }
relations:
  supply: { resource: supply, by: unit_id }
access:
  clerk: all
  worker: { read: "party_id=eq.{party_id}", create: all, update: "party_id=eq.{party_id}", delete: nothing }
`,
  'supply.yaml': `
resource: supply
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
`,
  'label.yaml': `
resource: label
history: true
fields:
  code: { type: text, unique: true }
  unit_id: { type: reference, to: unit, nullable: true }
  size: { type: integer, default: 0 }
`,
  'booking.yaml': `
resource: booking
temporal: { timeline: unit_id, overlap: reject }
fields:
  unit_id: { type: reference, to: unit }
`,
};

/** One request of a batch. */
export interface Part {
  readonly id?: string;
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

interface Sent {
  readonly role?: 'clerk' | 'worker';
  readonly scope?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BatchService extends TestService {
  /** Sends requests as one batch. Without an id, each has its place, from 1; without a method it is a GET, or a POST with a body. */
  run(parts: readonly Part[], sent?: Sent): Promise<Answer>;
  /** A token of a clerk, who may do everything, or of a worker of the party 1. */
  tokenOf(sent?: Sent): string;
}

/** `service` is what else service.yaml says. */
export async function batchService(t: Test, service = ''): Promise<BatchService> {
  const model = modelOfFiles({
    ...files,
    'service.yaml': `service: Batches\nroles: [clerk, worker]\nclaims: { others: { party_id: party_id } }\n${service}`,
  });
  const served = await serveModel(t, model);
  const tokenOf = ({ role = 'clerk', scope = 'manage:data' }: Sent = {}) =>
    served.token({ [model.service.claims.identity]: identity, role, scope, party_id: 1 });
  return {
    ...served,
    tokenOf,
    ask: (method, path, request) => served.ask(method, path, { token: tokenOf(), ...request }),
    run: (parts, sent = {}) =>
      served.ask('POST', '/batch', {
        body: { requests: parts.map(requestOf) },
        token: tokenOf(sent),
        headers: sent.headers ?? {},
      }),
  };
}

export function requestOf({ id, method, ...others }: Part, place: number): { readonly [name: string]: Json } {
  return {
    id: id ?? String(place + 1),
    method: method ?? (others.body === undefined ? 'GET' : 'POST'),
    ...others,
  };
}
