import { asksForValidity } from '../../model/condition/looks.ts';
import type {
  Aggregate,
  AnyComparison,
  AnyCondition,
  BoundCondition,
  BoundRelated,
  OwnValue,
} from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { type Relation, withoutTree } from '../../model/relation.ts';
import { renderAggregate } from '../../query/sql/condition/aggregate.ts';
import {
  constantTerms,
  isSeveral,
  renderCondition,
  renderConjunct,
  renderField,
  renderOperand,
} from '../../query/sql/condition/condition.ts';
import { joinRelated } from '../../query/sql/condition/joined.ts';
import { renderMoment } from '../../query/sql/condition/moment.ts';
import { relatedTo } from '../../query/sql/condition/related_to.ts';
import { shownCondition, validCondition } from '../../query/sql/condition/source.ts';
import type { Terms } from '../../query/sql/condition/terms.ts';
import { whereOf } from '../../query/sql/read/rule/fence.ts';
import { renderShown } from '../../query/sql/read/shown/shown.ts';
import { renderRecipient, type WayRow } from '../../query/sql/recipient.ts';
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
  readonly model: Model;
  readonly alias: string;
  /** Relations between it and the row of the notice. */
  readonly depth: number;
  /** The row that `$` is about, by its alias: the row of the notice, or that of a rule with a name. */
  readonly root: string;
}

/**
 * A SELECT of the notices that a rule wants of the rows whose ids are in `concerned`, at `instant`: `type`, `id`, `party_id`
 * and `data`. A line may have a text of several lines in it.
 */
export function wantedNotices(rule: NoticeRule, table: Table, model: Model): Lines {
  const place: Place = { model, alias: 'item', depth: 0, root: 'item' };
  const row = { model, alias: 'item', depth: 0, instant: null };
  const ofWay = (condition: BoundCondition, about: WayRow) =>
    renderConjunct(condition, termsAt({ ...place, ...about }));
  const recipients = rule.to.map((to) => textOf(renderRecipient(to, { row, validAt: now, rule: ofWay }, to.former)));
  const conditions = [
    sql`item.id = any (concerned)`,
    ...(rule.isBroken
      ? [...shownCondition<never>(table, 'item', null), breaksRule(rule.when, table, model)]
      : [...validity(table, 'item', rule.when), renderConjunct(rule.when, termsAt(place))]),
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
    moment: (moment, type) => renderMoment(moment, type, now),
    own: (value) => ownValue(value, place),
    aggregate: (aggregate) => {
      const { terms, rows } = aggregatedRows(aggregate, place);
      return renderAggregate(aggregate, rows, terms);
    },
    rule: ({ condition }) => renderCondition(condition, termsAt({ ...place, root: place.alias })),
    related: (condition) => {
      const { rows } = relatedRows(condition, place);
      return condition.negated ? sql`not exists (select from ${rows})` : sql`exists (select from ${rows})`;
    },
  };
}

/** Related rows as what follows FROM, and terms about one of them. */
interface Rows {
  readonly terms: Terms<never>;
  readonly rows: Fragment;
}

function aggregatedRows({ relation, link, condition }: Aggregate, above: Place): Rows {
  if (!('steps' in relation)) return relatedRows({ relation, condition }, above);
  const [links, end] = relation.steps;
  const place = placeBelow(above);
  const between = { ...place, alias: `link_${place.depth}` };
  const linked = rowsAt(between, links, link, [relatedTo(links, above.alias, between.alias)]);
  const ends = sql`select ${columnOf(between.alias, end.from)} from ${linked.rows}`;
  // Two links to one row lead there once.
  return rowsAt(place, end, condition, [sql`${columnOf(place.alias, end.to)} in (${ends})`]);
}

function relatedRows(
  { relation, condition }: Pick<BoundRelated<AnyComparison>, 'relation' | 'condition'>,
  above: Place,
): Rows {
  const place = placeBelow(above);
  const step = withoutTree(relation);
  return rowsAt(place, step, condition, [relatedTo(step, above.alias, place.alias)]);
}

function placeBelow(above: Place): Place {
  const depth = above.depth + 1;
  return { ...above, alias: `item_${depth}`, depth };
}

function rowsAt(place: Place, { target }: Relation, condition: AnyCondition | null, there: readonly Fragment[]): Rows {
  const { alias, model } = place;
  const terms = termsAt(place);
  const table = tableOf(target, model);
  const where = [
    ...there,
    ...validity(table, alias, condition),
    ...(condition === null ? [] : [renderConjunct(condition, terms)]),
  ];
  return { terms, rows: sql`${publicTable(table.name)} as ${raw(alias)}${whereOf(where)}` };
}

/** A value of the row that a rule is about. Of what is time-dependent, it is that of what is valid now. */
function ownValue(value: OwnValue, { model, root }: Place): Fragment {
  const source = (relation: Relation, above: string, alias: string) => {
    const table = tableOf(relation.target, model);
    const there = [relatedTo(relation, above, alias), ...validity(table, alias, null)];
    return { source: publicTable(table.name), there };
  };
  const { last, from, where } = joinRelated(value.relations, root, source);
  const found = renderOperand(value.operand, termsAt({ model, alias: last, depth: 0, root }));
  if (from.length === 0) return found;
  const rows = sql`(select ${found} from ${join(from, ', ')}${whereOf(where)})`;
  return isSeveral(value) ? sql`array${rows}` : rows;
}

/** Of what is time-dependent, what is valid now, unless the condition says when; a soft-deleted entry never is. */
function validity(table: Table, alias: string, condition: AnyCondition | null): readonly Fragment[] {
  return condition !== null && asksForValidity(condition)
    ? shownCondition(table, alias, null)
    : validCondition(table, alias, now);
}

function tableOf(name: string, model: Model): Table {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is not a table of the model`);
  return table;
}
