import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { Model, Table } from '../model/model.ts';
import type { SchemaObject } from '../sql/object.ts';
import type { NamedConstraint } from './constraint/constraints.ts';
import type { nameGiver } from './name.ts';
import type { AfterChange } from './recorded_rows.ts';
import type { Grant, GrantedRight } from './role/grant.ts';
import type { Index } from './table/index.ts';

/** What tables ask of a feature. */
interface SchemaPart {
  /** Its table with indexes and comments, if it is not made like the table of a file. */
  readonly table?: (
    table: Table,
    named: readonly NamedConstraint[],
    indexes: readonly Index[],
  ) => readonly SchemaObject[];
  /** Objects beside its table, which are dropped with it. */
  readonly beside?: (table: Table) => readonly SchemaObject[];
  /** Indexes of its table that no definition could ask for. */
  readonly indexes?: (table: Table, give: ReturnType<typeof nameGiver>) => readonly Index[];
  /** What it makes of changes; the model is looked through once for all of its tables. */
  readonly record?: (model: Model) => (table: Table) => Recording;
  /** What is made once all tables are there. */
  readonly functions?: (model: Model) => readonly SchemaObject[];
  readonly rights: ServiceRights;
}

/** What a feature makes of the changes of a table's rows. */
export interface Recording {
  /** Statements of the one trigger that records, in the order of features. */
  readonly after: AfterChange;
  /** The indexes of the table by which it finds rows. */
  readonly indexes: readonly (readonly string[])[];
  /** Functions of the table that no trigger calls. */
  readonly functions?: readonly SchemaObject[];
}

/** What the serving role may do, beside reading the feature's own resource. */
interface ServiceRights {
  /** With the resource itself; all where left out. */
  readonly resource?: (table: Table) => readonly GrantedRight[];
  readonly relations: readonly Grant[];
  /** Functions that it calls. */
  readonly functions: readonly string[];
  /** The same of functions that depend on the model. */
  readonly functionsOf?: (model: Model) => readonly string[];
}

export const inSchema: ExtensionPoint<SchemaPart> = extensionPoint();
