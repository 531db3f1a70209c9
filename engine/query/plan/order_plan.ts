import type { Name, OrderKey } from '../../language/syntax.ts';
import { operandAt } from '../../model/condition/operand.ts';
import type { Operand } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { parseOrder } from '../../vocabulary/query_parser.ts';
import { type Draft, embedNamed } from './draft.ts';
import { faultsOf, type Parameter, type Result, refuse, unlessFaulty } from './query_string.ts';
import type { OrderPlan } from './rows_plan.ts';
import { unknownName } from './unknown_name.ts';

/** Resolves the names in the value of `order`: fields and relations, or the names under which a row shows them. */
export function planOrder(draft: Draft, parameter: Parameter, model: Model): Result<readonly OrderPlan[]> {
  const parsed = readOrder(parameter);
  if (!parsed.ok) return parsed;
  const keys = parsed.value.map((written): Result<OrderPlan> => {
    const { relation, descending, nulls } = written;
    const key =
      relation === null
        ? planOwn(draft, written, parameter.name)
        : planRelated(draft, { ...written, relation }, model, parameter.name);
    return key.ok ? { ok: true, value: { ...key.value, descending, nulls } } : key;
  });
  return unlessFaulty(
    faultsOf(keys),
    keys.flatMap((key) => (key.ok ? [key.value] : [])),
  );
}

/** Reads the keys as they are written. */
export function readOrder({ name, value }: Parameter): Result<readonly OrderKey[]> {
  const parsed = parseOrder(value);
  if (parsed.ok) return parsed;
  const { offset, message } = parsed.fault;
  return refuse(
    'invalid_parameter',
    { parameter: name, position: offset },
    message,
    'write keys as field.desc or relation(field).asc.nullslast, with commas between them',
  );
}

type Key = Pick<OrderPlan, 'relation' | 'operand' | 'cast'>;

/** As in PostgREST, a field goes before a column that shows another one under its name. */
function planOwn(draft: Draft, written: OrderKey, parameter: string): Result<Key> {
  const isField = draft.resource.fields.has(written.field.text);
  return (isField ? null : planShown(draft, written)) ?? planField(draft.resource, written, parameter);
}

function planRelated(
  draft: Draft,
  written: OrderKey & { readonly relation: Name },
  model: Model,
  parameter: string,
): Result<Key> {
  const { resource } = draft;
  const { relation: name } = written;
  const embed = embedNamed(draft, name.text);
  const relation = embed?.relation ?? resource.relations.get(name.text);
  const target = model.resources.get(relation?.target ?? '');
  if (relation === undefined || target === undefined) {
    const detail = `there is no relation ${name.text} of ${resource.name}`;
    return unknownName(parameter, name, detail, resource.relations.keys());
  }
  if (relation.cardinality === 'many') {
    return refuse(
      'invalid_parameter',
      { parameter, position: name.offset },
      `${name.text} has many rows for one of ${resource.name}`,
      'order by a relation to one',
    );
  }
  // As in PostgREST, a column of the related row goes before a field.
  const key = (embed === null ? null : planShown(embed.draft, written)) ?? planField(target, written, parameter);
  return key.ok ? { ok: true, value: { ...key.value, relation } } : key;
}

/** A column under the name by which a row shows it, or what is in its JSON; null if there is none. */
function planShown({ columns }: Draft, { field: name, steps }: OrderKey): Result<Key> | null {
  for (const column of columns) {
    if (column.kind !== 'field' || column.name !== name.text) continue;
    if (steps.length === 0) return { ok: true, value: { relation: null, operand: column.operand, cast: column.cast } };
    const operand = column.cast === null ? operandBelow(column.operand, steps) : null;
    return operand === null ? null : { ok: true, value: { relation: null, operand, cast: null } };
  }
  return null;
}

function operandBelow({ field, steps }: Operand, further: OrderKey['steps']): Operand | null {
  if (steps.at(-1)?.asText) return null;
  return operandAt(field, [...steps.map((step) => ({ ...step, offset: 0 })), ...further]);
}

function planField(resource: Resource, { field: name, steps }: OrderKey, parameter: string): Result<Key> {
  const field = resource.fields.get(name.text);
  if (field === undefined) {
    const detail = `there is no field ${name.text} in ${resource.name}`;
    return unknownName(parameter, name, detail, resource.fields.keys());
  }
  const operand = operandAt(field, steps);
  if (operand !== null) return { ok: true, value: { relation: null, operand, cast: null } };
  const detail = `${name.text} is of type ${field.type.kind}, and holds no JSON`;
  return refuse('invalid_parameter', { parameter, position: name.offset }, detail, null);
}
