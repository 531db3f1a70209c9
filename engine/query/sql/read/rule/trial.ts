import type { AnyComparison } from '../../../../model/field.ts';
import { empty, raw, sql } from '../../../../sql/fragment.ts';
import type { MayFail } from '../../../../vocabulary/operator/operator_word.ts';
import { operatorWord } from '../../../../vocabulary/operator/operators.ts';
import { comparisonsOf, type Reading } from '../../../plan/rows_plan.ts';
import { renderArray } from '../../condition/condition.ts';
import { termsOf } from '../../condition/row.ts';
import type { Row } from '../../condition/row_place.ts';
import type { Sql } from '../../condition/statement.ts';
import { allOf } from './fence.ts';
import { hidesRows } from './hides_rows.ts';

/** The row of a statement that reads or chooses, which is told whether its parts have to keep hidden rows from what may fail. */
export function guard(row: Row, reading: Reading): Row {
  return { ...row, guarded: triedIn(reading).length > 0 && hidesRows(reading, row) };
}

/**
 * Conditions that always hold, or fail with what PostgreSQL says of a regular expression or a search that it cannot read.
 * They look at no row, so that the answer is the same whether one is found, and PostgreSQL evaluates them before the first.
 * None where no rule hides rows.
 */
export function trialsOf(reading: Reading, row: Row): readonly Sql[] {
  return row.guarded ? triedIn(reading).map(({ comparison, trial }) => renderTrial(comparison, trial, row)) : [];
}

/**
 * A HAVING clause. PostgreSQL evaluates it before the rows, and once more if it knows beforehand that there are no
 * rows.
 */
export function havingOf(trials: readonly Sql[]): Sql {
  return trials.length === 0 ? empty : sql` having ${allOf(trials)}`;
}

/** The comparisons of a caller that may fail, each with what fails in its place. */
function triedIn({ rows }: Reading): readonly Tried[] {
  return comparisonsOf(rows).flatMap((comparison) => {
    const word = operatorWord(comparison.operator);
    return word.mayFail ? [{ comparison, trial: word.trial }] : [];
  });
}

interface Tried extends Pick<MayFail, 'trial'> {
  readonly comparison: AnyComparison;
}

/**
 * PostgreSQL does not know the rows of a function while it plans. So nothing is evaluated earlier, in any kind of plan.
 */
function renderTrial(comparison: AnyComparison, trial: MayFail['trial'], row: Row): Sql {
  const sought = renderArray(comparison, termsOf(row));
  return sql`(select count(${trial(raw('sought'), comparison.language)}) from unnest(${sought}) as sought) >= 0`;
}
