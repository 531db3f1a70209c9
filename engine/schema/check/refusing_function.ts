import { unrestricted } from '../../access/unrestricted.ts';
import type { Check, Model, Table } from '../../model/model.ts';
import { renderCondition } from '../../query/sql/condition/condition.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { termsOf } from '../../query/sql/condition/row.ts';
import { itemOf, ruleRow } from '../../query/sql/condition/row_place.ts';
import { shownCondition } from '../../query/sql/condition/source.ts';
import { type Fragment, sql } from '../../sql/fragment.ts';
import { databaseFunction } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject } from '../../sql/object.ts';
import { textOf } from '../../sql/render.ts';
import { checkConstraintName } from '../constraint/check_name.ts';
import { ofOtherRow } from '../constraint/kind/related_check.ts';
import { variableFirst } from '../plpgsql.ts';
import { brokenRule } from './broken_rule.ts';

/** The condition that the row under `item` breaks a check. One that is asked at a moment is of rows that are still as it says. */
export function breaksCheck({ that, moment }: Check, table: Table, model: Model): Fragment {
  const broken = brokenRule(that, table, model);
  const when = moment?.when ?? null;
  if (when === null) return fixed(broken);
  const row = ruleRow(itemOf(table, unrestricted(model), null));
  return fixed(sql`(${renderCondition(when, termsOf(row))}) is true and ${broken}`);
}

/** A function that decides checks of some rows of a resource. A row that breaks one is an error with the name of the check. */
export function refusingFunction(name: string, table: Table, checks: readonly Check[], model: Model): FunctionObject {
  const rules = checks.map((check, at) => `      ${textOf(breaksCheck(check, table, model))} as rule_${at}`);
  const there = shownCondition<never>(table, 'item', null).map((each) => `\n      and ${textOf(each)}`);
  const choose = (of: (check: Check) => string) =>
    `case ${checks.map((check, at) => `when broken.rule_${at} then ${textLiteral(of(check))}`).join(' ')} end`;
  return databaseFunction(
    `${name}(bigint[])`,
    `${name}(concerned bigint[]) returns void`,
    `language plpgsql
as $$
${variableFirst}
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
${rules.join(',\n')}
    from public.${quote(table.name)} as item
    where item.id = any (concerned)${there.join('')}
    offset 0
  ) as checked
  where ${checks.map((_, at) => `checked.rule_${at}`).join(' or ')}
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of ${table.name} would break a rule: %', broken.id, ${choose(({ message }) => message)}
    using
      errcode = 'check_violation',
      schema = 'public',
      table = ${textLiteral(table.name)},
      constraint = ${choose(checkConstraintName)},
      detail = case when broken.is_own then '' else ${textLiteral(ofOtherRow)} end;
end
$$`,
  );
}
