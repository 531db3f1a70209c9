import type { Field, Model, Relation, Resource } from '../../definition/model.ts';
import { nearest } from '../../language/nearest.ts';
import { parseOrder } from '../../language/parser.ts';
import type { Name, OrderKey } from '../../language/syntax.ts';
import { type Result, refuse } from './query_string.ts';

/** A key to order a list by. */
export interface OrderPlan extends Pick<OrderKey, 'descending' | 'nulls'> {
  /** The relation to one whose field it is; null for the row's own. */
  readonly relation: { readonly relation: Relation; readonly resource: Resource } | null;
  readonly field: Field;
}

/** Resolves the names in the value of `order`. */
export function planOrder(resource: Resource, value: string, model: Model): Result<readonly OrderPlan[]> {
  const parsed = parseOrder(value);
  if (!parsed.ok) {
    const { offset, message } = parsed.fault;
    return refuse(
      'invalid_parameter',
      'order',
      offset,
      message,
      'write keys as field.desc or relation(field).asc.nullslast, with commas between them',
    );
  }
  const keys: OrderPlan[] = [];
  for (const { path, descending, nulls } of parsed.value) {
    const key = path.length === 1 ? planField(resource, path[0]) : planRelation(resource, path[0], path[1], model);
    if (!key.ok) return key;
    keys.push({ ...key.value, descending, nulls });
  }
  return { ok: true, value: keys };
}

type Key = Pick<OrderPlan, 'relation' | 'field'>;

function planField(resource: Resource, name: Name): Result<Key> {
  const field = resource.fields.get(name.text);
  if (field === undefined)
    return unknown(name, `there is no field ${name.text} in ${resource.name}`, resource.fields.keys());
  if (field.type.kind !== 'json') return { ok: true, value: { relation: null, field } };
  return refuse('invalid_parameter', 'order', name.offset, `${name.text} is of type json, which has no order`, null);
}

function planRelation(resource: Resource, alias: Name, name: Name, model: Model): Result<Key> {
  const relation = resource.relations.get(alias.text);
  const target = model.resources.get(relation?.target ?? '');
  if (relation === undefined || target === undefined) {
    return unknown(alias, `there is no relation ${alias.text} of ${resource.name}`, resource.relations.keys());
  }
  if (relation.cardinality === 'many') {
    return refuse(
      'invalid_parameter',
      'order',
      alias.offset,
      `${alias.text} has many rows for one of ${resource.name}`,
      'order by a relation to one',
    );
  }
  const key = planField(target, name);
  return key.ok ? { ok: true, value: { ...key.value, relation: { relation, resource: target } } } : key;
}

function unknown({ text, offset }: Name, detail: string, names: Iterable<string>): Result<never> {
  const known = [...names];
  const near = nearest(text, known);
  const expected = `expected one of ${known.join(', ')}`;
  return refuse(
    'invalid_parameter',
    'order',
    offset,
    detail,
    near === null ? expected : `${expected}; did you mean ${near}?`,
  );
}
