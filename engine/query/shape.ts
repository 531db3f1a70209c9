import { LRUCache } from 'lru-cache';
import type { Principal } from '../access/principal.ts';
import { readDatetime } from '../language/datetime.ts';
import type { Value } from '../language/syntax.ts';
import { readValues, takesSeveral } from '../model/condition/operand.ts';
import type { OpenComparison } from '../model/field.ts';
import { type Operator, operatorsThat, operatorWord } from '../vocabulary/operator/operators.ts';
import { parseParameter } from '../vocabulary/query_parser.ts';
import { arrayText } from '../vocabulary/value/array_text.ts';
import { isInstantParameter } from './plan/instant.ts';
import type { Parameter, Result } from './plan/query_string.ts';
import { comparisonsOf } from './plan/rows_plan.ts';
import { type Bindings, type BoundPlan, type Unbound, type UnboundPlan, unbind } from './plan/unbound.ts';
import { claimText, statementsOf } from './sql/claim.ts';
import {
  bindStatement,
  idSlot,
  type Slot,
  type Statement,
  type Template,
  type UnboundStatement,
  unboundStatement,
} from './sql/condition/statement.ts';

/** A plan and its statement, which serve every request of a shape. No value of a request is in them. */
interface Kept<Plan extends UnboundPlan> {
  readonly plan: Plan;
  readonly statement: UnboundStatement;
  /** What the value at each bind position is: of a comparison, or an instant. */
  readonly positions: ReadonlyMap<number, OpenComparison | 'instant'>;
}

/**
 * Plans by the shape of requests. Bounded in memory: a caller who writes ever new shapes pushes out the oldest, and a plan
 * may take much or little.
 */
export interface PlanCache {
  readonly plans: LRUCache<string, Kept<UnboundPlan>>;
  /** Requests that used the plan of an earlier one, and requests that were planned. */
  hits: number;
  misses: number;
}

export function createPlanCache(bytes: number): PlanCache {
  const plans = new LRUCache<string, Kept<UnboundPlan>>({
    maxSize: bytes,
    sizeCalculation: ({ statement }, key) => bytesOfPlan + bytesOfCharacter * (key.length + statement.text.length),
  });
  return { plans, hits: 0, misses: 0 };
}

// As measured: a plan of few columns, and what a plan grows by with its statement.
const bytesOfPlan = 4_000;
const bytesOfCharacter = 8;

/** A request to plan. */
interface Request<Plan extends BoundPlan> {
  /** What the plan depends on beside the parameters and the viewer. */
  readonly kind: string;
  readonly parameters: readonly Parameter[];
  readonly viewer: Principal;
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
  /** Puts the values of the request into another statement that is rendered from the plan. */
  readonly bind: (template: Template) => Statement;
}

/**
 * Plans a request, or takes the plan of an earlier request of the same shape, and puts its values into the statement. A
 * statement serves all viewers with the same statementsOf. A request whose values do not fit is planned again, which
 * says why.
 */
export function prepare<Plan extends BoundPlan>(cache: PlanCache, request: Request<Plan>): Result<Prepared<Plan>> {
  const { kind, parameters, viewer, maximumValues, plan, render } = request;
  const { key, values } = shapeOf(`${statementsOf(viewer)} ${kind}`, parameters);
  // The kind and the parameters say which type of plan it is.
  const kept = cache.plans.get(key) as Kept<Unbound<Plan>> | undefined;
  const bindings = kept === undefined ? null : readBindings(kept, values, maximumValues);
  if (kept !== undefined && bindings !== null) {
    cache.hits += 1;
    return { ok: true, value: prepared(kept, bindings, request) };
  }
  cache.misses += 1;
  const planned = plan();
  if (!planned.ok) return planned;
  const unbound = unbind(planned.value, (slot) => values.has(slot));
  const made = {
    plan: unbound.plan,
    statement: unboundStatement(render(unbound.plan)),
    positions: positionsOf(unbound.plan),
  };
  cache.plans.set(key, made);
  return { ok: true, value: prepared(made, unbound.bindings, request) };
}

function prepared<Plan extends BoundPlan>(
  { plan, statement }: Kept<Unbound<Plan>>,
  bindings: Bindings,
  { viewer, id }: Pick<Request<Plan>, 'viewer' | 'id'>,
): Prepared<Plan> {
  const bound = (slot: Slot): string | null => {
    if (slot === 'identity' || slot === 'subject') return viewer[slot];
    if (typeof slot !== 'number') return claimText(viewer, slot);
    return slot === idSlot ? id : (bindings.get(slot) ?? null);
  };
  return {
    plan,
    statement: bindStatement(statement, bound),
    bind: (template) => bindStatement(unboundStatement(template), bound),
  };
}

/** The request without the values of its plain filters and instants; these by the places of their parameters. */
function shapeOf(
  kind: string,
  parameters: readonly Parameter[],
): { readonly key: string; readonly values: ReadonlyMap<number, string> } {
  const values = new Map<number, string>();
  let key = kind;
  for (const { name, value, index } of parameters) {
    const head = isInstant(name) ? '' : isTree.test(name) ? undefined : plain.exec(value)?.[0];
    if (head !== undefined) values.set(index, value.slice(head.length));
    const fixed = head ?? value;
    // With their lengths: no text can pass for two.
    key += `&${name.length}:${name}=${fixed.length}:${fixed}`;
  }
  return { key, values };
}

const isTree = /(^|\.)(and|or|select|embed|order|limit|offset|after)$/;
const withValue = operatorsThat(({ operand }) => !operand.isKeyword);
const plain = new RegExp(`^(?:not\\.)?(?:${withValue.join('|')})(?:\\([a-z_]+\\))?\\.`);

function isInstant(name: string): boolean {
  return isInstantParameter(name.slice(name.lastIndexOf('.') + 1));
}

function positionsOf({ rows, asOf }: UnboundPlan): Kept<UnboundPlan>['positions'] {
  const compared = comparisonsOf(rows).flatMap((comparison) =>
    comparison.values === null ? [[comparison.slot, comparison] as const] : [],
  );
  return new Map<number, OpenComparison | 'instant'>([
    ...compared,
    ...(asOf === null ? [] : [[asOf.slot, 'instant'] as const]),
  ]);
}

/** The values of a request at the bind positions of a plan; null where one of them does not fit. */
function readBindings(
  { positions }: Pick<Kept<UnboundPlan>, 'positions'>,
  values: ReadonlyMap<number, string>,
  maximumValues: number,
): Bindings | null {
  const bindings = new Map<number, string>();
  for (const [slot, value] of values) {
    const position = positions.get(slot);
    const text =
      position === undefined
        ? null
        : position === 'instant'
          ? readInstant(value)
          : readValue(position, value, maximumValues);
    if (text === null) return null;
    bindings.set(slot, text);
  }
  return bindings;
}

function readValue(comparison: OpenComparison, text: string, maximumValues: number): string | null {
  const isListed = operatorWord(comparison.operator).operand.isList;
  const value = isListed ? readList(comparison.operator, text) : ({ kind: 'single', text, offset: 0 } as const);
  const read = value === null ? null : readValues(comparison, value);
  if (!read?.ok || read.value.length > maximumValues) return null;
  return takesSeveral(comparison) ? arrayText(read.value) : (read.value[0] ?? null);
}

function readList(operator: Operator, text: string): Value | null {
  const parsed = parseParameter('list', `${operator}.${text}`);
  return parsed.ok && parsed.value.kind === 'comparison' ? parsed.value.value : null;
}

function readInstant(text: string): string | null {
  const read = readDatetime(text);
  return read.ok ? read.value : null;
}
