import { LRUCache } from 'lru-cache';
import type { Principal } from '../access/principal.ts';
import { readDatetime } from '../language/datetime.ts';
import type { Value } from '../language/syntax.ts';
import { readValues } from '../model/condition/operand.ts';
import type { BoundComparison } from '../model/field.ts';
import { type Operator, operatorsThat, operatorWord } from '../vocabulary/operator/operators.ts';
import { parseParameter } from '../vocabulary/query_parser.ts';
import { arrayText } from '../vocabulary/value/array_text.ts';
import { isInstantParameter } from './plan/instant.ts';
import type { Parameter, Result } from './plan/query_string.ts';
import { comparisonsOf, type RowsPlan } from './plan/rows_plan.ts';
import { claimText, statementsOf } from './sql/claim.ts';
import { idSlot, type Statement, type Template } from './sql/condition/statement.ts';

/** A plan and its statement, which serve every request that differs from the first in nothing but values. */
interface Kept<Plan> {
  readonly plan: Plan;
  readonly template: Template;
  /** What reads the value of a parameter, by its place; null for a value that does not fit. */
  readonly readers: ReadonlyMap<number, (text: string) => string | null>;
}

/**
 * Plans by the shape of requests. Bounded in memory: a caller who writes ever new shapes pushes out the oldest, and a plan
 * may take much or little.
 */
export interface PlanCache {
  readonly plans: LRUCache<string, Kept<unknown>>;
  /** Requests that were served by a plan of an earlier one, and those that were planned anew. */
  hits: number;
  misses: number;
}

export function createPlanCache(bytes: number): PlanCache {
  const plans = new LRUCache<string, Kept<unknown>>({
    maxSize: bytes,
    sizeCalculation: ({ template }, key) => bytesOfPlan + bytesOfCharacter * (key.length + template.text.length),
  });
  return { plans, hits: 0, misses: 0 };
}

// As measured: a plan of few columns, and what a plan grows by with its statement.
const bytesOfPlan = 4_000;
const bytesOfCharacter = 8;

/**
 * The plan and statement for a request: those of an earlier one of the same shape, with the values of this one in the
 * statement (the plan may have the earlier one's), or new ones. `kind` names whatever else the plan depends on, `id` is the
 * value of idSlot. A statement serves all viewers of whom statementsOf says the same. A request whose values do not fit is planned anew, which says why.
 */
export function prepare<Plan extends { readonly rows: RowsPlan }>(
  cache: PlanCache,
  kind: string,
  parameters: readonly Parameter[],
  plan: () => Result<Plan>,
  render: (plan: Plan) => Template,
  maximumValues: number,
  viewer: Principal,
  id: string | null = null,
): Result<{ readonly plan: Plan; readonly statement: Statement }> {
  const { key, values } = shapeOf(`${statementsOf(viewer)} ${kind}`, parameters);
  const kept = cache.plans.get(key) as Kept<Plan> | undefined;
  const filled = kept === undefined ? null : fill(kept, values, viewer, id);
  if (kept !== undefined && filled !== null) {
    cache.hits += 1;
    return { ok: true, value: { plan: kept.plan, statement: filled } };
  }
  cache.misses += 1;
  const planned = plan();
  if (!planned.ok) return planned;
  const template = render(planned.value);
  const readers = readersOf(planned.value.rows, maximumValues);
  for (const slot of values.keys()) {
    if (!readers.has(slot)) readers.set(slot, readInstant);
  }
  cache.plans.set(key, { plan: planned.value, template, readers });
  return { ok: true, value: { plan: planned.value, statement: template } };
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

function fill<Plan>(
  { template, readers }: Kept<Plan>,
  values: ReadonlyMap<number, string>,
  viewer: Principal,
  id: string | null,
): Statement | null {
  const texts = new Map<number, string>(id === null ? [] : [[idSlot, id]]);
  for (const [slot, value] of values) {
    const text = readers.get(slot)?.(value) ?? null;
    if (text === null) return null;
    texts.set(slot, text);
  }
  const filled = template.values.map((value, place) => {
    const slot = template.slots[place] ?? null;
    if (slot === null) return value;
    if (slot === 'identity' || slot === 'subject') return viewer[slot];
    return typeof slot === 'number' ? (texts.get(slot) ?? value) : claimText(viewer, slot);
  });
  return { text: template.text, name: template.name, values: filled };
}

function readersOf(rows: RowsPlan, maximumValues: number): Map<number, (text: string) => string | null> {
  return new Map(
    comparisonsOf(rows).flatMap((comparison) =>
      comparison.slot === null ? [] : [[comparison.slot, readerOf(comparison, maximumValues)] as const],
    ),
  );
}

function readerOf(comparison: BoundComparison, maximumValues: number): (text: string) => string | null {
  const { operator, quantifier } = comparison;
  const { isList } = operatorWord(operator).operand;
  return (text) => {
    const value = isList ? readList(operator, text) : ({ kind: 'single', text, offset: 0 } as const);
    const read = value === null ? null : readValues(comparison, value);
    if (!read?.ok || read.value.length > maximumValues) return null;
    return isList || quantifier !== null ? arrayText(read.value) : (read.value[0] ?? null);
  };
}

function readList(operator: Operator, text: string): Value | null {
  const parsed = parseParameter('list', `${operator}.${text}`);
  return parsed.ok && parsed.value.kind === 'comparison' ? parsed.value.value : null;
}

function readInstant(text: string): string | null {
  const read = readDatetime(text);
  return read.ok ? read.value : null;
}
