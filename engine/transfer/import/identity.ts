import type { Query } from '../../../db/statement.ts';
import { identityResource } from '../../definition/recipient.ts';
import type { Model } from '../../model/model.ts';
import { parameter, statementOf } from '../../query/sql/condition/statement.ts';
import { renderIdentity } from '../../query/sql/write/identity.ts';
import { sql } from '../../sql/fragment.ts';
import { settled } from './writing.ts';

/** The service itself. */
export const serviceIdentity = '0';

/**
 * The id of the identity that an operator names by its id or its subject; null where there is none. Without a resource
 * for identities, any id is one. @throws ImportRefused
 */
export async function findIdentity(query: Query, { resources }: Model, name: string): Promise<string | null> {
  const isId = /^\d{1,18}$/.test(name);
  if (isId && (name === serviceIdentity || !resources.has(identityResource))) return name;
  if (!resources.has(identityResource)) return null;
  const byId = sql`select item.id from public.identity as item where item.id = ${parameter(name)}::bigint`;
  const found = await settled(query(isId ? statementOf(byId) : renderIdentity(name)));
  return found.rows[0]?.id ?? null;
}
