import type { Resource } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import { type Selected, selectList } from '../../sql/select_list.ts';
import type { ColumnPlan, EmbedPlan } from '../plan/rows_plan.ts';
import { boundedSum } from './answer_bytes.ts';
import { constantTerms, isColumn, isStored, renderField, renderOperand } from './condition.ts';
import { renderFrom } from './fence.ts';
import { renderOrder } from './order.ts';
import { type Row, relatedRows, rowBelow, termsOf } from './row.ts';
import { isShownAsItIs, renderShown } from './shown.ts';

/** The select list that gives a row the form in which it is shown. */
export function renderColumns(columns: readonly ColumnPlan[], resource: Resource, row: Row): string {
  return selectList(columnsOf(columns, resource, row));
}

/** The same with every field of a resource, in the model's order. Each write shows them: they are rendered once. */
export function renderFields(resource: Resource, alias: string): string {
  const known = rendered.get(resource) ?? new Map<string, string>();
  const list = known.get(alias) ?? fieldsOf(resource, alias);
  rendered.set(resource, known.set(alias, list));
  return list;
}

const rendered = new WeakMap<Resource, Map<string, string>>();

function fieldsOf(resource: Resource, alias: string): string {
  const terms = constantTerms((field) => `${alias}.${quote(field.name)}`);
  return selectList(
    [...resource.fields.values()].map((field) => ({
      sql: renderShown(renderField(field, terms), field.type),
      column: isStored(field) && isShownAsItIs(field.type) ? field.name : null,
      name: field.name,
    })),
  );
}

function columnsOf(columns: readonly ColumnPlan[], resource: Resource, row: Row): readonly Selected[] {
  return columns.flatMap((column) => columnsOfOne(column, resource, row));
}

function columnsOfOne(column: ColumnPlan, resource: Resource, row: Row): readonly Selected[] {
  switch (column.kind) {
    case 'field': {
      const { operand, cast, name } = column;
      const value = renderShown(renderOperand(operand, termsOf(row)), operand.type);
      if (cast !== null) return [{ sql: `${value}::${cast}`, column: null, name }];
      const isBare = isColumn(operand) && isShownAsItIs(operand.type);
      return [{ sql: value, column: isBare ? operand.field.name : null, name }];
    }
    case 'embed':
      return [{ sql: renderEmbed(column.embed, row), column: null, name: column.name }];
    case 'spread':
      return spreadColumns(column.embed, row);
    case 'links':
      return [{ sql: renderLinks(resource, row), column: null, name: 'links' }];
  }
}

function renderEmbed({ relation, rows, order, limit, offset }: EmbedPlan, row: Row): string {
  const { row: below, source, filter } = relatedRows(relation, rows.conditions, row);
  const columns = renderColumns(rows.columns, rows.resource, below);
  if (relation.cardinality === 'one')
    return `(select row_to_json(shown.*) from (select ${columns} ${renderFrom(source, below.alias, filter)} limit 1) as shown)`;
  const page = [
    `select ${columns} ${renderFrom(source, below.alias, filter, renderOrder(order, below))}`,
    ...(limit === null ? [] : [`limit ${limit}`]),
    ...(offset === 0 ? [] : [`offset ${row.values.add(String(offset))}::bigint`]),
  ];
  // However many rows are related: each embed has the bound of the whole answer, so that none is built past it.
  const lines = `(select row_to_json(shown.*) as body from (${page.join(' ')}) as shown offset 0) as line`;
  const bound = boundedSum('line.body::text', row.model.service.limits.responseBytes);
  return `(select coalesce(json_agg(line.body), '[]') from ${lines} having ${bound})`;
}

/** A look at the related row for each of its columns. */
function spreadColumns({ relation, rows }: EmbedPlan, row: Row): readonly Selected[] {
  return rows.columns.flatMap((column) =>
    columnsOf([column], rows.resource, rowBelow(row)).map(({ sql, name }) => {
      const { row: below, source, filter } = relatedRows(relation, rows.conditions, row);
      return { sql: `(select ${sql} ${renderFrom(source, below.alias, filter)} limit 1)`, column: null, name };
    }),
  );
}

/** An object of paths to the row's neighbours; null where a reference is null. */
export function renderLinks(resource: Resource, { model, alias }: Row): string {
  const base = model.service.basePath;
  const item = (name: string, column: string) => `${textLiteral(`${base}/${name}/`)} || ${alias}.${quote(column)}`;
  const links = [`${item(resource.name, 'id')} as self`];
  if (resource.kind === 'table' && resource.history !== null)
    links.push(`${item(resource.name, 'id')} || '/history' as history`);
  for (const { alias: name, target, cardinality, from, to } of resource.relations.values()) {
    const actions = model.resources.get(target)?.actions;
    const link =
      cardinality === 'one' && to === 'id'
        ? actions?.has('read') && item(target, from)
        : actions?.has('list') && `${textLiteral(`${base}/${target}?${to}=eq.`)} || ${alias}.${quote(from)}`;
    if (link) links.push(`${link} as ${quote(name)}`);
  }
  return `(select row_to_json(link.*) from (select ${links.join(', ')}) as link)`;
}
