import { createHmac } from 'node:crypto';

/** A token of any parts, signed as HS256 does it. A text stands for itself, whether or not it is JSON. */
export function forge(header: unknown, payload: unknown, key: string): string {
  const parts = [header, payload].map((part) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, createHmac('sha256', key).update(parts.join('.')).digest('base64url')].join('.');
}
