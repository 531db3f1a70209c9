import type { Made, ValueStep } from '../../../model/field.ts';
import { columnOf, empty, join, sql } from '../../../sql/fragment.ts';
import { directed } from '../read/page/directed.ts';
import { type Filter, renderFrom } from '../read/rule/fence.ts';
import { renderCondition, renderOperand } from './condition.ts';
import type { Row } from './row_place.ts';
import type { Sql, StatementTerms } from './statement.ts';

/** The surroundings of a row in a statement. */
interface Around {
  /** The number up to which rows are counted; null for all of them. */
  readonly most: Sql | null;
  readonly terms: (row: Row) => StatementTerms;
  readonly related: (
    step: Pick<ValueStep, 'relation' | 'link' | 'condition'>,
    row: Row,
  ) => { readonly row: Row; readonly source: Sql; readonly filter: Filter };
}

/** A value made of the rows related to a row. The principal may read these, unless the row is that of a rule. */
export function renderMade(made: Made, row: Row, around: Around): Sql {
  // `$` is about the row that has the value, at every depth.
  const root = { ...row, own: row };
  switch (made.by) {
    case 'rule':
      return sql`((${renderCondition(made.condition, around.terms(root))}) is true)`;
    case 'aggregate': {
      if (around.most === null) return around.terms(root).aggregate(made.aggregate);
      const { row: below, source, filter } = around.related(made.aggregate, root);
      const some = sql`select ${renderFrom(source, below.alias, filter)} limit ${around.most}`;
      return sql`(select count(*) from (${some}) as counted)`;
    }
    case 'way':
      return renderWay(made, root, around);
  }
}

function renderWay(
  { steps: [step, ...further], operand }: Pick<Made & { readonly by: 'way' }, 'steps' | 'operand'>,
  row: Row,
  around: Around,
): Sql {
  if (step === undefined) return renderOperand(operand, around.terms(row));
  const { row: below, source, filter } = around.related(step, row);
  const value = renderWay({ steps: further, operand }, below, around);
  const keys = step.order.map((key) => directed(key, renderOperand(key.operand, around.terms(below))));
  const order = keys.length === 0 ? empty : sql`order by ${join([...keys, columnOf(below.alias, 'id')], ', ')}`;
  return sql`(select ${value} ${renderFrom(source, below.alias, filter, keys.length === 0 ? null : order)} limit 1)`;
}
