import type { Restrictions } from '../../../../access/restriction.ts';
import type { Decider } from '../../../../model/condition/decider.ts';
import type { BoundCondition } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { join, publicTable, sql } from '../../../../sql/fragment.ts';
import { anyText } from '../../../../vocabulary/type/text.ts';
import { renderCondition, renderOperand } from '../../condition/condition.ts';
import { termsOf } from '../../condition/row.ts';
import { itemOf, ruleRow } from '../../condition/row_place.ts';
import { parameter, type Sql, type Statement, type StatementTerms, statementOf } from '../../condition/statement.ts';

/** What is asked of a row: whether rules hold, and what values are. */
interface Asked {
  readonly rules: readonly BoundCondition[];
  readonly values: readonly Decider[];
}

/**
 * Whether each rule holds for a row, in `rule_0` and so on. Each value is JSON, in `value_0` and so on, also if the viewer may
 * not read it. The answer is empty if there is no row with this id.
 */
export function renderRulesOfRow(table: Table, id: string, { rules, values }: Asked, viewer: Restrictions): Statement {
  const terms = termsOf(ruleRow(itemOf(table, viewer, null)));
  const held = rules.map((rule, index) => sql`(${renderCondition(rule, terms)}) is true as rule_${index}`);
  const read = values.map((each, index) => sql`to_jsonb(${renderDecider(each, terms)}) as value_${index}`);
  return statementOf(sql`
    select ${join([...held, ...read], ', ')}
    from ${publicTable(table.name)} as item
    where item.id = ${parameter(id)}::bigint`);
}

function renderDecider({ value, type }: Decider, terms: StatementTerms): Sql {
  switch (value.kind) {
    case 'operand':
      return renderOperand(value.operand, terms);
    case 'moment':
      return terms.moment(value, type);
    case 'own':
      return terms.own(value);
    case 'claim':
      return terms.claim(value.claim, type.kind === 'period' ? anyText : type);
    case 'identity':
      return terms.identity(value);
  }
}
