import { pastRules } from '../../../access/restriction.ts';
import type { AnyComparison } from '../../../model/field.ts';
import type { Resource } from '../../../model/model.ts';
import { recordingNames } from '../../../model/recorder.ts';
import { cast, columnOf, type Fragment, identifier, join, raw, sql, textConstant } from '../../../sql/fragment.ts';
import { textOf } from '../../../sql/render.ts';
import { type Selected, selectList } from '../../../sql/select_list.ts';
import type { ColumnPlan, EmbedPlan } from '../../plan/rows_plan.ts';
import { constantTerms, isColumn, isStored, renderField, renderOperand } from '../condition/condition.ts';
import { presentInstant, renderMoment } from '../condition/moment.ts';
import { type Row, relatedRows, rowBelow, termsOf } from '../condition/row.ts';
import type { Sql, StatementTerms, StatementValue } from '../condition/statement.ts';
import type { Terms } from '../condition/terms.ts';
import { boundedSum } from './answer_bytes.ts';
import { renderFrom } from './fence.ts';
import { renderOrder } from './order.ts';
import { pageOf } from './page.ts';
import { isShownAsItIs, renderShown } from './shown.ts';

/** The select list that gives a row the form in which it is shown. */
export function renderColumns(columns: readonly ColumnPlan<AnyComparison>[], resource: Resource, row: Row): Sql {
  return selectList(columnsOf(columns, resource, row));
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

type SelectedSql = Selected<StatementValue>;

const rendered = new WeakMap<Resource, Map<string, Fragment>>();

function fieldsOf(resource: Resource, alias: string): Fragment {
  const moment: Terms<never>['moment'] = (each, type) => renderMoment(each, type, presentInstant);
  // Another statement shows a row whose fields have rules: see isShownAtOnce.
  const terms = { ...constantTerms((field) => columnOf(alias, field.name)), moment, shown: () => sql`false` };
  return fieldList(resource, terms);
}

function fieldList<Value>(resource: Resource, terms: Terms<Value>): Fragment<Value> {
  return selectList(
    [...resource.fields.values()].map((field) => ({
      value: renderShown(renderField(field, terms), field.type),
      column: isStored(field) && isShownAsItIs(field.type) ? field.name : null,
      name: field.name,
    })),
  );
}

function columnsOf(
  columns: readonly ColumnPlan<AnyComparison>[],
  resource: Resource,
  row: Row,
): readonly SelectedSql[] {
  const terms = termsOf(row);
  return columns.flatMap((column) => columnsOfOne(column, resource, row, terms));
}

function columnsOfOne(
  column: ColumnPlan<AnyComparison>,
  resource: Resource,
  row: Row,
  terms: StatementTerms,
): readonly SelectedSql[] {
  switch (column.kind) {
    case 'field': {
      const { operand, cast: castTo, name } = column;
      const value = renderShown(renderOperand(operand, terms), operand.type);
      if (castTo !== null) return [{ value: cast(value, castTo), column: null, name }];
      const isBare = isColumn(operand) && isShownAsItIs(operand.type);
      return [{ value, column: isBare ? operand.field.name : null, name }];
    }
    case 'embed':
      return [{ value: renderEmbed(column.embed, row), column: null, name: column.name }];
    case 'spread':
      return spreadColumns(column.embed, row);
    case 'links':
      return [{ value: renderLinks(resource, row), column: null, name: 'links' }];
  }
}

function renderEmbed({ relation, rows, order, limit, offset }: EmbedPlan<AnyComparison>, row: Row): Sql {
  const { row: below, source, filter } = relatedRows(relation, rows.conditions, row);
  const columns = renderColumns(rows.columns, rows.resource, below);
  if (relation.cardinality === 'one') {
    if (isPassed({ limit, offset })) return sql`null::json`;
    const one = sql`select ${columns} ${renderFrom(source, below.alias, filter)} limit 1`;
    return sql`(select row_to_json(shown.*) from (${one}) as shown)`;
  }
  const all = sql`select ${columns} ${renderFrom(source, below.alias, filter, renderOrder(order, below))}`;
  const page = pageOf(all, { limit, offset });
  // However many rows are related: each embed has the bound of the whole answer, so that none is built past it.
  const lines = sql`(select row_to_json(shown.*) as body from (${page}) as shown offset 0) as line`;
  const bound = boundedSum(raw('line.body::text'), row.model.service.limits.responseBytes);
  return sql`(select coalesce(json_agg(line.body), '[]') from ${lines} having ${bound})`;
}

/** Whether a page does not begin with the one row that there is, or ends before it. */
function isPassed({ limit, offset }: Pick<EmbedPlan, 'limit' | 'offset'>): boolean {
  return limit === 0 || offset > 0;
}

/** A look at the related row for each of its columns. */
function spreadColumns(embed: EmbedPlan<AnyComparison>, row: Row): readonly SelectedSql[] {
  const { relation, rows } = embed;
  return rows.columns.flatMap((column) =>
    columnsOf([column], rows.resource, rowBelow(row)).map(({ value, name }) => {
      if (isPassed(embed)) return { value: sql`null`, column: null, name };
      const { row: below, source, filter } = relatedRows(relation, rows.conditions, row);
      return { value: sql`(select ${value} ${renderFrom(source, below.alias, filter)} limit 1)`, column: null, name };
    }),
  );
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
  const links = [sql`${item(resource.name, 'id')} as self`];
  if (
    resource.kind === 'table' &&
    resource.history !== null &&
    pastRules({ rows }, resource).version.kind !== 'nothing'
  )
    links.push(sql`${item(resource.name, 'id')} || '/history' as history`);
  for (const { alias: name, target, cardinality, from, to } of resource.relations.values()) {
    const actions = model.resources.get(target)?.actions;
    const link =
      cardinality === 'one' && to === 'id'
        ? actions?.has('read') && item(target, from)
        : actions?.has('list') && path(`${target}?${to}=eq.`, from);
    if (link) links.push(sql`${link} as ${identifier(name)}`);
  }
  return sql`(select row_to_json(link.*) from (select ${join(links, ', ')}) as link)`;
}
