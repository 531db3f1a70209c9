import type { Share } from '../database.ts';
import { type Failure, isFailure, type Row } from '../statement.ts';
import { isOfReplica, type Replica, silence } from './replica.ts';

/**
 * Where the statements of one request run that only read: all of them on one server. What fails there because it is a
 * replica runs once more on the primary, with all that follow.
 */
export interface Reader {
  /** A share of the server; of the server itself where the name is left out. */
  share(name?: string): Share;
  /** From now on the statements run on the primary. */
  usePrimary(): void;
}

/** What a reader chooses from. */
export interface Choice {
  readonly primary: Share & { share(name: string): Share };
  /** The replica to read from now; null for the primary. It is asked at the first statement. */
  readonly choose: () => Promise<Replica | null>;
  /** Wraps the share of a replica that is read from. */
  readonly follow: (share: Share, replica: Replica) => Share;
  /** Called for each statement. */
  readonly reads: (server: 'primary' | 'replica') => void;
}

export function createReader({ primary, choose, follow, reads }: Choice): Reader {
  let chosen: Promise<Replica | null> | null = null;
  const usePrimary = () => {
    chosen = Promise.resolve(null);
  };
  const share: Reader['share'] = (name) => {
    const of = (database: typeof primary): Share => (name === undefined ? database : database.share(name));
    const onOne = async <T>(
      onReplica: (own: Share, lost: AbortSignal) => Promise<T | Failure>,
      onPrimary: (own: Share) => Promise<T | Failure>,
      isLate = () => false,
    ): Promise<T | Failure> => {
      chosen ??= choose();
      const replica = await chosen;
      if (replica !== null) {
        const done = await replica.run((lost) => onReplica(follow(of(replica.database), replica), lost));
        if (!isFailure(done) || !isOfReplica(done.error) || isLate()) {
          reads('replica');
          return done;
        }
        usePrimary();
      }
      reads('primary');
      return onPrimary(of(primary));
    };
    const both = <T>(work: (own: Share) => Promise<T | Failure>): Promise<T | Failure> => onOne(work, work);
    return {
      query: (statement) => both((own) => own.query(statement)),
      read: (statement) => both((own) => own.read(statement)),
      transaction: (work, name) => both((own) => own.transaction(work, name)),
      stream: (statement, take, options) => {
        let hasBegun = false;
        const taking = (rows: readonly Row[]) => {
          hasBegun = true;
          return take(rows);
        };
        const { signal } = options;
        return onOne(
          (own, lost) =>
            own
              .stream(statement, taking, { ...options, signal: AbortSignal.any([signal, lost]) })
              .catch((thrown: unknown) => {
                if (lost.aborted && !signal.aborted) return silence;
                throw thrown;
              }),
          (own) => own.stream(statement, take, options),
          () => hasBegun,
        );
      },
    };
  };
  return { share, usePrimary };
}
