import type { OrderKey } from '../../language/syntax.ts';
import type { Operand } from '../../model/field.ts';
import type { Model } from '../../model/model.ts';
import { type Draft, type DraftColumn, embedNamed, isBeside, isGrouped } from './draft.ts';
import { planOrder, readOrder } from './order_plan.ts';
import { faultsOf, type Parameter, type Result, refuse, unlessFaulty } from './query_string.ts';
import type { GroupKey, OrderPlan } from './rows_plan.ts';

/** Resolves the names in the value of `order`. Groups keep their keys in the draft, and have no others. */
export function planKeys(draft: Draft, parameter: Parameter, model: Model): Result<readonly OrderPlan[]> {
  if (!isGrouped(draft)) return planOrder(draft, parameter, model);
  const parsed = readOrder(parameter);
  if (!parsed.ok) return parsed;
  const keys = parsed.value.map((written) => planKey(draft, written, parameter.name));
  draft.groupOrder = keys.flatMap((key) => (key.ok ? [key.value] : []));
  return unlessFaulty(faultsOf(keys), []);
}

function planKey(draft: Draft, written: OrderKey, parameter: string): Result<GroupKey> {
  const { relation, field, descending, nulls } = written;
  const embed = relation === null ? null : embedNamed(draft, relation.text);
  // A row in an object of its own is one value, in which no field comes first.
  const level = relation === null ? draft : embed?.spread && embed.relation.cardinality === 'one' ? embed.draft : null;
  const column = level === null ? null : columnOf(level, written);
  if (column !== null) return { ok: true, value: { column, descending, nulls } };
  const { text, offset } = relation ?? field;
  return refuse(
    'invalid_parameter',
    { parameter, position: offset },
    `${text} is not a column of the groups`,
    `expected one of ${namesIn(draft).join(', ')}`,
  );
}

/** As elsewhere, a field goes before a column that shows another one under its name. */
function columnOf(draft: Draft, { field, steps }: OrderKey): string | null {
  const columns = besideEachOther(draft);
  const own = columns.find(
    (column) => column.kind === 'field' && column.cast === null && isOf(column.operand, field.text, steps),
  );
  const shown = own ?? (steps.length === 0 ? columns.find(({ name }) => name === field.text) : undefined);
  return shown?.name ?? null;
}

type Column = Extract<DraftColumn, { readonly kind: 'field' | 'aggregate' }>;

/** The columns that show one value each, in the row and in rows that are put beside. */
function besideEachOther({ columns }: Draft): readonly Column[] {
  return columns.flatMap((column): readonly Column[] => {
    if (column.kind === 'field' || column.kind === 'aggregate') return [column];
    return column.kind === 'embed' && isBeside(column) ? besideEachOther(column.embed.draft) : [];
  });
}

function namesIn(draft: Draft): readonly string[] {
  return besideEachOther(draft).map(({ name }) => name);
}

function isOf(operand: Operand, name: string, steps: OrderKey['steps']): boolean {
  return (
    operand.field.name === name &&
    operand.steps.length === steps.length &&
    operand.steps.every(({ key, asText }, at) => key === steps[at]?.key && asText === steps[at]?.asText)
  );
}
