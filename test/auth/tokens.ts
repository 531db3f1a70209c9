import { createHmac } from 'node:crypto';
import type { Service } from '../../engine/definition/model.ts';

/** The names of claims and the rules of tokens that a service has by itself. */
export const service: Pick<Service, 'token' | 'claims'> = {
  token: { issuer: null, audiences: [], type: null, clockToleranceSeconds: 0, tokenUrl: null },
  claims: { identity: 'identity_id', scope: 'scope', role: 'role', others: new Map() },
};

/** A token of any parts, signed as HS256 does it. A text stands for itself, whether or not it is JSON. */
export function forge(header: unknown, payload: unknown, key: string): string {
  const parts = [header, payload].map((part) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, createHmac('sha256', key).update(parts.join('.')).digest('base64url')].join('.');
}
