import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/database.ts';
import type { Query } from '../../../db/statement.ts';
import type { Principal } from '../../access/principal.ts';
import { Problem } from '../../contract/problem.ts';
import type { Model } from '../../model/model.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import { forgetInstant, renderIdentity, renderNewIdentity } from '../../query/sql/write/identity.ts';
import { databaseProblem } from '../response/database_problem.ts';

/** The ids of the identities behind tokens that name a subject and no id: rows of the resource identity. */
export interface Identities {
  /** @throws Problem for a caller who can have no id, and so can change nothing. */
  check(caller: Principal): void;
  /** The id of the identity of a subject, if there is one already: who only reads is not recorded. */
  find(reader: IdentityReader, caller: Principal): Promise<string | null>;
  /**
   * The id under which a caller's changes are recorded: the id of the token, if it has one. A missing identity is
   * added. @throws Problem for a caller without any identity.
   */
  make(caller: Principal): Promise<string>;
  /** The same within a transaction that will be undone. A missing identity is undone with it. */
  makeWithin(query: Query, caller: Principal): Promise<string>;
}

/** Where identities are looked up. */
interface IdentityReader {
  readonly query: Query;
  /** Absent where it is the primary (see readers.ts). */
  readonly usePrimary?: () => void;
}

/** A subject may be given to another identity, by another process or by hand. */
const rememberedMilliseconds = 10_000;

export function createIdentities(model: Model, database: Database): Identities {
  const cache = () => new LRUCache<string, string>({ max: 10_000, ttl: rememberedMilliseconds });
  const known = cache();
  /** What a replica has said may be old already: nobody writes under it. */
  const seen = cache();
  const table = model.resources.get('identity');
  const isKept = table?.kind === 'table';
  const run = async (
    query: Query,
    statement: Statement,
    { subject, into }: { readonly subject: string; readonly into: typeof known },
  ): Promise<string | null> => {
    const id = await idFrom(query, statement);
    if (id !== null) into.set(subject, id);
    return id;
  };
  const check: Identities['check'] = ({ identity, subject }) => {
    if (identity !== null) return;
    if (subject === null || !isKept)
      throw nobody(`the token's claim ${model.service.claims.identity} is not a whole number`);
    // No text of PostgreSQL holds it.
    if (subject.includes('\0')) throw nobody(notAnIdentity);
  };
  const idOf = async (caller: Principal, make: (subject: string) => Promise<string>): Promise<string> => {
    check(caller);
    if (caller.subject === null) throw new Error('a caller without identity and subject has passed');
    return known.get(caller.subject) ?? make(caller.subject);
  };
  return {
    check,
    find: async ({ query, usePrimary }, { identity, subject }) => {
      if (identity !== null || subject === null || !isKept) return identity;
      // No text of PostgreSQL holds it.
      if (subject.includes('\0')) return null;
      const into = usePrimary === undefined ? known : seen;
      return known.get(subject) ?? into.get(subject) ?? run(query, renderIdentity(subject), { subject, into });
    },
    make: async (caller) =>
      caller.identity ??
      idOf(caller, (subject) => addMissing(subject, (one) => run(database.query, one, { subject, into: known }))),
    makeWithin: async (query, caller) =>
      caller.identity ??
      idOf(caller, async (subject) => {
        const id = await addMissing(subject, (statement) => idFrom(query, statement));
        // The write takes an instant of its own, after its locks.
        const reset = await query(forgetInstant);
        if (!reset.ok) throw databaseProblem(reset.error);
        return id;
      }),
  };
}

async function addMissing(subject: string, run: (statement: Statement) => Promise<string | null>): Promise<string> {
  for (const statement of [renderIdentity(subject), renderNewIdentity(subject), renderIdentity(subject)]) {
    const id = await run(statement);
    // Null where it is not there yet, or another process added it just now.
    if (id !== null) return id;
  }
  throw new Error(`identity of a subject is neither there nor could it be added`);
}

async function idFrom(query: Query, statement: Statement): Promise<string | null> {
  const outcome = await query(statement);
  if (outcome.ok) return outcome.rows[0]?.id ?? null;
  if (!unstorable.test(outcome.error.sqlstate)) throw databaseProblem(outcome.error);
  throw nobody(notAnIdentity);
}

const notAnIdentity = "the token's sub cannot be that of an identity";

// A text that PostgreSQL cannot hold (class 22), or one that breaks a rule of the field subject (class 23).
const unstorable = /^2[23]/;

function nobody(detail: string): Problem {
  return new Problem('unauthenticated', detail, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}
