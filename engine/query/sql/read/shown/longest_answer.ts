import { shownFields } from '../../../../model/computed.ts';
import type { AnyComparison, Field } from '../../../../model/field.ts';
import type { Model, Resource } from '../../../../model/model.ts';
import { stepsOf } from '../../../../model/relation.ts';
import { wordOf } from '../../../../vocabulary/field_type.ts';
import { around, longestInteger, longestText, longestUuid } from '../../../../vocabulary/value/longest.ts';
import type { AnyRowsPlan, ColumnPlan, EmbedPlan } from '../../../plan/rows_plan.ts';

/**
 * The most bytes that a row has as JSON, by the lengths that its table's constraints allow; infinite where nothing bounds
 * them. A statement that cannot pass the bound of an answer needs not count.
 */
export function longestRow({ resource, columns }: AnyRowsPlan, model: Model): number {
  // Versions are as long as the constraints of their time allowed.
  if (resource.kind === 'history') return Number.POSITIVE_INFINITY;
  return sumOf(columns.map((column) => longestColumn(column, resource, model)));
}

/** The same for a row with every field of its resource. Each write asks it: it is counted once. */
export function longestRowOf(resource: Resource): number {
  const known = counted.get(resource) ?? sumOf(shownFields(resource).map(longestMember));
  counted.set(resource, known);
  return known;
}

const counted = new WeakMap<Resource, number>();

function longestColumn(column: ColumnPlan<AnyComparison>, resource: Resource, model: Model): number {
  switch (column.kind) {
    case 'field': {
      const { operand, cast, name } = column;
      if (cast !== null || operand.steps.length > 0) return Number.POSITIVE_INFINITY;
      return nameBytes(name) + longestMember(operand.field);
    }
    case 'aggregate':
      return Number.POSITIVE_INFINITY;
    case 'embed':
      return nameBytes(column.name) + longestEmbed(column.embed, model);
    case 'spread':
      // Of many related rows, their arrays have the members that their objects would have.
      return longestEmbed(column.embed, model);
    case 'links':
      return longestLinks(resource, model);
  }
}

function longestEmbed({ relation, rows, limit }: EmbedPlan<AnyComparison>, model: Model): number {
  const row = longestRow(rows, model) + around;
  if (relation.cardinality === 'one') return row;
  return limit === null ? Number.POSITIVE_INFINITY : limit * row;
}

/** A path or two for each relation, and three for the row itself. */
function longestLinks({ name, relations }: Resource, { service: { basePath } }: Model): number {
  const path = (target: string) => around + 2 * nameBytes(basePath + target) + longestInteger + longestUuid;
  return (
    3 * path(name) +
    sumOf([...relations.values()].flatMap(stepsOf).map(({ alias, target, to }) => path(alias + target + to)))
  );
}

function longestMember({ name, type, computed }: Field): number {
  // The type of a sum, or of what is written as another type, bounds none of its values.
  if (computed?.kind === 'value') return Number.POSITIVE_INFINITY;
  return around + nameBytes(name) + wordOf(type).longest(type);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, around);
}

function nameBytes(name: string): number {
  return longestText(name.length);
}
