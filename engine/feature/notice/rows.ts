import type { AnyComparison, BoundRelated } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { constantTerms, renderConjunct, renderField, type Terms } from '../../query/sql/condition/condition.ts';
import { literal } from '../../query/sql/condition/literal.ts';
import { shownCondition, validCondition } from '../../query/sql/condition/row.ts';
import { whereOf } from '../../query/sql/read/fence.ts';
import { renderShown } from '../../query/sql/read/shown.ts';
import { renderRecipient } from '../../query/sql/recipient.ts';
import { breaksRule } from '../../schema/check/decide.ts';
import type { Lines } from '../../schema/plpgsql.ts';
import { columnOf, type Fragment, join, publicTable, raw, sql, textConstant } from '../../sql/fragment.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import { textOf } from '../../sql/render.ts';
import type { NoticeRule } from './rule.ts';

/** Where a rule is evaluated: the SQL of the instant that is now. */
const now = sql`instant`;

/** A row that a rule looks at. */
interface Place {
  readonly rule: NoticeRule;
  readonly model: Model;
  readonly alias: string;
  readonly path: readonly string[];
}

/**
 * A SELECT of the notices that a rule wants of the rows whose ids are in `concerned`, at `instant`: `type`, `id`, `party_id`
 * and `data`. A line may have a text of several lines in it.
 */
export function wantedNotices(rule: NoticeRule, table: Table, model: Model): Lines {
  const place: Place = { rule, model, alias: 'item', path: [] };
  const row = { model, alias: 'item', depth: 0, instant: null };
  const recipients = rule.to.map((to) => textOf(renderRecipient(to, row, now, to.former)));
  const conditions = [
    sql`item.id = any (concerned)`,
    ...(rule.isBroken
      ? [...shownCondition<never>(table, 'item', null), breaksRule(rule.when, table, model)]
      : [...validity(table, place), renderConjunct(rule.when, termsAt(place))]),
  ];
  const shown = rule.data.map(
    (field) => sql`${textConstant(field.name)}, ${renderShown(renderField(field, termsAt(place)), field.type)}`,
  );
  const data = textOf(join([sql`'message', ${textConstant(rule.message)}`, ...shown], ', '));
  return [
    `select ${textLiteral(rule.type)} as type, item.id, recipient.party_id, jsonb_build_object(${data}) as data`,
    `from public.${quote(table.name)} as item`,
    'cross join lateral (',
    '  select distinct way.party_id',
    '  from (',
    ...between(recipients, 'union all').map((line) => `    ${line}`),
    '  ) as way',
    ') as recipient',
    ...conditions.map((condition, at) => `${at === 0 ? 'where' : '  and'} ${textOf(condition)}`),
  ];
}

/** The lines with another one between each two. */
function between(lines: Lines, line: string): Lines {
  return lines.flatMap((each, at) => (at === 0 ? [each] : [line, each]));
}

function termsAt(place: Place): Terms<never> {
  return {
    ...constantTerms(({ name }) => columnOf(place.alias, name)),
    related: (condition) => related(condition, place),
  };
}

function related({ relation, negated, condition }: BoundRelated<AnyComparison>, above: Place): Fragment {
  const place = { ...above, alias: `item_${above.path.length + 1}`, path: [...above.path, relation.alias] };
  const { alias } = place;
  const table = tableOf(relation.target, above.model);
  const where = [
    sql`${columnOf(alias, relation.to)} = ${columnOf(above.alias, relation.from)}`,
    ...validity(table, place),
    ...(condition === null ? [] : [renderConjunct(condition, termsAt(place))]),
  ];
  const rows = sql`(select from ${publicTable(table.name)} as ${raw(alias)}${whereOf(where)})`;
  return negated ? sql`not exists ${rows}` : sql`exists ${rows}`;
}

/** Of what is time-dependent, what is valid now or at an instant of the rule; a soft-deleted entry never is. */
function validity(table: Table, { rule, alias, path }: Place): readonly Fragment[] {
  const instant = rule.instants.get(path.join('.'));
  return validCondition(table, alias, instant === undefined ? now : raw(literal(instant, { kind: 'datetime' })));
}

function tableOf(name: string, model: Model): Table {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is not a table of the model`);
  return table;
}
