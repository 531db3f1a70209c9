import type { BoundComparison, BoundCondition, Comparand, Operand } from '../../engine/model/field.ts';
import type { ListPlan } from '../../engine/query/plan/list_plan.ts';
import type { ColumnPlan, EmbedPlan, OrderPlan, RowsPlan } from '../../engine/query/plan/rows_plan.ts';

// Plans as one line of text for tables: what is shown, `where` what holds, `by` which keys, and the page.

export function shownList({ rows, order, limit, offset, after, asOf }: ListPlan): string {
  return [
    shownRows(rows),
    ...shownOrder(order),
    `limit ${limit ?? 'none'}`,
    ...(offset === 0 ? [] : [`offset ${offset}`]),
    ...(after === null ? [] : [`after ${after.keys.join(', ')}`]),
    ...(asOf === null ? [] : [`as of ${asOf.datetime}`]),
  ].join(' ');
}

/** All fields of the resource are `*`. */
export function shownRows({ resource, columns, conditions, groups }: RowsPlan): string {
  const names = columns.flatMap((column) => (isPlain(column) ? [column.name] : []));
  const all = [...resource.fields.keys()].every((name) => names.includes(name));
  const shown = [...(all ? ['*'] : []), ...columns.filter((column) => !(all && isPlain(column))).map(shownColumn)];
  const where = conditions.length === 0 ? [] : [`where ${conditions.map(shownCondition).join(' & ')}`];
  const keys = groups?.map(
    ({ column, descending, nulls }) =>
      `${column}${descending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`,
  );
  const inGroups = keys === undefined ? [] : ['in groups', ...(keys.length === 0 ? [] : [`by ${keys.join(', ')}`])];
  return [shown.join(', '), ...where, ...inGroups].join(' ');
}

function isPlain(column: ColumnPlan): column is ColumnPlan & { readonly kind: 'field' } {
  return column.kind === 'field' && column.cast === null && shownOperand(column.operand) === column.name;
}

function shownColumn(column: ColumnPlan): string {
  switch (column.kind) {
    case 'field': {
      const value = shownOperand(column.operand);
      const cast = column.cast === null ? '' : `::${column.cast}`;
      return `${value === column.name ? '' : `${column.name}: `}${value}${cast}`;
    }
    case 'aggregate': {
      const { name, aggregate, of, cast } = column;
      const taken = of === null ? '' : `${shownOperand(of.operand)}${of.cast === null ? '' : `::${of.cast}`}`;
      return `${name}: ${aggregate}(${taken})${cast === null ? '' : `::${cast}`}`;
    }
    case 'embed':
      return `${column.name}: ${shownEmbed(column.embed)}`;
    case 'spread':
      return `...${shownEmbed(column.embed)}`;
    case 'links':
      return 'links';
  }
}

function shownEmbed({ relation, rows, order, limit, offset }: EmbedPlan): string {
  const page = [
    ...shownOrder(order),
    ...(limit === null ? [] : [`limit ${limit}`]),
    ...(offset === 0 ? [] : [`offset ${offset}`]),
  ];
  return `${relation.alias}(${[shownRows(rows), ...page].join(' ')})`;
}

function shownOrder(order: readonly OrderPlan[]): readonly string[] {
  if (order.length === 0) return [];
  const keys = order.map(({ relation, operand, cast, descending, nulls }) => {
    const value = `${shownOperand(operand)}${cast === null ? '' : `::${cast}`}`;
    const key = relation === null ? value : `${relation.alias}(${value})`;
    return `${key}${descending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`;
  });
  return [`by ${keys.join(', ')}`];
}

function shownOperand({ field, steps }: Operand): string {
  const into = steps.map(({ key, asText }) => `${asText ? '->>' : '->'}${JSON.stringify(key)}`);
  return `${field.name}${into.join('')}`;
}

function shownSubject(operand: BoundComparison['operand']): string {
  if ('caller' in operand) return shownComparand(operand.caller);
  if ('document' in operand) return 'search';
  return 'aggregate' in operand ? operand.aggregate.name : shownOperand(operand);
}

function shownCondition(condition: BoundCondition): string {
  switch (condition.kind) {
    case 'comparison': {
      const { operand, negated, operator, quantifier, language, comparand } = condition;
      const modifier = quantifier ?? language;
      const words = [
        shownSubject(operand),
        negated ? 'not' : '',
        `${operator}${modifier === null ? '' : `(${modifier})`}`,
      ];
      return `${words.filter((word) => word !== '').join(' ')} ${shownComparand(comparand)}`;
    }
    case 'logic': {
      const { negated, operator, operands } = condition;
      return `${negated ? 'not ' : ''}${operator}(${operands.map(shownCondition).join(', ')})`;
    }
    case 'rule':
    case 'visible':
      throw new Error('a request asks nothing of a row as a whole');
    case 'related': {
      const { relation, negated, condition: below } = condition;
      return `${negated ? 'no' : 'some'} ${relation.alias}(${below === null ? '' : shownCondition(below)})`;
    }
    case 'covered':
      throw new Error('a request asks for no coverage');
  }
}

function shownComparand(comparand: Comparand): string {
  if (comparand.kind === 'claim') return `{${comparand.claim}}`;
  if (comparand.kind !== 'values') throw new Error('a request compares with written values');
  return comparand.values.map((value) => value ?? 'null').join('|');
}
