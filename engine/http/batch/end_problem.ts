import type { Problem } from '../../contract/problem.ts';
import type { Constraint } from '../../schema/constraint/constraints.ts';
import type { RouteContext } from '../context.ts';
import { sightOf } from '../request/view.ts';
import { databaseProblem, writeProblem } from '../response/database_problem.ts';
import type { Refusal } from '../response/refused_write.ts';
import { type AdmittedPart, isWrite } from './part.ts';

/** The answer to a fault that is found behind the last request: it is of the batch, and of no request. */
export function endProblem(refusal: Refusal, parts: readonly AdmittedPart[], { constraints }: RouteContext): Problem {
  const broken = refusal.constraint === null ? undefined : constraints.get(refusal.constraint);
  const part = broken && partOf(broken, parts);
  if (part === undefined || part.table === null) return databaseProblem(refusal);
  return writeProblem(
    refusal,
    { table: part.table, model: part.view.model, body: {}, sight: sightOf(part.view) },
    constraints,
  );
}

/** A request that writes the resource of the constraint; for a check that looks at other rows, any that writes. */
function partOf(broken: Constraint, parts: readonly AdmittedPart[]): AdmittedPart | undefined {
  const own = parts.find(({ table }) => table !== null && table.name === broken.resource);
  return own ?? (broken.kind === 'related_check' ? parts.find(isWrite) : undefined);
}
