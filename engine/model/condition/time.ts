import { ownRule } from '../computed.ts';
import type { BoundComparison, BoundCondition, Moment, Operand } from '../field.ts';
import { type Relation, stepsOf } from '../relation.ts';
import { atomsOf } from './atom.ts';

/** A column of dates or datetimes of rows that a path leads to, and the moment that a condition compares it with. */
export interface ComparedTime {
  readonly path: readonly Relation[];
  readonly column: string;
  readonly type: 'date' | 'datetime';
  readonly moment: Moment;
}

/** The columns by which a condition begins or ceases to hold while nothing but time passes. */
export function comparedTimes(condition: BoundCondition, path: readonly Relation[] = []): readonly ComparedTime[] {
  return atomsOf(condition, path, path).flatMap((atom) => {
    if (atom.kind !== 'comparison') return [];
    const { operand, comparand } = atom.comparison;
    return [...computedTimes(operand, atom.path), ...timesOf(operand, comparand, atom.path)];
  });
}

function computedTimes(operand: BoundComparison['operand'], path: readonly Relation[]): readonly ComparedTime[] {
  const computed = 'field' in operand ? ownRule(operand.field) : null;
  return computed === null ? [] : comparedTimes(computed, path);
}

function timesOf(
  operand: BoundComparison['operand'],
  comparand: BoundComparison['comparand'],
  path: readonly Relation[],
): readonly ComparedTime[] {
  if (comparand.kind !== 'moment' || 'caller' in operand || 'document' in operand) return [];
  if ('aggregate' in operand) {
    const { relation, operand: taken } = operand.aggregate;
    return taken === null ? [] : columnTimes(taken, comparand, [...path, ...stepsOf(relation)]);
  }
  return columnTimes(operand, comparand, path);
}

function columnTimes({ field, type }: Operand, moment: Moment, path: readonly Relation[]): readonly ComparedTime[] {
  switch (type.kind) {
    case 'date':
    case 'datetime':
      return [{ path, column: field.name, type: type.kind, moment }];
    case 'period':
      return [field.name, ...(type.end === 'valid_to' ? [type.end] : [])].map((column) => ({
        path,
        column,
        type: 'datetime',
        moment,
      }));
    default:
      return [];
  }
}
