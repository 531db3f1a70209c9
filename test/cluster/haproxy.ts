import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, startMachine } from './machine.ts';
import type { Ground } from './trial.ts';

/** Starts HAProxy with what its configuration says after the defaults. */
export function startHaproxy(ground: Ground, sections: string): Machine {
  const file = join(ground.folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `
global
  maxconn 1000
defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
  retries 2
${sections}`,
  );
  return startMachine(ground, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', file]);
}

export const primaryAddress = '127.0.0.3:5000';

/** Leads connections to the node of Patroni that says that it is the primary. */
export function primaryOnly(nodes: readonly { readonly name: string; readonly host: string }[]): string {
  return `
listen primary
  mode tcp
  bind ${primaryAddress}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 250ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, host }) => `  server ${name} ${host}:5432 check port 8008`).join('\n')}
`;
}

const serviceHost = '127.0.0.3:8080';
export const serviceAddress = `http://${serviceHost}`;

const statisticsHost = '127.0.0.3:8404';

/** How many of the services it leads to now. */
export async function servicesInUse(): Promise<number> {
  const text = await (await fetch(`http://${statisticsHost}/;csv`)).text();
  return text.split('\n').filter((line) => line.startsWith('services,at_') && line.includes(',UP,')).length;
}

/** Spreads requests over the services at these ports that are ready. */
export function servicesOf(ports: readonly number[]): string {
  return `
listen services
  mode http
  option redispatch
  option forwardfor
  balance leastconn
  bind ${serviceHost}
  option httpchk GET /readyz
  default-server check inter 300ms fall 1 rise 1
${ports.map((port) => `  server at_${port} 127.0.0.1:${port}`).join('\n')}
listen statistics
  mode http
  bind ${statisticsHost}
  stats enable
  stats uri /
`;
}
