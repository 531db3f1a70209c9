import type { BoundCondition } from '../../definition/condition.ts';
import type { Model, Relation, Resource } from '../../definition/model.ts';
import { readDatetime } from '../../language/datetime.ts';
import { nearest } from '../../language/nearest.ts';
import { parseEmbed } from '../../language/parser.ts';
import type { Embed } from '../../language/syntax.ts';
import { validAt } from './instant.ts';
import { type Parameter, type Result, refuse } from './query_string.ts';

/** A relation that is fetched along with each row. */
export interface EmbedPlan {
  readonly relation: Relation;
  readonly resource: Resource;
  /** Drops rows that have no match. */
  readonly inner: boolean;
  readonly filters: readonly BoundCondition[];
  readonly embeds: readonly EmbedPlan[];
}

/** A resource that is embedded, and the aliases that lead to it. */
export interface Embedded {
  readonly resource: Resource;
  readonly path: readonly string[];
}

/** Whether a parameter belongs to the embeds: `embed` itself, or `<relation>[.<relation>].valid_at`. */
export function isEmbedParameter(name: string): boolean {
  return name === 'embed' || name.endsWith('.valid_at');
}

/** Reads `embed` and what is asked of the embedded relations, and resolves their names. */
export function planEmbeds(
  resource: Resource,
  parameters: readonly Parameter[],
  model: Model,
): Result<readonly EmbedPlan[]> {
  const own = parameters.filter(({ name }) => isEmbedParameter(name));
  const repeated = own.find(({ name }, index) => own.findIndex((other) => other.name === name) < index);
  if (repeated !== undefined) {
    return refuse(
      'invalid_parameter',
      repeated.name,
      null,
      `${repeated.name} stands in the URL more than once`,
      `write ${repeated.name} once`,
    );
  }
  const embed = own.find(({ name }) => name === 'embed');
  const planned = embed === undefined ? none : planValue(resource, embed.value, model);
  if (!planned.ok) return planned;
  let embeds = planned.value;
  for (const parameter of own) {
    if (parameter === embed) continue;
    const narrowed = narrow(embeds, resource, parameter, parameter.name.split('.').slice(0, -1));
    if (!narrowed.ok) return narrowed;
    embeds = narrowed.value;
  }
  return { ok: true, value: embeds };
}

/** Every resource that the embeds show, at every depth. */
export function embedded(embeds: readonly EmbedPlan[], above: readonly string[] = []): readonly Embedded[] {
  return embeds.flatMap(({ relation, resource, embeds: below }) => {
    const path = [...above, relation.alias];
    return [{ resource, path }, ...embedded(below, path)];
  });
}

const none: Result<readonly EmbedPlan[]> = { ok: true, value: [] };

function planValue(resource: Resource, value: string, model: Model): Result<readonly EmbedPlan[]> {
  const parsed = parseEmbed(value);
  if (parsed.ok) return planLevel(resource, parsed.value, model, 1);
  const { message, offset, expected } = parsed.fault;
  return refuse('invalid_parameter', 'embed', offset, message, expected === null ? null : `expected ${expected}`);
}

function planLevel(
  resource: Resource,
  embeds: readonly Embed[],
  model: Model,
  depth: number,
): Result<readonly EmbedPlan[]> {
  const { embedDepth } = model.service.limits;
  const plans: EmbedPlan[] = [];
  for (const { alias, inner, embeds: below } of embeds) {
    if (depth > embedDepth) {
      const detail = `embed is more than ${embedDepth} levels deep`;
      return refuse('limit_exceeded', 'embed', alias.offset, detail, 'ask for less at once');
    }
    const relation = resource.relations.get(alias.text);
    const target = model.resources.get(relation?.target ?? '');
    if (relation === undefined || target === undefined) return unknownAlias(resource, alias);
    if (plans.some((plan) => plan.relation === relation)) {
      return refuse(
        'invalid_parameter',
        'embed',
        alias.offset,
        `${alias.text} stands here a second time`,
        'name each relation once',
      );
    }
    const nested = planLevel(target, below, model, depth + 1);
    if (!nested.ok) return nested;
    plans.push({ relation, resource: target, inner, filters: [], embeds: nested.value });
  }
  return { ok: true, value: plans };
}

function unknownAlias(
  resource: Resource,
  { text, offset }: { readonly text: string; readonly offset: number },
): Result<never> {
  const known = [...resource.relations.keys()];
  const near = nearest(text, known);
  const expected = known.length === 0 ? `${resource.name} has no relations` : `expected one of ${known.join(', ')}`;
  const hint = near === null ? expected : `${expected}; did you mean ${near}?`;
  return refuse('invalid_parameter', 'embed', offset, `there is no relation ${text} of ${resource.name}`, hint);
}

/** The embeds with the one at the path showing only what is valid at an instant. */
function narrow(
  embeds: readonly EmbedPlan[],
  resource: Resource,
  { name, value }: Parameter,
  path: readonly string[],
): Result<readonly EmbedPlan[]> {
  const [alias = '', ...rest] = path;
  const plan = embeds.find(({ relation }) => relation.alias === alias);
  if (plan === undefined) {
    const known = embeds.map(({ relation }) => relation.alias);
    const near = nearest(alias, known);
    const hint = near === null ? 'embed the relation in the same request' : `did you mean ${near}?`;
    return refuse('invalid_parameter', name, null, `the relation ${alias} of ${resource.name} is not embedded`, hint);
  }
  const replace = (next: EmbedPlan) => ({
    ok: true as const,
    value: embeds.map((each) => (each === plan ? next : each)),
  });
  if (rest.length > 0) {
    const below = narrow(plan.embeds, plan.resource, { name, value }, rest);
    return below.ok ? replace({ ...plan, embeds: below.value }) : below;
  }
  if (!plan.resource.fields.has('valid_from'))
    return refuse('invalid_parameter', name, null, `${plan.resource.name} has no validity`, null);
  const read = readDatetime(value);
  if (!read.ok) return refuse('invalid_parameter', name, 0, read.message, read.hint);
  return replace({ ...plan, filters: [...plan.filters, validAt(plan.resource, read.value)] });
}
