import { Command, InvalidArgumentError } from 'commander';
import type { Database } from '../db/database.ts';
import type { DatabaseError } from '../db/database_error.ts';
import { applyRetention, planRetention, type RetentionPlan } from '../engine/feature/event/retention.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';
import { openDatabaseServer, withoutTimeout } from './serve/service.ts';

/** `almanac retention --events 2y`: shows which partitions are older, and with --yes drops them. */
export function retentionCommand(): Command {
  return new Command('retention')
    .description('List the partitions of events that are older than you keep; with --yes, drop them for good.')
    .requiredOption('--events <age>', 'age to keep: a number with d, w, m or y, such as 90d or 2y', readAge)
    .option('--yes', 'drop the events for good', false)
    .option('--json', 'print { before, partitions, dropped } as JSON', false)
    .addHelpText('after', '\nExamples:\n  almanac retention --events 2y\n  almanac retention --events 2y --yes')
    .action(async ({ events, yes, json }: RetentionOptions) => {
      const settings = readSettings(process.env);
      const loaded = await readModel(settings.resources);
      if (!loaded.ok) throw new CommandError(`the definitions in ${settings.resources} have faults; run almanac check`);
      const { model } = loaded;
      if (model.service.events === null) throw new CommandError(`the service in ${settings.resources} has no events`);
      const server = await openDatabaseServer(settings);
      try {
        await withoutTimeout(server, (database) => retain(database, events, yes, json));
      } finally {
        await server.stop();
      }
    });
}

interface RetentionOptions {
  readonly events: string;
  readonly yes: boolean;
  readonly json: boolean;
}

async function retain(database: Database, age: string, isTold: boolean, json: boolean): Promise<void> {
  const found = await planRetention(database, age);
  if (!found.ok) throw new CommandError(refusal(found.error));
  const { plan } = found;
  const dropped = isTold && plan.partitions.length > 0;
  const lines =
    plan.partitions.length === 0 || isTold ? [] : ['Nothing is dropped yet. Add --yes to drop them for good.'];
  if (!json) for (const line of [...planText(plan), ...lines]) console.log(line);
  if (dropped) {
    const failure = await applyRetention(database, plan);
    if (failure !== null) throw new CommandError(refusal(failure.error));
  }
  if (json) console.log(JSON.stringify({ ...plan, dropped }));
  else if (dropped) console.log('Dropped.');
}

function planText({ before, partitions }: RetentionPlan): readonly string[] {
  if (partitions.length === 0) return [`No partition has only events from before ${before}.`];
  return [
    `Only events from before ${before}:`,
    ...partitions.map(
      ({ name, events, firstId, lastId, until }) =>
        `  ${name}  ${events} events, ids ${firstId} to ${lastId}, until ${until}`,
    ),
  ];
}

/** An age as PostgreSQL reads it: `2y` is `2 years`. */
function readAge(text: string): string {
  const [, number, unit = ''] = /^(\d{1,4})([dwmy])$/.exec(text) ?? [];
  const name = { d: 'days', w: 'weeks', m: 'months', y: 'years' }[unit];
  if (name === undefined || Number(number) === 0)
    throw new InvalidArgumentError('expected a number of days, weeks, months or years: 90d, 8w, 6m, 2y');
  return `${number} ${name}`;
}

function refusal({ sqlstate, message, unavailable }: DatabaseError): string {
  if (unavailable) return `the database does not answer: ${message}`;
  if (sqlstate === undefinedTable) return 'the database has no events; "almanac serve" makes its tables';
  if (sqlstate === lockNotAvailable) return 'other statements hold the events for too long; try again';
  return `the database refuses: ${message}`;
}

// PostgreSQL, Appendix A.
const undefinedTable = '42P01';
const lockNotAvailable = '55P03';
