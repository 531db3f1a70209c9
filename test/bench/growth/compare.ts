import { shapeOf } from '../all_shapes.ts';
import { type Measured, withCost } from '../cost.ts';
import { load } from '../load.ts';
import { median, ratio } from '../measure.ts';
import { token } from '../servers.ts';
import { counter, questionsOf } from '../shape.ts';
import type { Served } from '../subject.ts';
import { untilResting } from '../turns.ts';

/** A server, and how many units its database has. */
export interface Grown {
  readonly units: number;
  readonly server: Served;
}

interface Options {
  /** Names of shapes. */
  readonly shapes: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  /** The folder of PostgreSQL's data. */
  readonly data: string;
  /** How many bytes PostgreSQL has written to its log for recovery. */
  readonly logged: () => Promise<number>;
}

/** What was measured in a round, and how much a request wrote to PostgreSQL's log. */
interface Round extends Measured {
  readonly logged: number;
}

/** What a request takes of the processors and how long, with few data and with many, in turns: one request at a time. */
export async function compareRequests(
  few: Grown,
  many: Grown,
  { shapes, rounds, seconds, data, logged }: Options,
  progress: (text: string) => void,
): Promise<readonly object[]> {
  const next = counter();
  const table: object[] = [];
  for (const shape of shapes.map(shapeOf).map((each) => ({ ...each, connections: 1 }))) {
    const found = new Map<Grown, Round[]>([few, many].map((place) => [place, []]));
    for (let round = 0; round <= rounds; round += 1) {
      progress(`${shape.name}, round ${round} of ${rounds}`);
      for (const place of round % 2 === 0 ? [few, many] : [many, few]) {
        const questions = questionsOf(shape, 'almanac', next, place.units);
        await untilResting([data]);
        const before = await logged();
        const measured = await withCost(place.server, [data], () =>
          load(place.server, token(shape), questions, seconds),
        );
        // The first round warms up.
        if (round > 0) found.get(place)?.push({ ...measured, logged: ((await logged()) - before) / measured.requests });
      }
    }
    const of = (place: Grown, figure: (each: Round) => number) => (found.get(place) ?? []).map(figure);
    const cost = ({ processor }: Round) => processor.server + processor.database;
    const costText = (place: Grown) =>
      [of(place, ({ processor }) => processor.server), of(place, ({ processor }) => processor.database)]
        .map((all) => Math.round(median(all)))
        .join(' + ');
    const time = (each: Round) => each.median;
    const compared = (figure: (each: Round) => number) => {
      const { middle, spread } = ratio(of(many, figure), of(few, figure));
      return `${middle} (${spread})`;
    };
    const logText = (place: Grown) => (median(of(place, (each) => each.logged)) / 1024).toFixed(1);
    table.push({
      request: shape.title,
      [`µs with ${few.units} units`]: costText(few),
      [`with ${many.units}`]: costText(many),
      ratio: compared(cost),
      [`ms with ${few.units} units`]: median(of(few, time)).toFixed(2),
      [`with ${many.units} `]: median(of(many, time)).toFixed(2),
      'ratio ': compared(time),
      'KiB of WAL': shape.kind === 'read' ? '' : `${logText(few)} and ${logText(many)}`,
    });
  }
  return table;
}
