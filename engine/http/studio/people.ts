import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import type { StudioPerson, StudioToken } from '../../contract/studio/studio_sign_in.ts';
import { isLoopback } from '../../model/loopback.ts';

/** Who may sign in without a password while a service is developed. */
export interface People {
  readonly list: readonly StudioPerson[];
  /** Null for a subject that is not in the list. */
  readonly tokenOf: (subject: string) => StudioToken | null;
}

/**
 * Lists people, and gives a token of each, to Studio on the machine of the service. These tokens open everything, and
 * the addresses ask for none.
 */
export function addPeople(server: FastifyInstance, people: People): void {
  const onRequest = async (request: FastifyRequest) => requireOwnPage(request);
  server.get(peoplePath, { onRequest }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send(people.list),
  );
  server.post<{ readonly Params: { readonly subject: string } }>(
    `${peoplePath}/:subject`,
    { onRequest },
    ({ params: { subject } }, reply) => {
      const token = people.tokenOf(subject);
      if (token === null) throw new Problem('unknown_path', 'there is nobody with this subject');
      return reply.header('cache-control', 'no-store').send(token);
    },
  );
}

const peoplePath = '/studio/people';

/**
 * A request of a page of this service, in a browser on this machine.
 * - The address of the socket tells other machines of the network. Their headers do not count.
 * - A page of another site whose name leads to this machine (DNS rebinding) has its own name as Host.
 * - Sec-Fetch-Site, which no page can set, tells other sites that ask here in the name of their visitors.
 * - A proxy on this machine, such as a tunnel, would let everybody in whom it lets in.
 * @throws Problem for any other request.
 */
function requireOwnPage({ headers, socket: { remoteAddress } }: FastifyRequest): void {
  const isFromHere = remoteAddress !== undefined && isLoopback(hostOf(remoteAddress.replace(/^::ffff:/i, '')));
  const isOwn = headers['sec-fetch-site'] === 'same-origin' && isLoopback(hostnameOf(headers.host));
  if (isFromHere && isOwn && !proxyHeaders.some((name) => name in headers)) return;
  throw new Problem('unknown_path', 'people can be chosen in Studio on the machine of the service alone', {
    hint: 'open Studio at http://127.0.0.1 or http://localhost',
  });
}

/** An IP address as URLs have it. */
function hostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** The host without its port; empty for what is not one. */
function hostnameOf(host = ''): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
