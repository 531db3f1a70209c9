import type { AggregateName } from '../../language/aggregate_name.ts';
import { nearest } from '../../language/nearest.ts';
import type { AggregateCall, Comparison, Condition, Name } from '../../language/syntax.ts';
import { oneOf } from '../../language/wording.ts';
import type { AggregateOperand, BoundComparison, Field, Operand, OperandType } from '../field.ts';
import type { AnyRelation } from '../relation.ts';
import { treeFault } from '../tree/tree_fault.ts';
import type { BindFault, Bound } from './bound.ts';
import { madeOfRelated } from './made_of_related.ts';
import { bindOperand } from './operand.ts';
import type { Reached } from './reached.ts';
import type { RowType } from './row_type.ts';
import type { RuleValues } from './rule_context.ts';

interface Context {
  readonly row: RowType;
  readonly rows: ReadonlyMap<string, RowType>;
  readonly rule?: RuleValues;
}

type BindFilter = (relation: AnyRelation, conditions: readonly Condition[], context: Context) => Bound<Reached>;

/** Resolves what a rule compares of related rows together. */
export function bindAggregate(
  comparison: Comparison,
  call: AggregateCall,
  context: Context,
  bindFilter: BindFilter,
): Bound<BoundComparison> {
  const [written = call.relation] = comparison.path.slice(-1);
  const operand = bindCall(call, written.text, context, bindFilter);
  if (!operand.ok) return operand;
  return bindOperand(comparison, written, operand.value, { slot: null, rule: context.rule ?? null });
}

/** What related rows have together, as a value of a type. */
export function bindCall(
  { name, relation: alias, filter, field }: AggregateCall,
  text: string,
  { row, rows, rule }: Context,
  bindFilter: BindFilter,
): Bound<AggregateOperand> {
  const relation = row.relations.get(alias.text);
  if (relation === undefined) {
    const known = [...row.relations.keys()];
    const message = row.fields.has(alias.text)
      ? `${alias.text} is a field, and ${name} takes a relation`
      : `there is no relation ${alias.text} of ${row.name}`;
    return refuse(alias, message, known.length === 0 ? 'a relation' : oneOf(known), nearest(alias.text, known));
  }
  const fault = treeFault(relation, rule);
  if (fault !== null) return refuse(alias, fault.message, fault.expected, null);
  const target = rows.get(relation.target);
  // It could not be read, which has been reported: what its rows have cannot be told.
  if (target === undefined) return refuse(alias, `${relation.target} could not be read`, null, null);
  const reached = bindFilter(relation, filter, { row: target, rows, ...(rule && { rule }) });
  const taken = field === null ? null : takenOf(name, field, target);
  const faults: readonly BindFault[] = [reached, ...(taken === null ? [] : [taken])].flatMap((each) =>
    each.ok ? [] : each.faults.map((fault) => ({ ...fault, index: 0 })),
  );
  if (!reached.ok || taken?.ok === false) return { ok: false, faults };
  const operand = taken === null ? null : taken.value;
  return { ok: true, value: { aggregate: { name, text, ...reached.value, operand }, type: typeOf(name, operand) } };
}

/** The field that is taken of each row. */
function takenOf(aggregate: AggregateName, name: Name, { name: resource, fields }: RowType): Bound<Operand> {
  const field = fields.get(name.text);
  const kinds = aggregate === 'sum' ? numbers : ordered;
  if (field === undefined) {
    const known = [...fields.values()].filter((each) => isTaken(each, kinds)).map((each) => each.name);
    const expected = known.length === 0 ? null : oneOf(known);
    return refuse(name, `there is no field ${name.text} in ${resource}`, expected, nearest(name.text, known));
  }
  if (field.computed?.kind === 'value') return refuse(name, ...madeOfRelated(field.name, field.computed), null);
  if (isTaken(field, kinds)) return { ok: true, value: { field, steps: [], type: field.type } };
  if (field.writeOnly)
    return refuse(name, `${name.text} is never shown, and cannot be compared`, 'another field', null);
  const message = `${aggregate} does not apply to ${name.text}, of type ${field.type.kind}`;
  return refuse(name, message, `a field whose type is ${oneOf(kinds)}`, null);
}

const numbers: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal']);
const ordered: ReadonlySet<string> = new Set([...numbers, 'date', 'datetime']);

function isTaken({ type, writeOnly }: Field, kinds: ReadonlySet<string>): boolean {
  return kinds.has(type.kind) && !writeOnly;
}

const unbounded = { minimum: null, maximum: null, multipleOf: null };

/** A sum may have more digits than each of the numbers. */
function typeOf(name: AggregateName, operand: Operand | null): OperandType {
  if (operand === null) return { kind: 'bigint', ...unbounded };
  return name === 'sum' ? { kind: 'decimal', precision: 1000, scale: 0, ...unbounded } : operand.type;
}

function refuse({ offset }: Name, message: string, expected: string | null, near: string | null): Bound<never> {
  return { ok: false, faults: [{ message, part: 'name', offset, expected, nearest: near, index: 0 }] };
}
