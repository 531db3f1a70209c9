/**
 * An object of the schema, as data: its name, and how it is made and dropped. Lists of objects are compared; their SQL
 * is not searched.
 */
export type SchemaObject = PlainObject | FunctionObject | TableObject;

interface PlainObject extends Made {
  readonly kind:
    | 'schema'
    | 'extension'
    | 'sequence'
    | 'column'
    | 'owner'
    | 'index'
    | 'constraint'
    | 'trigger'
    | 'comment'
    | 'rows';
}

export interface FunctionObject extends Made {
  readonly kind: 'function';
  /** Its parameters and what it returns. PostgreSQL replaces a function only while these stay. */
  readonly signature: string;
}

export interface TableObject extends Made {
  readonly kind: 'table';
  /** The columns of a table of the engine, to which columns may be added; null for tables of the definitions. */
  readonly columns: readonly Column[] | null;
  /** The constraints behind the columns. */
  readonly rules: readonly string[];
  readonly isLogged: boolean;
}

export interface Column {
  readonly name: string;
  /** Its type, and the rest behind the name. */
  readonly definition: string;
}

interface Made {
  /** As `drop` names it. A comment has the name of what it is on. */
  readonly name: string;
  /** The table that it belongs to; null for an object without a table. */
  readonly on: string | null;
  /** The statement that makes it, without a semicolon. */
  readonly create: string;
  readonly drop: string;
  /** The keys of the objects that must exist before it, without schemas. */
  readonly dependsOn: readonly string[];
}

/** The identity of an object: its kind and its name, as `drop` writes them. */
export function keyOf({ kind, name, on }: Pick<SchemaObject, 'kind' | 'name' | 'on'>): string {
  return on === null ? `${kind} ${name}` : `${kind} ${name} on ${on}`;
}

/** The statements that make objects. */
export function statementsOf(objects: readonly SchemaObject[]): readonly string[] {
  return objects.map(({ create }) => create);
}
