import { Problem } from '../../contract/problem.ts';
import type { Limits } from '../../model/service.ts';

/** Places for lists that are read as lines, of which each holds a connection to the database for as long as it is read. */
export interface StreamPlaces {
  /** Takes a place for the share of a caller (see shareOf), and gives the function that leaves it. @throws Problem where there is none. */
  take(share: string): () => void;
}

export function createStreamPlaces({ streams, streamsPerIdentity }: Limits): StreamPlaces {
  const taken = new Map<string, number>();
  let all = 0;
  const count = (share: string, change: number): void => {
    all += change;
    const own = (taken.get(share) ?? 0) + change;
    if (own === 0) taken.delete(share);
    else taken.set(share, own);
  };
  return {
    take: (share) => {
      if ((taken.get(share) ?? 0) >= streamsPerIdentity) {
        throw new Problem(
          'too_many_at_once',
          `this identity reads ${streamsPerIdentity} NDJSON lists at a time already (streams_per_identity)`,
          { headers: { 'retry-after': '1' }, hint: 'read one of them to its end first' },
        );
      }
      if (all >= streams) {
        throw new Problem('overloaded', `${streams} NDJSON lists are read at a time already (streams)`, {
          headers: { 'retry-after': '1' },
        });
      }
      count(share, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(share, -1);
        isTaken = false;
      };
    },
  };
}
