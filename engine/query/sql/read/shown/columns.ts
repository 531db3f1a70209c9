import { pastRules } from '../../../../access/restriction.ts';
import { shownFields } from '../../../../model/computed.ts';
import type { AnyComparison } from '../../../../model/field.ts';
import type { Resource } from '../../../../model/model.ts';
import { recordingNames } from '../../../../model/recorder.ts';
import { isDirect, type Relation } from '../../../../model/relation.ts';
import { uploadedFields } from '../../../../model/uploaded.ts';
import { cast, columnOf, type Fragment, identifier, join, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import { textOf } from '../../../../sql/render.ts';
import { selectList } from '../../../../sql/select_list.ts';
import type { AnyRowsPlan, ColumnPlan, EmbedPlan } from '../../../plan/rows_plan.ts';
import { constantTerms, isColumn, isStored, renderField, renderOperand } from '../../condition/condition.ts';
import { presentInstant, renderMoment } from '../../condition/moment.ts';
import { relatedRows, termsOf } from '../../condition/row.ts';
import type { Row } from '../../condition/row_place.ts';
import type { Sql, StatementTerms } from '../../condition/statement.ts';
import type { Terms } from '../../condition/terms.ts';
import { renderRelatedOrder } from '../page/order.ts';
import { pageOf } from '../page/page.ts';
import { renderFrom } from '../rule/fence.ts';
import { boundedSum } from './answer_bytes.ts';
import { type Member, renderGroups } from './groups.ts';
import { isShownAsItIs, renderShown } from './shown.ts';

/** The select list that gives a row the form in which it is shown. */
export function renderColumns(columns: readonly ColumnPlan<AnyComparison>[], resource: Resource, row: Row): Sql {
  return selectList(membersOf(columns, resource, row));
}

/** SELECT of the groups that the rows of FROM clauses make, perhaps in order; null if rows are shown one by one. */
export function groupsOf(
  { resource, columns, groups }: AnyRowsPlan,
  sources: readonly { readonly row: Row; readonly from: Sql }[],
  inOrder = true,
): Sql | null {
  if (groups === null) return null;
  const parts = sources.map(({ row, from }) => {
    const found = rowsBeside(columns, row);
    const beside = new Map(found.map(({ column, below }) => [column, below]));
    const name = raw(row.alias);
    const joins = found.map((each) => each.join);
    const joined = sql`from (select ${name}.* ${from}) as ${name}${join(joins, '')}`;
    return { members: membersOf(columns, resource, row, beside), rows: found.length === 0 ? from : joined };
  });
  return renderGroups(parts, inOrder ? groups : null);
}

interface Beside {
  readonly column: ColumnPlan<AnyComparison>;
  readonly below: Row;
  readonly join: Sql;
}

/**
 * The related rows that are put beside each row of groups, joined. All rows are read, and a look for each would take ten
 * times as long. Two spreads at one place would have the same alias. Only an id finds one row at most.
 */
function rowsBeside(columns: readonly ColumnPlan<AnyComparison>[], row: Row): readonly Beside[] {
  const [first, ...others] = columns.filter(
    (each) => each.kind === 'spread' && each.embed.relation.cardinality === 'one',
  );
  if (first?.kind !== 'spread' || others.length > 0 || isPassed(first.embed)) return [];
  const { relation, rows } = first.embed;
  if (!isDirect(relation) || relation.to !== 'id' || rows.resource.kind === 'history') return [];
  const { row: below, source, filter } = relatedRows(relation, rows.conditions, row);
  const name = raw(below.alias);
  const found = renderFrom(source, below.alias, filter);
  const joined = sql` left join lateral (select ${name}.* ${found}) as ${name} on true`;
  return [{ column: first, below, join: joined }, ...rowsBeside(rows.columns, below)];
}

/** The same with every field of a resource, in the model's order. Each write shows them: they are rendered once. */
export function renderFields(resource: Resource, alias: string): Fragment {
  const known = rendered.get(resource) ?? new Map<string, Fragment>();
  const list = known.get(alias) ?? raw(textOf(fieldsOf(resource, alias)));
  rendered.set(resource, known.set(alias, list));
  return list;
}

/** The same of a row that a statement reads, some of whose fields the principal may read in some rows alone. */
export function renderFieldsOf(resource: Resource, row: Row): Sql {
  const isRuled = [...resource.fields.values()].some(({ shownWhere }) => shownWhere !== null);
  return isRuled ? fieldList(resource, termsOf(row)) : renderFields(resource, row.alias);
}

const rendered = new WeakMap<Resource, Map<string, Fragment>>();

function fieldsOf(resource: Resource, alias: string): Fragment {
  const moment: Terms<never>['moment'] = (each, type) => renderMoment(each, type, presentInstant);
  // Another statement shows a row whose fields have rules: see isShownAtOnce.
  const terms = { ...constantTerms((field) => columnOf(alias, field.name)), moment, shown: () => sql`false` };
  return fieldList(resource, terms);
}

function fieldList<Value>(resource: Resource, terms: Terms<Value>): Fragment<Value> {
  return selectList(
    shownFields(resource).map((field) => ({
      value: renderShown(renderField(field, terms), field.type),
      column: isStored(field) && isShownAsItIs(field.type) ? field.name : null,
      name: field.name,
    })),
  );
}

function membersOf(
  columns: readonly ColumnPlan<AnyComparison>[],
  resource: Resource,
  row: Row,
  beside: Place['beside'] = null,
): readonly Member[] {
  const terms = termsOf(row);
  return columns.flatMap((column) => membersOfOne(column, resource, { row, terms, beside }));
}

interface Place {
  readonly row: Row;
  readonly terms: StatementTerms;
  /** In groups, whose values get the form in which they are shown: the rows that are joined. Null for rows one by one. */
  readonly beside: ReadonlyMap<ColumnPlan<AnyComparison>, Row> | null;
}

function membersOfOne(
  column: ColumnPlan<AnyComparison>,
  resource: Resource,
  { row, terms, beside }: Place,
): readonly Member[] {
  const bare = { column: null, aggregate: null, type: null, isJson: false };
  switch (column.kind) {
    case 'field': {
      const { operand, cast: castTo, name } = column;
      const { type } = operand;
      const own = renderOperand(operand, terms);
      const value = renderShown(own, type);
      if (castTo !== null) return [{ ...bare, value: cast(value, castTo), name }];
      if (isShownAsItIs(type)) return [{ ...bare, value, column: isColumn(operand) ? operand.field.name : null, name }];
      return [beside !== null ? { ...bare, value: own, type, name } : { ...bare, value, name }];
    }
    case 'aggregate': {
      const { name, aggregate, of, cast: castTo } = column;
      // A row of its own for each that counts: of a row that is put beside, none where there is no such row.
      const taken = { ...bare, name, aggregate: { aggregate, cast: castTo } };
      if (of === null) return [{ ...taken, value: sql`true` }];
      const { type } = of.operand;
      const value = renderOperand(of.operand, terms);
      if (of.cast !== null) return [{ ...taken, value: cast(renderShown(value, type), of.cast) }];
      return [{ ...taken, value, type: aggregate === 'count' || isShownAsItIs(type) ? null : type }];
    }
    case 'embed':
      return [{ ...bare, value: renderEmbed(column.embed, row), name: column.name, isJson: true }];
    case 'spread':
      if (column.embed.relation.cardinality === 'many') return spreadArrays(column.embed, row);
      return joinedColumns(column, beside) ?? spreadColumns(column.embed, row, beside);
    case 'links':
      return [{ ...bare, value: renderLinks(resource, row), name: 'links', isJson: true }];
  }
}

function renderEmbed(embed: EmbedPlan<AnyComparison>, row: Row): Sql {
  const { relation, link, rows, limit, offset } = embed;
  const { row: below, source, filter } = relatedRows(relation, rows.conditions, row, link?.conditions);
  const shown = sql`select ${renderColumns(rows.columns, rows.resource, below)}`;
  if (relation.cardinality === 'one') {
    if (isPassed({ limit, offset })) return sql`null::json`;
    const from = renderFrom(source, below.alias, filter);
    const one = sql`${groupsOf(rows, [{ row: below, from }]) ?? sql`${shown} ${from}`} limit 1`;
    return sql`(select row_to_json(shown.*) from (${one}) as shown)`;
  }
  const all =
    groupsOf(rows, [{ row: below, from: renderFrom(source, below.alias, filter) }]) ??
    sql`${shown} ${renderFrom(source, below.alias, filter, renderRelatedOrder(embed, row, below))}`;
  return renderArray(sql`row_to_json(shown.*)`, pageOf(all, { limit, offset }), row);
}

/** An array of what is made of the rows of a SELECT, which stand there as `shown`. */
function renderArray(each: Fragment, page: Sql, row: Row): Sql {
  // However many rows are related: each array has the bound of the whole answer, so that none is built past it.
  const lines = sql`(select ${each} as body from (${page}) as shown offset 0) as line`;
  const bound = boundedSum(raw('line.body::text'), row.model.service.limits.responseBytes);
  return sql`(select coalesce(json_agg(line.body), '[]') from ${lines} having ${bound})`;
}

/** Whether a page does not begin with the one row that there is, or ends before it. */
function isPassed({ limit, offset }: Pick<EmbedPlan, 'limit' | 'offset'>): boolean {
  return limit === 0 || offset > 0;
}

/** A look at the related row for each of its columns. */
function spreadColumns(embed: EmbedPlan<AnyComparison>, row: Row, beside: Place['beside']): readonly Member[] {
  const { relation, link, rows } = embed;
  // As a value of its type: null alone has none, and an aggregate takes no value without one.
  const limit = isPassed(embed) ? 0 : 1;
  const { row: below, source, filter } = relatedRows(relation, rows.conditions, row, link?.conditions);
  return membersOf(rows.columns, rows.resource, below, beside).map((member) => {
    const value = sql`(select ${member.value} ${renderFrom(source, below.alias, filter)} limit ${limit})`;
    return { ...member, value, column: null };
  });
}

/**
 * The columns of a related row that is joined; null if it is not. They are evaluated behind the join: within it, PostgreSQL
 * could evaluate them for rows that the principal does not see.
 */
function joinedColumns(
  column: ColumnPlan<AnyComparison> & { readonly kind: 'spread' },
  beside: Place['beside'],
): readonly Member[] | null {
  const below = beside?.get(column);
  if (below === undefined) return null;
  const { rows } = column.embed;
  return membersOf(rows.columns, rows.resource, below, beside).map((member) => {
    const value = sql`case when ${columnOf(below.alias, 'id')} is not null then ${member.value} end`;
    return { ...member, value, column: null };
  });
}

/** For each column an array of its values in the related rows, in the same order. */
function spreadArrays(embed: EmbedPlan<AnyComparison>, row: Row): readonly Member[] {
  const { relation, link, rows, limit, offset } = embed;
  const { row: below, source, filter } = relatedRows(relation, rows.conditions, row, link?.conditions);
  return membersOf(rows.columns, rows.resource, below).map(({ value, name }) => {
    const all = sql`select ${value} as value ${renderFrom(source, below.alias, filter, renderRelatedOrder(embed, row, below))}`;
    const array = renderArray(sql`to_json(shown.value)`, pageOf(all, { limit, offset }), row);
    return { value: array, column: null, name, aggregate: null, type: null, isJson: true };
  });
}

/** An object of paths to the row's neighbours; null where a reference is null. */
export function renderLinks(resource: Resource, { model, alias, rows }: Row): Fragment {
  const base = model.service.basePath;
  const path = (start: string, column: string) =>
    sql`${textConstant(`${base}/${start}`)} || ${columnOf(alias, column)}`;
  // The service itself, identity 0, has no row.
  const item = (name: string, column: string) =>
    recordingNames.has(column)
      ? sql`${textConstant(`${base}/${name}/`)} || nullif(${columnOf(alias, column)}, 0)`
      : path(`${name}/`, column);
  const list = ({ target, from, to, inArray }: Relation) => {
    if (inArray === 'to') return sql`${path(`${target}?${to}=cs.%7B`, from)} || '%7D'`;
    if (inArray === undefined) return path(`${target}?${to}=eq.`, from);
    const ids = sql`array_to_string(${columnOf(alias, from)}, ',')`;
    return sql`${textConstant(`${base}/${target}?${to}=in.(`)} || ${ids} || ')'`;
  };
  const links = [sql`${item(resource.name, 'id')} as self`];
  if (
    resource.kind === 'table' &&
    resource.history !== null &&
    pastRules({ rows }, resource).version.kind !== 'nothing'
  )
    links.push(sql`${item(resource.name, 'id')} || '/history' as history`);
  for (const { name } of uploadedFields(resource))
    links.push(sql`${item(resource.name, 'id')} || ${textConstant(`/${name}`)} as ${identifier(name)}`);
  for (const relation of resource.relations.values()) {
    // What links lead to is in the lists of two resources.
    if (!isDirect(relation)) continue;
    const { alias: name, target, cardinality, from, to } = relation;
    const actions = model.resources.get(target)?.actions;
    const link =
      cardinality === 'one' && to === 'id'
        ? actions?.has('read') && item(target, from)
        : actions?.has('list') && list(relation);
    if (link) links.push(sql`${link} as ${identifier(name)}`);
  }
  return sql`(select row_to_json(link.*) from (select ${join(links, ', ')}) as link)`;
}
