import type { Value } from '../../language/syntax.ts';
import { readDatetime } from '../../language/time/datetime.ts';
import { readValues, takesSeveral } from '../../model/condition/operand.ts';
import { isOpen, type OpenComparison } from '../../model/field.ts';
import { type Operator, operatorWord } from '../../vocabulary/operator/operators.ts';
import { parseParameter } from '../../vocabulary/query_parser.ts';
import { arrayText } from '../../vocabulary/value/array_text.ts';
import { comparisonsOf } from '../plan/rows_plan.ts';
import type { Bindings, UnboundPlan } from '../plan/unbound.ts';

/** What the value at each bind position is: of a comparison, or an instant. */
export type Positions = ReadonlyMap<number, OpenComparison | 'instant'>;

/** The bind positions of a plan. */
export function positionsOf({ rows, asOf }: UnboundPlan): Positions {
  const compared = comparisonsOf(rows).flatMap((comparison) =>
    isOpen(comparison) ? [[comparison.comparand.slot, comparison] as const] : [],
  );
  return new Map<number, OpenComparison | 'instant'>([
    ...compared,
    ...(asOf === null ? [] : [[asOf.slot, 'instant'] as const]),
  ]);
}

/** The values of a request at the bind positions of a plan; null where one of them does not fit. */
export function readBindings(
  positions: Positions,
  values: ReadonlyMap<number, string>,
  maximumValues: number,
): Bindings | null {
  const bindings = new Map<number, string>();
  for (const [slot, value] of values) {
    const position = positions.get(slot);
    const text =
      position === undefined
        ? null
        : position === 'instant'
          ? readInstant(value)
          : readValue(position, value, maximumValues);
    if (text === null) return null;
    bindings.set(slot, text);
  }
  return bindings;
}

function readValue(comparison: OpenComparison, text: string, maximumValues: number): string | null {
  const isListed = operatorWord(comparison.operator).operand.isList;
  const value = isListed
    ? readList(comparison.operator, text)
    : ({ kind: 'single', text, isQuoted: false, offset: 0 } as const);
  const read = value === null ? null : readValues(comparison, value);
  if (!read?.ok || read.value.length > maximumValues) return null;
  return takesSeveral(comparison) ? arrayText(read.value) : (read.value[0] ?? null);
}

function readList(operator: Operator, text: string): Value | null {
  const parsed = parseParameter('list', `${operator}.${text}`);
  return parsed.ok && parsed.value.kind === 'comparison' ? parsed.value.value : null;
}

function readInstant(text: string): string | null {
  const read = readDatetime(text);
  return read.ok ? read.value : null;
}
