import { nearest } from '../../language/nearest.ts';
import type { Name, OrderKey, WrittenStep, WrittenWay } from '../../language/syntax.ts';
import { oneOf } from '../../language/wording.ts';
import { type BindContext, bindFilter } from '../../model/condition/bind.ts';
import type { BindFault, Bound } from '../../model/condition/bound.ts';
import { madeOfRelated } from '../../model/condition/made_of_related.ts';
import { operandAt } from '../../model/condition/operand.ts';
import type { RowType } from '../../model/condition/row_type.ts';
import type { BoundCondition, Field, Made, ValueOrder, ValueStep } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { type AnyRelation, isDirect } from '../../model/relation.ts';
import { treeFault } from '../../model/tree/tree_fault.ts';

type Way = Made & { readonly by: 'way' };

/** The declared resources, by their names. */
export type Tables = ReadonlyMap<string, Table>;

/** Resolves the names of a way from a row to one value. */
export function bindWay({ steps, field: end, order }: WrittenWay, context: BindContext, tables: Tables): Bound<Way> {
  const bound: ValueStep[] = [];
  const faults: BindFault[] = [];
  let row: RowType = context.row;
  for (const [index, step] of steps.entries()) {
    const taken = bindStep(step, { ...context, row }, { tables, order: index === 0 ? order : null });
    if (!taken.ok) return { ok: false, faults: [...faults, ...taken.faults] };
    bound.push(taken.value.step);
    row = taken.value.target;
  }
  const field = fieldNamed(end, row);
  if (!field.ok) return field;
  const operand = { field: field.value, steps: [], type: field.value.type };
  return { ok: true, value: { by: 'way', steps: bound, operand } };
}

function bindStep(
  { relation: alias, filter }: WrittenStep,
  context: BindContext,
  { tables, order }: { readonly tables: Tables; readonly order: WrittenWay['order'] },
): Bound<{ readonly step: ValueStep; readonly target: Table }> {
  const { row } = context;
  const relation = row.relations.get(alias.text);
  if (relation === undefined) {
    const known = [...row.relations.keys()];
    const isField = row.fields.has(alias.text);
    const message = isField
      ? `${alias.text} is a field, and nothing stands below it`
      : `there is no relation ${alias.text} of ${row.name}`;
    return refuse(alias, message, known.length === 0 ? 'a relation' : oneOf(known), nearest(alias.text, known));
  }
  const fault = treeFault(relation, {});
  if (fault !== null) return refuse(alias, fault.message, fault.expected, null);
  const target = tables.get(relation.target);
  // It could not be read, which has been reported, or the service makes its rows.
  if (target === undefined) return refuse(alias, `${relation.target} has no value to take`, 'another relation', null);
  const reached = bindFilter(relation, filter, { ...context, row: target });
  if (!reached.ok) return reached;
  if (order === null && !leadsToOne(relation, reached.value.condition, target)) {
    const message = `${alias.text} has many rows for one of ${row.name}`;
    const narrowed = target.temporal === null ? '' : `${alias.text}(valid_at=now) for the one of a timeline, or `;
    return refuse(alias, message, `${narrowed}first(${alias.text}.<field>,order=<field>)`, null);
  }
  const keys = orderKeys(order ?? [], target);
  return keys.ok ? { ok: true, value: { step: { ...reached.value, order: keys.value }, target } } : keys;
}

/** Whether there is at most one row: of a reference, of a timeline at an instant, or of a unique combination. */
function leadsToOne(relation: AnyRelation, condition: BoundCondition | null, { temporal, unique }: Table): boolean {
  if (relation.cardinality === 'one') return true;
  if (!isDirect(relation)) return false;
  const parts = condition === null ? [] : conjuncts(condition);
  const pinned = new Set([relation.to, ...parts.flatMap(pinnedField)]);
  const isPinned = (fields: readonly string[]) => fields.every((field) => pinned.has(field));
  return (temporal !== null && isPinned(temporal.timeline) && parts.some(isAtInstant)) || unique.some(isPinned);
}

function conjuncts(condition: BoundCondition): readonly BoundCondition[] {
  const isAll = condition.kind === 'logic' && condition.operator === 'and' && !condition.negated;
  return isAll ? condition.operands.flatMap(conjuncts) : [condition];
}

function pinnedField(condition: BoundCondition): readonly string[] {
  if (condition.kind !== 'comparison' || condition.negated || condition.operator !== 'eq') return [];
  const { operand, quantifier } = condition;
  return 'field' in operand && operand.steps.length === 0 && quantifier === null ? [operand.field.name] : [];
}

function isAtInstant(condition: BoundCondition): boolean {
  if (condition.kind !== 'comparison' || condition.negated || condition.operator !== 'cs') return false;
  const { type } = condition.operand;
  return type.kind === 'period' && type.end === 'valid_to';
}

function orderKeys(keys: readonly OrderKey[], target: Table): Bound<readonly ValueOrder[]> {
  const bound: ValueOrder[] = [];
  for (const { relation, field: name, steps, descending, nulls } of keys) {
    if (relation !== null)
      return refuse(
        relation,
        `${relation.text} is a relation, and first orders by fields of ${target.name}`,
        null,
        null,
      );
    const field = fieldNamed(name, target);
    if (!field.ok) return field;
    const operand = operandAt(field.value, steps);
    if (operand === null)
      return refuse(name, `${name.text} is of type ${field.value.type.kind}, and holds no JSON`, null, null);
    bound.push({ operand, descending, nulls });
  }
  return { ok: true, value: bound };
}

function fieldNamed(name: Name, { name: resource, fields, relations }: RowType): Bound<Field> {
  const field = fields.get(name.text);
  const known = [...fields.values()].filter(({ writeOnly }) => !writeOnly).map((each) => each.name);
  if (field === undefined) {
    const message = relations.has(name.text)
      ? `${name.text} is a relation, and a value is a field of it`
      : `there is no field ${name.text} in ${resource}`;
    return refuse(
      name,
      message,
      relations.has(name.text) ? `${name.text}.<field>` : oneOf(known),
      nearest(name.text, known),
    );
  }
  if (field.writeOnly) return refuse(name, `${name.text} is never shown`, 'another field', null);
  if (field.computed?.kind === 'value') return refuse(name, ...madeOfRelated(name.text, field.computed), null);
  return { ok: true, value: field };
}

function refuse({ offset }: Name, message: string, expected: string | null, near: string | null): Bound<never> {
  return { ok: false, faults: [{ message, part: 'name', offset, expected, nearest: near, index: 0 }] };
}
