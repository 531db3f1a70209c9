import type { Field } from '../field.ts';
import type { Search } from '../model.ts';
import type { AnyRelation } from '../relation.ts';

/** A kind of row, as conditions see it. */
export interface RowType {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly relations: ReadonlyMap<string, AnyRelation>;
  /** What a request may search it by. */
  readonly search?: Search | null;
}
