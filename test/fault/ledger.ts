import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { connect } from '../../db/database.ts';
import type { Row } from '../../db/statement.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import type { Known, Work } from './client.ts';

/** What is wrong with what the database has, compared with what clients were told; nothing, where promises are kept. */
export interface Ledger {
  /** Answers that the request does not explain. */
  readonly wrong: readonly string[];
  /** Acknowledged rows that are not there, once, with their history and events. */
  readonly lost: readonly string[];
  /** Rows, versions and events that are there without the others. */
  readonly halves: readonly Row[];
  /** Names of rows that are there more than once. */
  readonly doubled: readonly Row[];
  /** How many rows nobody was told of: each is there as a whole. */
  readonly unknown: number;
  /** How many rows clients gave up on: as many as `unknown` at least. */
  readonly abandoned: number;
}

/** Compares what clients were told with what the database has, once all events are made. */
export async function readLedger(url: string, works: readonly Work[]): Promise<Ledger> {
  const database = await connect(url, { maximumConnections: 2, statementTimeoutSeconds: 0 });
  const rows = async (text: string): Promise<readonly Row[]> => {
    const outcome = await database.query({ text, values: [] });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.rows;
  };
  try {
    while ((await sequence(database)) > 0 || (await rows('select from almanac.outbox')).length > 0) await delay(50);
    const known = works.flatMap((work) => work.known);
    const found = await everything(rows);
    const keys = new Set(known.map(keyOf));
    return {
      wrong: works.flatMap(({ wrong }) => wrong),
      lost: differences(known, found),
      halves: await halves(rows),
      doubled: await rows(`
        select name, count(*) as rows
        from (select name from note union all select name from card union all select name from entry) as item
        group by name having count(*) > 1`),
      unknown: [...found.keys()].filter((key) => !keys.has(key)).length,
      abandoned: new Set(works.flatMap((work) => work.abandoned)).size,
    };
  } finally {
    await database.close();
  }
}

/** Asserts that every promise is kept. Gives how many rows nobody was told of. */
export async function checkLedger(t: Test, url: string, works: readonly Work[]): Promise<number> {
  const { wrong, lost, halves, doubled, unknown, abandoned } = await readLedger(url, works);
  t.same(wrong, [], 'every answer is one that the request explains');
  t.same(lost, [], 'what was acknowledged is there, once, with its history and events');
  t.same(halves, [], 'no row, version or event is there without the others');
  t.same(doubled, [], 'nothing is there twice');
  t.ok(unknown <= abandoned, 'and what nobody was told of was asked for');
  return unknown;
}

/** What the database has of a row: its versions, as a client knows them, and its events in short. */
interface Found {
  readonly versions: readonly string[];
  readonly events: string;
}

const keyOf = ({ resource, id }: Pick<Known, 'resource' | 'id'>): string => `/${resource}/${id}`;

/** Everything that is there, by the path of its row: replaced versions, current ones, and events. */
async function everything(rows: (text: string) => Promise<readonly Row[]>): Promise<ReadonlyMap<string, Found>> {
  const versions = await rows(`
    select '/card/' || card_id as source, count::text as value, id from card_history
    union all select '/card/' || id, count::text, row_version from card
    union all select '/note/' || id, count::text, row_version from note
    union all select '/entry/' || entry_id, coalesce(to_char(valid_to, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'), 'open'), id from entry_history
    union all select '/entry/' || id, coalesce(to_char(valid_to, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'), 'open'), row_version from entry
    order by id`);
  const events = await rows(`
    select source, string_agg(split_part(type, '.', 4), ',' order by id) as verbs from event
    where source not like '/owner/%' group by source`);
  const byVersion = Map.groupBy(versions, ({ source }) => source ?? '');
  return new Map(
    events.map(({ source, verbs }) => [
      source ?? '',
      { versions: (byVersion.get(source ?? '') ?? []).map(({ value }) => value ?? ''), events: verbs ?? '' },
    ]),
  );
}

/** Of each row that was acknowledged, what is otherwise in the database. */
function differences(known: readonly Known[], found: ReadonlyMap<string, Found>): readonly string[] {
  return known.flatMap((row) => {
    const key = keyOf(row);
    const versions = row.versions.map((value) => (value === null ? 'open' : String(value)));
    const kept = row.resource === 'note' ? (row.deleted ? [] : versions.slice(-1)) : versions;
    const events = ['create', ...versions.slice(1).map(() => 'update'), ...(row.deleted ? ['delete'] : [])].join();
    const expected = JSON.stringify({ versions: kept, events });
    const actual = JSON.stringify(found.get(key) ?? null);
    return expected === actual ? [] : [`${key}: expected ${expected}, found ${actual}`];
  });
}

/** Rows of which something is missing, whoever made them. */
async function halves(rows: (text: string) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  return rows(`
    with versions as (
      select '/card/' || card_id as source, recorded_at from card_history union all select '/card/' || id, recorded_at from card
      union all select '/entry/' || entry_id, recorded_at from entry_history union all select '/entry/' || id, recorded_at from entry
    ), told as (
      select source, "time" from event where source ~ '^/(card|entry)/' and type !~ 'delete$'
    )
    (select 'without event' as what, source from versions except select 'without event', versions.source from versions join told on told.source = versions.source and told."time" = versions.recorded_at)
    union all
    (select 'without version', source from told except select 'without version', told.source from told join versions on told.source = versions.source and told."time" = versions.recorded_at)
    union all
    select 'without event', '/note/' || id from note
    where (select count(*) from event where source = '/note/' || note.id and type ~ 'create$') <> 1`);
}
