import { type Cost, costs, rates } from './figures.ts';
import { median, ratio } from './measure.ts';
import type { Subject } from './shape.ts';
import type { Finding } from './turns.ts';

/** The table: medians of requests in a second, and ratios of the rounds with the least and the greatest of them. */
export function speedTable(findings: readonly Finding[]): readonly object[] {
  return findings.map(({ shape, rounds }) => {
    const rate = (subject: Subject) => {
      const found = rates(rounds, subject);
      return found === null ? '' : Math.round(median(found));
    };
    const compared = (subject: Subject) => {
      const [own, other] = [rates(rounds, 'almanac'), rates(rounds, subject)];
      return own === null || other === null ? { middle: '', spread: '' } : ratio(own, other);
    };
    const cost = (subject: Subject) => costText(costs(rounds, subject));
    const [limit, peer] = [compared('hand-written'), compared('PostgREST')];
    return {
      request: shape.title,
      almanac: rate('almanac'),
      'hand-written': rate('hand-written'),
      PostgREST: rate('PostgREST'),
      'to hand-written': limit.middle,
      'spread ': limit.spread,
      'to PostgREST': peer.middle,
      'spread  ': peer.spread,
      'µs: server + database': cost('almanac'),
      'hand-written ': cost('hand-written'),
      'PostgREST ': cost('PostgREST'),
      'median ms': median(rounds.almanac?.map((each) => each.median) ?? []),
      'p99 ms': median(rounds.almanac?.map((each) => each.p99) ?? []),
    };
  });
}

/** Microseconds of the server and of PostgreSQL. */
export function costText(cost: Cost | null): string {
  return cost === null ? '' : `${Math.round(cost.server)} + ${Math.round(cost.database)}`;
}
