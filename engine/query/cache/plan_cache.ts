import { LRUCache } from 'lru-cache';
import type { Principal } from '../../access/principal.ts';
import type { Parameter, Result } from '../plan/query_string.ts';
import { type Bindings, type BoundPlan, type Unbound, type UnboundPlan, unbind } from '../plan/unbound.ts';
import { statementsOf } from '../sql/claim.ts';
import {
  bindStatement,
  idSlot,
  type Slot,
  type Statement,
  type Template,
  type UnboundStatement,
  unboundStatement,
} from '../sql/condition/statement.ts';
import { callerValue } from './caller_value.ts';
import { type Positions, positionsOf, readBindings } from './positions.ts';
import { requestKey } from './request_key.ts';
import { createWayMemory, type WayMemory } from './way_memory.ts';

/** A plan and its statement, which serve every request of a shape. No value of a request is in them. */
interface Kept<Plan extends UnboundPlan> {
  readonly plan: Plan;
  readonly statement: UnboundStatement;
  readonly positions: Positions;
  /** Other statements of the plan that were asked for. */
  readonly variants: Map<string, UnboundStatement>;
}

/**
 * Plans by the shape of requests. Bounded in memory: a caller who writes ever new shapes pushes out the oldest, and a plan
 * may take much or little.
 */
export interface PlanCache {
  readonly plans: LRUCache<string, Kept<UnboundPlan>>;
  readonly ways: WayMemory;
  /** Requests that used the plan of an earlier one, and requests that were planned. */
  hits: number;
  misses: number;
}

export function createPlanCache(bytes: number): PlanCache {
  const plans = new LRUCache<string, Kept<UnboundPlan>>({
    maxSize: bytes,
    sizeCalculation: ({ statement, variants }, key) => {
      const texts = [statement, ...variants.values()].map(({ text }) => text.length);
      return bytesOfPlan + bytesOfCharacter * texts.reduce((sum, length) => sum + length, key.length);
    },
  });
  return { plans, ways: createWayMemory(Math.ceil(bytes / shareOfWays)), hits: 0, misses: 0 };
}

/** On top of the memory for plans, ways take up to such a share of it. */
const shareOfWays = 8;

// As measured: a plan of few columns, and what a plan grows by with its statement.
const bytesOfPlan = 4_000;
const bytesOfCharacter = 8;

/** A request to plan. */
interface Request<Plan extends BoundPlan> {
  /** What the plan depends on beside the parameters and the principal. */
  readonly kind: string;
  readonly parameters: readonly Parameter[];
  readonly principal: Principal;
  /** The value of idSlot; null where there is none. */
  readonly id: string | null;
  readonly maximumValues: number;
  readonly plan: () => Result<Plan>;
  readonly render: (plan: Unbound<Plan>) => Template;
}

/** A request that is ready to be run. */
export interface Prepared<Plan extends BoundPlan> {
  /** Of all requests of its shape. */
  readonly plan: Unbound<Plan>;
  readonly statement: Statement;
  /** Another statement of the plan with the values of the request, which is rendered once for all requests of the shape. */
  readonly variant: (name: string, render: () => Template) => Statement;
  /** Puts the values of the request into another statement that is rendered from the plan. */
  readonly bind: (template: Template) => Statement;
  /** What the requests of its shape have in common that are of callers with the same values. */
  readonly keyOfCaller: () => string;
}

/**
 * Plans a request, or takes the plan of an earlier request of the same shape, and puts its values into the statement. A
 * statement serves all principals with the same statementsOf. A request whose values do not fit is planned again, which
 * says why.
 */
export function prepare<Plan extends BoundPlan>(cache: PlanCache, request: Request<Plan>): Result<Prepared<Plan>> {
  const { kind, parameters, principal, maximumValues, plan, render } = request;
  const { key, values } = requestKey(`${statementsOf(principal)} ${kind}`, parameters);
  // The kind and the parameters say which type of plan it is.
  const kept = cache.plans.get(key) as Kept<Unbound<Plan>> | undefined;
  const bindings = kept === undefined ? null : readBindings(kept.positions, values, maximumValues);
  if (kept !== undefined && bindings !== null) {
    cache.hits += 1;
    return { ok: true, value: prepared(kept, bindings, request, () => weighAgain(cache, key, kept)) };
  }
  cache.misses += 1;
  const planned = plan();
  if (!planned.ok) return planned;
  const unbound = unbind(planned.value, (slot) => values.has(slot));
  const made = {
    plan: unbound.plan,
    statement: unboundStatement(render(unbound.plan)),
    positions: positionsOf(unbound.plan),
    variants: new Map(),
  };
  cache.plans.set(key, made);
  return { ok: true, value: prepared(made, unbound.bindings, request, () => weighAgain(cache, key, made)) };
}

/** As another value: the cache does not weigh the same one again. */
function weighAgain({ plans }: PlanCache, key: string, kept: Kept<UnboundPlan>): void {
  plans.set(key, { ...kept });
}

/** The request with its plan, which is weighed again when it takes more memory. */
function prepared<Plan extends BoundPlan>(
  { plan, statement, variants }: Kept<Unbound<Plan>>,
  bindings: Bindings,
  { principal, id }: Pick<Request<Plan>, 'principal' | 'id'>,
  weigh: () => void,
): Prepared<Plan> {
  const bound = (slot: Slot): string | null => {
    if (typeof slot !== 'number') return callerValue(slot, principal);
    return slot === idSlot ? id : (bindings.get(slot) ?? null);
  };
  return {
    plan,
    statement: bindStatement(statement, bound),
    variant: (name, render) => {
      const known = variants.get(name);
      if (known !== undefined) return bindStatement(known, bound);
      const made = unboundStatement(render());
      variants.set(name, made);
      weigh();
      return bindStatement(made, bound);
    },
    bind: (template) => bindStatement(unboundStatement(template), bound),
    keyOfCaller: () => JSON.stringify([statement.name, ...callerSlots(statement).map(bound)]),
  };
}

/** The slots of a statement that have their values from the caller. */
function callerSlots({ values }: UnboundStatement): readonly Slot[] {
  return values.flatMap((value) => (value.kind === 'position' && typeof value.slot !== 'number' ? [value.slot] : []));
}
