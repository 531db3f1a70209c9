import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../auth/caller.ts';
import type { Model } from '../definition/model.ts';
import { renderIdentity, renderNewIdentity } from '../query/sql/identity.ts';
import { databaseProblem } from './database_problem.ts';
import { Problem } from './problem.ts';

export type IdentityOf = (caller: Caller) => Promise<string>;

/**
 * A function to the id that a caller's changes are recorded under: the token's own, or that of the row of the resource
 * identity with the token's subject, which is added on first use.
 */
export function createIdentityOf(model: Model, database: Database): IdentityOf {
  const known = new LRUCache<string, string>({ max: 10_000 });
  const table = model.resources.get('identity');
  return async ({ identity, subject }) => {
    if (identity !== null) return identity;
    if (subject === null || table === undefined || table.kind !== 'table') {
      throw nobody(`the token's claim ${model.service.claims.identity} is no whole number`);
    }
    const cached = known.get(subject);
    if (cached !== undefined) return cached;
    for (const statement of [renderIdentity(subject), renderNewIdentity(subject), renderIdentity(subject)]) {
      const outcome = await database.query(statement);
      if (!outcome.ok) {
        if (!unstorable.test(outcome.error.sqlstate)) throw databaseProblem(outcome.error);
        throw nobody("the token's sub cannot be that of an identity");
      }
      const id = outcome.rows[0]?.id;
      if (id === undefined || id === null) continue; // not there yet, or added by another process just now
      known.set(subject, id);
      return id;
    }
    throw new Error(`identity of a subject is neither there nor could it be added`);
  };
}

// A text that PostgreSQL cannot hold (class 22), or one that breaks a rule of the field subject (class 23).
const unstorable = /^2[23]/;

function nobody(detail: string): Problem {
  return new Problem('unauthenticated', detail, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}
