import { keyOf, type SchemaObject, type TableObject } from './object.ts';
import { sameSql } from './token.ts';

/**
 * The statements that lead from some objects to others. Removed objects are dropped, dependants first, and added
 * objects are made. Functions, triggers and comments that differ are written again, and so are the ones that are asked
 * for.
 */
export function difference(
  from: readonly SchemaObject[],
  to: readonly SchemaObject[],
  isAgain: (object: SchemaObject) => boolean = () => false,
): readonly string[] {
  const before = byKey(from);
  const dropped = droppedObjects(from, to);
  return [
    ...[...dropped.values()].toReversed().flatMap((object) => (isGoneWith(object, dropped) ? [] : object.drop)),
    ...to.flatMap((object) => {
      const old = before.get(keyOf(object));
      if (old === undefined || dropped.has(keyOf(object))) return [object.create];
      if (old.kind === 'table' && object.kind === 'table') return columnChanges(old, object);
      return isAgain(object) || !sameSql(old.create, object.create) ? [object.create] : [];
    }),
  ];
}

/** What must be dropped: it is removed, it cannot be changed in place, or an object that it depends on is dropped. */
export function droppedObjects(
  from: readonly SchemaObject[],
  to: readonly SchemaObject[],
): ReadonlyMap<string, SchemaObject> {
  const after = byKey(to);
  const dropped = new Map<string, SchemaObject>();
  for (const object of from) {
    const later = after.get(keyOf(object));
    if (later === undefined || !isChangeable(object, later) || object.dependsOn.some((key) => dropped.has(key)))
      dropped.set(keyOf(object), object);
  }
  return dropped;
}

/** Whether PostgreSQL can replace one by the other in place. */
function isChangeable(from: SchemaObject, to: SchemaObject): boolean {
  switch (from.kind) {
    case 'function':
      return to.kind === 'function' && sameSql(from.signature, to.signature);
    case 'trigger':
    case 'comment':
      return true;
    case 'table':
      return to.kind === 'table' && isWidened(from, to);
    default:
      return sameSql(from.create, to.create);
  }
}

/** Whether two tables differ only by added columns. */
function isWidened(from: TableObject, to: TableObject): boolean {
  if (from.columns === null || to.columns === null) return sameSql(from.create, to.create);
  const after = new Map(to.columns.map(({ name, definition }) => [name, definition]));
  return (
    from.isLogged === to.isLogged &&
    sameSql(from.rules.join(), to.rules.join()) &&
    from.columns.every(({ name, definition }) => sameSql(after.get(name) ?? definition, definition))
  );
}

function columnChanges(from: TableObject, to: TableObject): readonly string[] {
  if (from.columns === null || to.columns === null) return [];
  const [was, is] = [from.columns, to.columns];
  const removed = was.filter(({ name }) => !is.some((column) => column.name === name));
  const added = is.filter(({ name }) => !was.some((column) => column.name === name));
  return [
    ...removed.map(({ name }) => `alter table ${to.name} drop column ${name}`),
    ...added.map(({ name, definition }) => `alter table ${to.name} add column ${name} ${definition}`),
  ];
}

/** The comment of an object is dropped with it. */
function isGoneWith({ kind, dependsOn }: SchemaObject, dropped: ReadonlyMap<string, SchemaObject>): boolean {
  return kind === 'comment' && dependsOn.some((key) => dropped.has(key));
}

function byKey(objects: readonly SchemaObject[]): ReadonlyMap<string, SchemaObject> {
  return new Map(objects.map((object) => [keyOf(object), object]));
}
