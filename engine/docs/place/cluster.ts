import { tableText } from '../html/markdown_text.ts';

/** What trials with the real programs of several machines have found: of each set of programs, by its name. */
export type ClusterResults = Readonly<Record<string, ClusterRun>>;

interface ClusterRun {
  readonly versions: Readonly<Record<string, string>>;
  readonly date: string;
  readonly trials: Readonly<Record<string, { readonly times: number; readonly findings: readonly ClusterFinding[] }>>;
}

interface ClusterFinding {
  readonly what: string;
  readonly promised: string;
  readonly measured: string;
}

/** The promises of each trial, with what was measured with each set of programs. */
export function cluster(results: ClusterResults): string {
  const runs = Object.values(results);
  const trials = [...new Set(runs.flatMap((run) => Object.keys(run.trials)))];
  const rows = trials.flatMap((trial) => {
    const found = runs.map((run) => run.trials[trial]?.findings ?? []);
    const promises = new Map(found.flat().map(({ what, promised }) => [what, promised]));
    return [...promises].map(([what, promised]) => [
      trial,
      what,
      promised,
      ...found.map((findings) => findings.find((finding) => finding.what === what)?.measured ?? ''),
    ]);
  });
  const heads = runs.map(({ versions }) => `PostgreSQL ${versions.postgresql ?? ''}`);
  return [...runs.map(programsOf), '', tableText(['trial', 'what was measured', 'promised', ...heads], rows)].join(
    '\n',
  );
}

function programsOf({ versions, date, trials }: ClusterRun): string {
  const names = {
    postgresql: 'PostgreSQL',
    patroni: 'Patroni',
    etcd: 'etcd',
    haproxy: 'HAProxy',
    pgbouncer: 'PgBouncer',
  };
  const programs = Object.entries(names).flatMap(([key, name]) => (versions[key] ? [`${name} ${versions[key]}`] : []));
  const times = [...new Set(Object.values(trials).map((trial) => trial.times))].join(' or ');
  return `- On ${date}, ${times} turns each, with ${programs.join(', ')}.`;
}
