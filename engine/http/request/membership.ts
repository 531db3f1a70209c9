import type { Query } from '../../../db/statement.ts';
import type { Principal } from '../../access/principal.ts';
import { Problem } from '../../contract/problem.ts';
import type { Service } from '../../model/service.ts';
import { boundClaim, renderMembership } from '../../query/sql/membership.ts';
import { databaseProblem } from '../response/database_problem.ts';

/**
 * Asks the database whether a caller acts for what their claim says, where the service binds the claim to a membership. Nothing
 * is remembered: a membership that has ended counts at the next request.
 * @throws Problem for a caller who does not.
 */
export async function requireMembership(
  caller: Principal,
  service: Pick<Service, 'actsFor'>,
  query: Query,
): Promise<void> {
  if (await isMember(caller, service, query)) return;
  const { actsFor, value } = boundClaim(caller, service) ?? {};
  throw new Problem('forbidden', `you do not act for ${actsFor?.claim} ${value?.slice(0, 80)} now`, {
    hint: `get a token for an identity that has a valid ${actsFor?.through} with this ${actsFor?.claim}`,
  });
}

/** Whether a caller has the membership that their claim needs. @throws Problem if the database cannot say. */
export async function isMember(caller: Principal, service: Pick<Service, 'actsFor'>, query: Query): Promise<boolean> {
  const statement = renderMembership(caller, service);
  if (statement === null) return true;
  const outcome = await query(statement);
  if (!outcome.ok) throw databaseProblem(outcome.error);
  return outcome.rows[0]?.acts === 't';
}
