import { nearest } from '../../language/nearest.ts';
import type { AggregateCall, Comparison, Condition, Logic, Name } from '../../language/syntax.ts';
import { oneOf } from '../../language/wording.ts';
import type { AggregateOperand, BoundComparison, BoundCondition, BoundRelated } from '../field.ts';
import type { AnyRelation } from '../relation.ts';
import { treeFault } from '../tree/tree_fault.ts';
import { bindAggregate, bindCall } from './aggregate_operand.ts';
import { asksOfWhole, bindWhole } from './asked_whole.ts';
import { type BindPart, bindReached } from './bind_reached.ts';
import type { BindFault, Bound } from './bound.ts';
import { bindCaller, isOfCallerName } from './caller_operand.ts';
import { madeOfRelated } from './made_of_related.ts';
import { bindField, bindPeriod } from './operand.ts';
import { periodOf } from './period.ts';
import { type Reached, relatedBy } from './reached.ts';
import type { RowType } from './row_type.ts';
import type { RuleValues } from './rule_context.ts';
import { bindSearch, searchOf } from './search.ts';

/** The row that a rule is about. */
export interface RowContext<Row extends RowType = RowType> {
  readonly row: Row;
  /** The rows that relations lead to, by their resource. */
  readonly rows: ReadonlyMap<string, RowType>;
  /** The rules of service.yaml by their names; absent where none can be asked. */
  readonly named?: RuleValues['named'];
}

export interface BindContext extends RowContext {
  /** What values may be besides written ones, in a rule of the definitions; nothing in a request. */
  readonly rule?: RuleValues;
  /**
   * Relations under the names that a request gives them, with what it asks of their rows: absence and presence is that of
   * these rows.
   */
  readonly embedded?: ReadonlyMap<string, Reached>;
}

/** What rules of one kind may use. */
export type RuleSources = Pick<RuleValues, 'claims' | 'zone' | 'inputs' | 'trees'>;

/** The context of a rule of the definitions about a row. */
export function ruleContext({ row, rows, named = null }: RowContext, values: RuleSources): BindContext {
  return { row, rows, rule: { ...values, named, own: row, rows } };
}

/**
 * Resolves the names of conditions that hold together for a row, and reads their values as the fields' types. Those about
 * one relation hold for one and the same related row. A comparison is told its slot.
 */
export function bindConditions(
  conditions: readonly Condition[],
  context: BindContext,
  slots: readonly (number | null)[] = [],
): Bound<readonly BoundCondition[]> {
  const bound: BoundCondition[] = [];
  const faults: BindFault[] = [];
  const related = new Map<string, Related>();
  for (const [index, condition] of conditions.entries()) {
    const [alias, ...below] = condition.path;
    const isOwn =
      condition.kind === 'comparison' &&
      below.length === 0 &&
      (condition.aggregate !== undefined || !asksOfWhole(condition));
    if (alias === undefined || isOwn) {
      const own =
        condition.kind === 'logic' ? bindLogic(condition, context) : bindOwn(condition, context, slots[index] ?? null);
      if (own.ok) bound.push(own.value);
      else faults.push(...own.faults.map((fault) => ({ ...fault, index })));
      continue;
    }
    const group = related.get(alias.text) ?? { alias, conditions: [], indexes: [] };
    group.conditions.push({ ...condition, path: below });
    group.indexes.push(index);
    related.set(alias.text, group);
  }
  for (const { alias, conditions: own, indexes } of related.values()) {
    const found = bindRelated(
      alias,
      own,
      context,
      indexes.map((index) => slots[index] ?? null),
    );
    if (found.ok) bound.push(found.value);
    else faults.push(...found.faults.map((fault) => ({ ...fault, index: indexes[fault.index] ?? 0 })));
  }
  return faults.length === 0 ? { ok: true, value: bound } : { ok: false, faults };
}

/** What is said of the rows that one relation leads to. */
interface Related {
  readonly alias: Name;
  readonly conditions: Condition[];
  /** Their places among all conditions. */
  readonly indexes: number[];
}

function bindLogic({ operator, negated, operands }: Logic, context: BindContext): Bound<BoundCondition> {
  const each = operands.map((operand) => bindConditions([operand], context));
  const faults = each.flatMap((operand) => (operand.ok ? [] : operand.faults));
  if (faults.length > 0) return { ok: false, faults };
  const bound = each.flatMap((operand) => (operand.ok ? operand.value : []));
  return { ok: true, value: { kind: 'logic', operator, negated, operands: bound } };
}

function bindOwn(comparison: Comparison, context: BindContext, slot: number | null): Bound<BoundCondition> {
  const { row, embedded } = context;
  const [name = noName] = comparison.path;
  if (context.rule !== undefined && isOfCallerName(name)) return bindCaller(comparison, name, context.rule);
  if (comparison.aggregate !== undefined) return bindAggregate(comparison, comparison.aggregate, context, bindFilter);
  const values = { slot, rule: context.rule ?? null };
  const field = row.fields.get(name.text);
  if (field?.computed?.kind === 'value' && context.rule !== undefined)
    return refuse(name, ...madeOfRelated(field.name, field.computed), null);
  if (field !== undefined) {
    const bound = bindField(comparison, name, field, values);
    return bound.ok
      ? bound
      : { ok: false, faults: bound.faults.map((fault) => ofField(fault, comparison, row, context.rule !== undefined)) };
  }
  const isRule = context.rule !== undefined;
  if (name.text === 'valid_at' && isRule) return bindValidAt(comparison, name, row, values);
  const period = periodOf(name.text, row, isRule);
  if (period !== null) return bindPeriod(comparison, name, period, values);
  const search = isRule ? null : searchOf(name.text, row);
  if (search !== null) return bindSearch(comparison, name, search, values);
  const relation = embedded?.get(name.text)?.relation ?? row.relations.get(name.text);
  if (relation !== undefined) {
    const fault = treeFault(relation, context.rule);
    return fault === null
      ? bindPresence(comparison, name, relation, context)
      : refuse(name, fault.message, fault.expected, null);
  }
  return refuse(
    name,
    `there is no field ${name.text} in ${row.name}`,
    oneOf(row.fields.keys()),
    nearest(name.text, [...row.fields.keys(), ...row.relations.keys()]),
  );
}

/** `valid_at.eq.now` within a tree, as `valid_at=now` beside it: the validity contains the instant. */
function bindValidAt(
  comparison: Comparison,
  name: Name,
  row: RowType,
  values: Parameters<typeof bindPeriod>[3],
): Bound<BoundCondition> {
  const period = periodOf('validity', row, true);
  if (period === null)
    return refuse(name, `${row.name} has no validity for valid_at`, 'valid_at of a time-dependent resource', null);
  const { operator } = comparison;
  if (operator === 'eq' || operator === 'cs')
    return bindPeriod({ ...comparison, operator: 'cs' }, name, period, values);
  const message = `valid_at takes an instant, and ${operator} compares periods`;
  return refuse(name, message, `valid_at.eq.now, or validity.${operator}`, null);
}

/** A value that does not fit because it is the name of a field. */
function ofField(fault: BindFault, { value }: Comparison, { fields }: RowType, isRule: boolean): BindFault {
  if (fault.part !== 'value' || value.kind !== 'single' || !fields.has(value.text)) return fault;
  if (isRule) {
    const message = `${value.text} is a field, and its value is written with a sign before it`;
    return { ...fault, message, expected: `$${value.text}` };
  }
  return { ...fault, message: `${value.text} is a field, and a field is compared with a constant` };
}

/** `relation=is.null` holds where no row is related, `relation=not.is.null` where one is. */
function bindPresence(
  { operator, value, negated, steps }: Comparison,
  name: Name,
  relation: AnyRelation,
  { embedded }: BindContext,
): Bound<BoundRelated> {
  const word = value.kind === 'single' ? value.text : '';
  if (operator !== 'is' || steps.length > 0 || (word !== 'null' && word !== 'not_null')) {
    const message = `${name.text} is a relation, of which only absence and presence can be asked by itself`;
    return refuse(name, message, `is.null, not.is.null, or ${name.text}.<field>`, null);
  }
  const absent = (word === 'null') !== negated;
  const reached = embedded?.get(name.text) ?? { relation, link: null, condition: null };
  return { ok: true, value: relatedBy(reached, absent) };
}

function bindRelated(
  alias: Name,
  conditions: readonly Condition[],
  { row, rows, embedded, rule }: BindContext,
  slots: readonly (number | null)[],
): Bound<BoundCondition> {
  const relation = embedded?.get(alias.text)?.relation ?? row.relations.get(alias.text);
  if (relation === undefined) {
    if (rule !== undefined && isOfCallerName(alias)) {
      const message = `${alias.text} is a value, and nothing stands below it`;
      return refuse(alias, message, "{identity.<field>} for a value of the caller's identity", null);
    }
    if (row.fields.has(alias.text)) {
      const message = `${alias.text} is a field, and nothing stands below it`;
      return refuse(alias, message, `${alias.text}.<operator>.<value>`, null);
    }
    const message = `there is no relation ${alias.text} of ${row.name}`;
    const known = [...row.relations.keys()];
    return refuse(alias, message, known.length === 0 ? null : oneOf(known), nearest(alias.text, known));
  }
  const fault = treeFault(relation, rule);
  if (fault !== null) return refuse(alias, fault.message, fault.expected, null);
  const target = rows.get(relation.target);
  // A resource that could not be read has been reported, and what is asked of its rows cannot be told.
  if (target === undefined)
    return { ok: true, value: relatedBy<BoundComparison>({ relation, link: null, condition: null }) };
  const context = { row: target, rows, ...(rule && { rule }) };
  const there: BindPart<BindContext> = (own, at, ownSlots) => bindAll(own, alias, at, ownSlots);
  const bound = bindReached(relation, { conditions, slots }, context, { there, links: bindConditions });
  return bound.ok ? { ok: true, value: relatedBy(bound.value) } : bound;
}

/** What related rows have together, for a value that is none of a comparison. */
export function bindAggregateCall(call: AggregateCall, text: string, context: BindContext): Bound<AggregateOperand> {
  return bindCall(call, text, context, bindFilter);
}

/** What holds for the rows of which an aggregate is taken, or a value. */
export function bindFilter(
  relation: AnyRelation,
  conditions: readonly Condition[],
  context: BindContext,
): Bound<Reached> {
  return bindReached(relation, { conditions, slots: [] }, context, { there: bindConditions, links: bindConditions });
}

/** Conditions on the rows that a relation leads to, of which some ask for something of the row as a whole. */
function bindAll(
  conditions: readonly Condition[],
  alias: Name,
  context: BindContext,
  slots: readonly (number | null)[],
): Bound<readonly BoundCondition[]> {
  const { row, rule } = context;
  const whole = conditions.map((each) =>
    each.kind === 'comparison' && each.path.length === 0 && rule !== undefined
      ? bindWhole(each, alias, row, rule)
      : null,
  );
  const others = conditions.flatMap((each, index) => (whole[index] === null ? [{ each, index }] : []));
  const bound = bindConditions(
    others.map(({ each }) => each),
    context,
    others.map(({ index }) => slots[index] ?? null),
  );
  const faults = [
    ...whole.flatMap((each, index) =>
      each === null || each.ok ? [] : each.faults.map((fault) => ({ ...fault, index })),
    ),
    ...(bound.ok ? [] : bound.faults.map((fault) => ({ ...fault, index: others[fault.index]?.index ?? 0 }))),
  ];
  if (faults.length > 0 || !bound.ok) return { ok: false, faults };
  return { ok: true, value: [...whole.flatMap((each) => (each?.ok ? [each.value] : [])), ...bound.value] };
}

const noName: Name = { text: '', offset: 0 };

function refuse({ offset }: Name, message: string, expected: string | null, near: string | null): Bound<never> {
  return { ok: false, faults: [{ message, part: 'name', offset, expected, nearest: near, index: 0 }] };
}
