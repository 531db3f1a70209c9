import { systemField } from '../../../model/common_field.ts';
import { searchOf } from '../../../model/condition/search.ts';
import { searchName } from '../../../model/condition/search_name.ts';
import { type BoundCondition, type Field, type Operand, writtenValues } from '../../../model/field.ts';
import type { Resource } from '../../../model/model.ts';
import type { ListPlan } from '../list_plan.ts';
import type { ColumnPlan, OrderPlan } from '../rows_plan.ts';
import { type Fit, fits, type SearchedField } from './searched_field.ts';

/** The column with the id of a row. Others have the values of its label. */
export const idColumn = 'id';

export function labelColumn(place: number): string {
  return `label_${place}`;
}

/** The column that says whether one of the searched fields fits so well. */
export function fitColumn(fit: Fit, place: number): string {
  return `${fit}_${place}`;
}

/**
 * The rows of a resource of which a searched field fits, the best first. Each has its label, and says which fields fit. Null
 * where no field can fit.
 */
export function planLabelSearch(
  resource: Resource,
  searched: readonly SearchedField[],
  limit: number,
): ListPlan | null {
  const widest = searched.flatMap(({ conditions }) => conditions.slice(-1).map(({ condition }) => condition));
  if (widest.length === 0) return null;
  const columns = searched.flatMap(({ conditions }, place) =>
    conditions.map(({ fit, condition }) => columnOf(fitColumn(fit, place), whether(condition))),
  );
  // The widest fit holds for all rows.
  const order = fits.slice(0, -1).flatMap((_, place): OrderPlan[] => {
    const sought = fits.slice(0, place + 1);
    const best = searched.flatMap(({ conditions }) =>
      conditions
        .filter(({ fit }) => sought.includes(fit))
        .slice(-1)
        .map(({ condition }) => condition),
    );
    if (best.length === 0) return [];
    return [{ relation: null, operand: whether(anyOf(best)), cast: null, descending: true, nulls: null }];
  });
  return page(resource, { conditions: [anyOf(widest)], columns, order }, limit);
}

/** The rows that the search of the resource finds, the best first. Null for a resource without a search. */
export function planWordSearch(resource: Resource, text: string, limit: number): ListPlan | null {
  const operand = searchOf(searchName, resource);
  if (operand === null) return null;
  const { language } = operand.document;
  const found: BoundCondition = {
    ...{ kind: 'comparison', negated: false, quantifier: null, operand, language },
    operator: 'plfts',
    comparand: writtenValues(text),
  };
  return page(resource, { conditions: [found], columns: [], order: [] }, limit);
}

interface Rows extends Pick<ListPlan['rows'], 'conditions' | 'columns'>, Pick<ListPlan, 'order'> {}

function page(resource: Resource, { conditions, columns, order }: Rows, limit: number): ListPlan {
  const id = [...resource.fields.values()].filter(({ name }) => name === 'id');
  const labels = resource.label.flatMap((name, place) => {
    const field = resource.fields.get(name);
    return field === undefined ? [] : [columnOf(labelColumn(place), operandOf(field))];
  });
  const shown = [...id.map((field) => columnOf(idColumn, operandOf(field))), ...labels, ...columns];
  const rows = { resource, columns: shown, conditions, groups: null };
  return { rows, order, limit, offset: 0, after: null, asOf: null };
}

function columnOf(name: string, operand: Operand): ColumnPlan {
  return { kind: 'field', name, operand, cast: null };
}

function operandOf(field: Field): Operand {
  return { field, steps: [], type: field.type };
}

/** Whether a condition holds, as a value of the row. */
function whether(condition: BoundCondition): Operand {
  const computed = { kind: 'condition', condition } as const;
  return operandOf({ ...systemField('fits', { kind: 'boolean' }, 'Fits', 'Whether it fits.'), computed });
}

function anyOf(conditions: readonly BoundCondition[]): BoundCondition {
  const [first, ...others] = conditions;
  if (first !== undefined && others.length === 0) return first;
  return { kind: 'logic', operator: 'or', negated: false, operands: conditions };
}
