import { asksForValidity } from '../../../model/condition/looks.ts';
import type { AnyCondition } from '../../../model/field.ts';
import type { Resource } from '../../../model/model.ts';
import { type Relation, type SteppedRelation, stepOf } from '../../../model/relation.ts';
import type { Filter } from '../read/rule/fence.ts';
import { otherIndexes } from './other_indexes.ts';
import { relatedTo } from './related_to.ts';
import { type Row, rowBelow } from './row_place.ts';
import { lookedUpCondition, shownCondition, validCondition } from './source.ts';
import type { Sql } from './statement.ts';

/** Related rows: one of them, where they come from, and which they are. */
export interface RelatedRows {
  readonly row: Row;
  readonly source: Sql;
  readonly filter: Filter;
  /** Whether some of them may be hidden from the principal. */
  readonly hides: boolean;
}

/** A resource, the alias of its rows, and the conditions that they are the related ones. */
export interface Place {
  readonly resource: Resource;
  readonly below: Row;
  readonly there: readonly Sql[];
  /** Whether some of them may be hidden because of other rows than themselves. */
  readonly hides?: boolean;
}

/** A row around which entries are taken at all times, where a condition itself says at which. */
export function wheneverAsked(conditions: readonly AnyCondition[], row: Row): Row {
  return conditions.some(asksForValidity) ? { ...row, validAt: null } : row;
}

/** Where a relation leads to from a row. */
export function relatedPlace(relation: Relation, row: Row, alias?: string): Place {
  const place = placeBelow(relation, row, alias);
  return { ...place, there: [relatedTo(relation, row.alias, place.below.alias), ...place.there] };
}

/** The rows of the resource that a relation leads to, as they are shown around a row. */
export function placeBelow(relation: SteppedRelation, row: Row, alias?: string): Place {
  const resource = row.model.resources.get(relation.target);
  if (resource === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
  const found = rowBelow(row);
  const unsought = row.oneByOne ? otherIndexes(resource, stepOf(relation).to) : found.unsought;
  const below = { ...found, ...(alias === undefined ? {} : { alias }), unsought };
  const there = [
    ...(row.oneByOne ? lookedUpCondition : shownCondition)(resource, below.alias, row.instant),
    ...validCondition(resource, below.alias, row.validAt),
  ];
  return { resource, below, there };
}
