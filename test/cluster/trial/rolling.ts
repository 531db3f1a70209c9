import { readFileSync } from 'node:fs';
import { databaseUrl, makeProject, type Serving, serve, service } from '../almanac.ts';
import { serviceAddress, servicesInUse, servicesOf, startHaproxy } from '../haproxy.ts';
import { startLoad } from '../load.ts';
import { startPrimary } from '../postgresql.ts';
import { atMost, duration, type Finding, figure, type Ground, none, type Trial } from '../trial.ts';
import { until } from '../until.ts';

// Two services behind HAProxy are stopped and started in turn, and one of two processes restarts them on SIGHUP. Clients
// read and write meanwhile: no request fails.

export const rolling: Trial = {
  needs: ['postgresql', 'haproxy'],
  mostSeconds: (times) => 180 + times * 30,
  run: async (ground) => {
    const { host } = await startPrimary(ground, 'postgresql', '127.0.0.11');
    const project = makeProject(ground, host);
    const start = (port: number, values: readonly string[] = []) =>
      serve(ground, project, port, { variables: { DATABASE_URL: databaseUrl(service, host) }, values });
    return [...(await stopInTurn(ground, start)), ...(await hangUp(ground, start))];
  },
};

type Start = (port: number, values?: readonly string[]) => Promise<Serving>;

async function stopInTurn(ground: Ground, start: Start): Promise<readonly Finding[]> {
  const ports = [3001, 3002] as const;
  const services = new Map<number, Serving>();
  for (const port of ports) services.set(port, await start(port));
  startHaproxy(ground, servicesOf(ports));
  // One that HAProxy has not found ready yet cannot stand in for the other one.
  const bothInUse = () => until('HAProxy leads to both services', 20, async () => (await servicesInUse()) === 2);
  await bothInUse();
  const load = startLoad(serviceAddress, 8);
  const stops: number[] = [];
  const codes: (number | null)[] = [];
  await until('requests are answered', 20, async () => load.answered() > 100);
  for (let turn = 0; turn < ground.times; turn += 1) {
    const port = ports[turn % 2] ?? ports[0];
    const begin = performance.now();
    const stopping = services.get(port);
    stopping?.program.kill('SIGTERM');
    codes.push((await stopping?.ended) ?? null);
    stops.push(performance.now() - begin);
    services.set(port, await start(port));
    await bothInUse();
    ground.progress(`stop ${turn + 1} of ${ground.times}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  }
  await load.end();
  for (const { program, ended } of services.values()) {
    program.kill('SIGTERM');
    await ended;
  }
  return [
    figure('SIGTERM to one of two services behind HAProxy: requests meanwhile', load.answered() + load.failed.length),
    none('SIGTERM: failed requests', load.failed),
    none(
      'SIGTERM: services that did not end with 0',
      codes.filter((code) => code !== 0),
    ),
    atMost('SIGTERM: until the service has ended', 11, stops),
  ];
}

async function hangUp({ folder, times, progress }: Ground, start: Start): Promise<readonly Finding[]> {
  const port = 3003;
  const { address, program } = await start(port, ['--workers', '2']);
  const load = startLoad(address, 8);
  const rounds: number[] = [];
  const done = () =>
    readFileSync(`${folder}/log/almanac_${port}.log`, 'utf8').split('restarted 2 processes').length - 1;
  for (let turn = 1; turn <= times; turn += 1) {
    const begin = performance.now();
    program.kill('SIGHUP');
    await until('both processes are restarted', 90, async () => done() === turn);
    rounds.push(performance.now() - begin);
    progress(`SIGHUP ${turn} of ${times}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  }
  await load.end();
  return [
    figure('SIGHUP to a service of two processes: requests meanwhile', load.answered() + load.failed.length),
    none('SIGHUP: failed requests', load.failed),
    figure('SIGHUP: until both are restarted', duration(rounds)),
  ];
}
