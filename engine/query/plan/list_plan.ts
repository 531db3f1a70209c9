import { bindCondition } from '../../definition/bind_condition.ts';
import type { BoundCondition } from '../../definition/condition.ts';
import type { Limits, Model, Resource } from '../../definition/model.ts';
import { nearest } from '../../language/nearest.ts';
import { parseParameter } from '../../language/parser.ts';
import type { Condition } from '../../language/syntax.ts';
import { type EmbedPlan, isEmbedParameter, planEmbeds } from './embed_plan.ts';
import { instantObstacle, instantParameters, isInstantParameter, planInstants, validAt } from './instant.ts';
import { type OrderPlan, planOrder } from './order_plan.ts';
import { type Parameter, type Result, refuse } from './query_string.ts';

/** The rows of one page: which, how many, and how many before them. */
export interface ListPlan {
  readonly resource: Resource;
  readonly filters: readonly BoundCondition[];
  readonly limit: number;
  readonly offset: number;
  /** The instant as of which the rows were recorded; null for now. */
  readonly asOf: string | null;
  readonly embeds: readonly EmbedPlan[];
  /** Before the id, which is the last key of every list. */
  readonly order: readonly OrderPlan[];
}

const pageParameters = ['order', 'limit', 'offset'] as const;

/** Reads the parameters of a list, resolves their names and holds them against the limits. */
export function planList(resource: Resource, parameters: readonly Parameter[], model: Model): Result<ListPlan> {
  const { limits } = model.service;
  const filters: BoundCondition[] = [];
  const page = { limit: Math.min(limits.pageDefault, limits.pageMaximum), offset: 0 };
  const instants = planInstants(resource, parameters);
  if (!instants.ok) return instants;
  const { asOf } = instants.value;
  const embeds = planEmbeds(resource, parameters, model);
  if (!embeds.ok) return embeds;
  if (instants.value.validAt !== null) filters.push(validAt(resource, instants.value.validAt));
  let order: readonly OrderPlan[] = [];
  const seen = new Set<string>();
  let comparisons = 0;
  for (const parameter of parameters) {
    const { name } = parameter;
    if (isInstantParameter(name) || isEmbedParameter(name)) continue;
    if (name === 'order' || name === 'limit' || name === 'offset') {
      if (seen.has(name)) {
        const detail = `${name} stands in the URL more than once`;
        return refuse('invalid_parameter', name, null, detail, `write ${name} once`);
      }
      seen.add(name);
      if (name === 'order') {
        const keys = planOrder(resource, parameter.value, model);
        if (!keys.ok) return keys;
        order = keys.value;
        continue;
      }
      const number = readCount(parameter, name === 'limit' ? limits.pageMaximum : Number.MAX_SAFE_INTEGER);
      if (!number.ok) return number;
      page[name] = number.value;
      continue;
    }
    const filter = planFilter(resource, parameter, limits);
    if (!filter.ok) return filter;
    filters.push(filter.value);
    comparisons += countComparisons(filter.value);
    if (comparisons > limits.filters) {
      return refuse(
        'limit_exceeded',
        name,
        null,
        `the request has more than ${limits.filters} filters`,
        'ask for less at once',
      );
    }
  }
  return { ok: true, value: { resource, filters, ...page, asOf, embeds: embeds.value, order } };
}

function planFilter(resource: Resource, { name, value }: Parameter, limits: Limits): Result<BoundCondition> {
  const parsed = parseParameter(name, value);
  if (!parsed.ok) {
    const { fault } = parsed;
    const isLogic = /^(not\.)?(and|or)$/.test(name);
    if (fault.part === 'name' || (!isLogic && !resource.fields.has(name))) return unknownParameter(resource, name);
    return refuse(
      'invalid_parameter',
      name,
      fault.offset,
      fault.message,
      fault.expected === null ? null : `expected ${fault.expected}`,
    );
  }
  const excess = countLongestList(parsed.value) - limits.inValues;
  if (excess > 0)
    return refuse(
      'limit_exceeded',
      name,
      null,
      `a list in ${name} has more than ${limits.inValues} values`,
      'ask for less at once',
    );
  const bound = bindCondition(parsed.value, resource.name, resource.fields);
  if (bound.ok) return bound;
  const { fault } = bound;
  const isLogic = parsed.value.kind === 'logic';
  if (fault.part === 'name' && !isLogic && !resource.fields.has(name)) return unknownParameter(resource, name);
  const hint = [
    fault.expected === null ? null : `expected ${fault.expected}`,
    fault.nearest === null ? null : `did you mean ${fault.nearest}?`,
  ];
  return refuse(
    'invalid_parameter',
    name,
    fault.offset,
    fault.message,
    hint.filter((part) => part !== null).join('; ') || null,
  );
}

function unknownParameter(resource: Resource, name: string): Result<never> {
  const instants = instantParameters.filter((instant) => instantObstacle(instant, resource) === null);
  const near = nearest(name, [...resource.fields.keys(), ...pageParameters, ...instants, 'embed', 'and', 'or']);
  return refuse(
    'unknown_parameter',
    name,
    0,
    `${resource.name} has no parameter ${JSON.stringify(name.slice(0, 80))}`,
    near === null ? 'filter by a field of the resource' : `did you mean ${near}?`,
  );
}

function readCount({ name, value }: Parameter, maximum: number): Result<number> {
  if (!/^\d{1,16}$/.test(value)) {
    return refuse(
      'invalid_parameter',
      name,
      0,
      `${name} is ${JSON.stringify(value.slice(0, 60))}`,
      `expected a whole number from 0 to ${maximum}`,
    );
  }
  const number = Number(value);
  if (number <= maximum) return { ok: true, value: number };
  return refuse(
    name === 'limit' ? 'limit_exceeded' : 'invalid_parameter',
    name,
    0,
    `${name} is ${value}`,
    `expected at most ${maximum}`,
  );
}

/** Comparisons, at every depth: each is a filter, wherever it stands. */
function countComparisons(condition: BoundCondition): number {
  if (condition.kind === 'comparison') return 1;
  return condition.operands.reduce((count, operand) => count + countComparisons(operand), 0);
}

function countLongestList(condition: Condition): number {
  if (condition.kind === 'logic') return Math.max(0, ...condition.operands.map(countLongestList));
  return condition.value.kind === 'list' ? condition.value.items.length : 0;
}
