import { connect } from '../../db/database.ts';
import { rows } from './data.ts';
import { oneAnswer } from './one_request.ts';
import type { Servers } from './servers.ts';
import { type Shape, type Subject, subjects } from './shape.ts';

/** What each write leaves behind besides its row: versions of the history and events, which must be the same. */
export async function requireSameWrites(url: string, servers: Servers, chosen: readonly Shape[]): Promise<void> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    for (const [place, shape] of chosen.filter(({ kind }) => kind === 'write').entries()) {
      const left = new Map<Subject, string>();
      for (const subject of subjects) {
        const before = await written(database.query);
        const at = subjects.indexOf(subject);
        // A value that another shape has given the row already would change nothing.
        const count = 1 + at + place * apart;
        const text = await oneAnswer(shape, subject, { servers, random: () => 0.5 + at / 1000, count });
        if (text === null) continue;
        const after = await written(database.query);
        left.set(subject, JSON.stringify(after.map((number, at) => number - (before[at] ?? 0))));
      }
      if (new Set(left.values()).size > 1)
        throw new Error(`the rows that ${shape.name} writes differ: ${JSON.stringify([...left])}`);
    }
  } finally {
    await database.close();
  }
}

/** The values of two shapes. Every eighth request of one kind takes something back. */
const apart = 8;

/** How many rows there are, of all that a write may add to. */
async function written(query: Parameters<typeof rows>[0]): Promise<readonly number[]> {
  const counted = [
    'accounting_point_history',
    'controllable_unit',
    'controllable_unit_history',
    'controllable_unit_service_provider',
    'controllable_unit_service_provider_history',
  ];
  const [found] = await rows(
    query,
    `select ${counted.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')},
      (select count(*) from event) + (select count(*) from almanac.outbox) as event,
      (select case when is_called then last_value else 0 end from almanac.notice_change_id_seq) as notice_change`,
  );
  return Object.values(found ?? {}).map(Number);
}
