import type { OperandType } from '../../model/field.ts';
import { hasTrait, readValue, wordOf } from '../../vocabulary/field_type.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import { readJsonText } from '../../vocabulary/value/json_text.ts';
import { type Parameter, type Result, refuse } from './query_string.ts';
import { type OrderPlan, type Reading, rankedBy } from './rows_plan.ts';

/** Where a list goes on: behind so many rows, and behind the row with these keys. */
export interface Cursor {
  readonly place: number;
  /** The id last, as text that PostgreSQL reads. */
  readonly keys: readonly (string | null)[];
}

/** The value of `after`: opaque to clients, who find it in the link to the next page. */
export function writeCursor({ place, keys }: Cursor): string {
  return Buffer.from(JSON.stringify([place, ...keys])).toString('base64url');
}

/** Reads `after` for a list in this order. */
export function readCursor({ name, value }: Parameter, order: readonly OrderPlan[]): Result<Cursor> {
  const foreign = (): Result<never> =>
    refuse(
      'invalid_parameter',
      { parameter: name, position: 0 },
      'after does not come from a list in this order',
      'take it from the Link header',
    );
  if (order.some(({ cast }) => cast !== null)) return foreign();
  let cursor: unknown;
  try {
    cursor = readJsonText(Buffer.from(value, 'base64url').toString());
  } catch {
    return foreign();
  }
  const types = [...order.map(({ operand }) => keyType(operand.type)), id];
  if (!Array.isArray(cursor) || cursor.length !== types.length + 1) return foreign();
  const [place, ...keys] = cursor as readonly unknown[];
  if (typeof place !== 'number' || !Number.isSafeInteger(place) || place < 0) return foreign();
  const values: (string | null)[] = [];
  for (const [index, type] of types.entries()) {
    const written = keys[index];
    const read = typeof written === 'string' && type.kind !== 'period' ? readValue(type, written) : null;
    if (read === null ? written !== null || type === id : !read.ok) return foreign();
    values.push(read?.ok ? read.value : null);
  }
  return { ok: true, value: { place, keys: values } };
}

/** Whether a list can go on behind a row's keys; else it goes on by offset. */
export function hasCursor({ rows, order }: Pick<Reading, 'rows' | 'order'>): boolean {
  // A row that comes or goes changes groups, and no condition on rows says which groups are left.
  if (rows.groups !== null || rankedBy(rows, order).length > 0 || !rows.resource.fields.has('id')) return false;
  return order.every(
    ({ operand, cast }) => cast === null && (operand.type.kind === 'period' || !hasTrait(operand.type, 'parted')),
  );
}

/** A version may have a value that is no longer one of those allowed. */
function keyType(type: OperandType): OperandType {
  return type.kind !== 'period' && (wordOf(type).choices?.(type) ?? null) !== null ? anyText : type;
}

const id: OperandType = { kind: 'bigint', minimum: null, maximum: null, multipleOf: null };
