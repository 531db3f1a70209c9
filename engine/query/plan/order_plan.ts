import { nearest } from '../../language/nearest.ts';
import type { Name, OrderKey } from '../../language/syntax.ts';
import { operandAt } from '../../model/condition/operand.ts';
import type { Operand, Relation } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { parseOrder } from '../../vocabulary/query_parser.ts';
import { faultsOf, type Parameter, type Result, refuse, unlessFaulty } from './query_string.ts';

/** A key to order rows by. */
export interface OrderPlan extends Pick<OrderKey, 'descending' | 'nulls'> {
  /** The relation to one whose row the operand is of; null for the row itself. */
  readonly relation: Relation | null;
  readonly operand: Operand;
}

/** Resolves the names in the value of `order`. */
export function planOrder(resource: Resource, parameter: Parameter, model: Model): Result<readonly OrderPlan[]> {
  const parsed = parseOrder(parameter.value);
  if (!parsed.ok) {
    const { offset, message } = parsed.fault;
    return refuse(
      'invalid_parameter',
      { parameter: parameter.name, position: offset },
      message,
      'write keys as field.desc or relation(field).asc.nullslast, with commas between them',
    );
  }
  const keys = parsed.value.map((written): Result<OrderPlan> => {
    const { relation, descending, nulls } = written;
    const key =
      relation === null
        ? planField(resource, written, parameter.name)
        : planRelated(resource, { ...written, relation }, model, parameter.name);
    return key.ok ? { ok: true, value: { ...key.value, descending, nulls } } : key;
  });
  return unlessFaulty(
    faultsOf(keys),
    keys.flatMap((key) => (key.ok ? [key.value] : [])),
  );
}

type Key = Pick<OrderPlan, 'relation' | 'operand'>;

function planField(resource: Resource, { field: name, steps }: OrderKey, parameter: string): Result<Key> {
  const field = resource.fields.get(name.text);
  if (field === undefined) {
    const detail = `there is no field ${name.text} in ${resource.name}`;
    return unknown(parameter, name, detail, resource.fields.keys());
  }
  const operand = operandAt(field, steps);
  if (operand !== null) return { ok: true, value: { relation: null, operand } };
  const detail = `${name.text} is of type ${field.type.kind}, and holds no JSON`;
  return refuse('invalid_parameter', { parameter, position: name.offset }, detail, null);
}

function planRelated(
  resource: Resource,
  written: OrderKey & { readonly relation: Name },
  model: Model,
  parameter: string,
): Result<Key> {
  const { relation: alias } = written;
  const relation = resource.relations.get(alias.text);
  const target = model.resources.get(relation?.target ?? '');
  if (relation === undefined || target === undefined) {
    const detail = `there is no relation ${alias.text} of ${resource.name}`;
    return unknown(parameter, alias, detail, resource.relations.keys());
  }
  if (relation.cardinality === 'many') {
    return refuse(
      'invalid_parameter',
      { parameter, position: alias.offset },
      `${alias.text} has many rows for one of ${resource.name}`,
      'order by a relation to one',
    );
  }
  const key = planField(target, written, parameter);
  return key.ok ? { ok: true, value: { ...key.value, relation } } : key;
}

function unknown(parameter: string, { text, offset }: Name, detail: string, names: Iterable<string>): Result<never> {
  const known = [...names];
  const near = nearest(text, known);
  // Only relations may be none.
  const expected =
    known.length === 0 ? 'leave it out: the resource has no relations' : `expected one of ${known.join(', ')}`;
  const hint = near === null ? expected : `${expected}; did you mean ${near}?`;
  return refuse('invalid_parameter', { parameter, position: offset }, detail, hint);
}
