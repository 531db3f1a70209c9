import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

/** A pair of keys, and what signs with it under its name. */
export interface SigningKey {
  readonly jwk: object;
  readonly publicKey: KeyObject;
  sign(claims: object): string;
  /** With what is said in the header, too. */
  signWith(header: object, claims: object): string;
}

export function signingKey(kid: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signWith = (header: object, claims: object): string => {
    const parts = [{ alg: 'RS256', kid, ...header }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    return [...parts, sign('sha256', Buffer.from(parts.join('.')), privateKey).toString('base64url')].join('.');
  };
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' },
    publicKey,
    signWith,
    sign: (claims) => signWith({ typ: 'at+jwt' }, { exp: Math.floor(Date.now() / 1000) + 600, ...claims }),
  };
}

export interface HostAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Until the answer ends; its head comes at once. */
  readonly milliseconds?: number;
  /** The same, where the test says when. */
  readonly until?: Promise<unknown>;
}

/** A host that publishes keys, as long as it is asked to. */
export interface KeyHost {
  readonly url: string;
  /** What it answers; null: it takes the connection and says nothing. */
  answer: HostAnswer | null;
  requests: number;
}

export function keySet(...keys: readonly unknown[]): HostAnswer {
  return { status: 200, body: JSON.stringify({ keys }) };
}

export async function openKeyHost(t: Test): Promise<KeyHost> {
  const host: KeyHost = { url: '', answer: keySet(), requests: 0 };
  const server = createServer((request, response) => {
    host.requests += 1;
    if (host.answer === null) return;
    const { status, body, headers, milliseconds, until } =
      request.url === '/keys?tenant=1' ? host.answer : { status: 404, body: '{}' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (milliseconds === undefined && until === undefined) return response.end(body);
    response.write(' ');
    if (until === undefined) setTimeout(() => response.end(body), milliseconds).unref();
    else until.then(() => response.end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return Object.assign(host, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys?tenant=1` });
}
