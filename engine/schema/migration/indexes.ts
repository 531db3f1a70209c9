import { keyOf, type SchemaObject } from '../../sql/object.ts';
import type { IndexCreation } from '../table/index.ts';
import { dropIndex, makeIndex } from './index_step.ts';

/**
 * The steps by which a later version of Almanac has other indexes on tables that stay. New ones are made beside the use of
 * their tables, before everything else, and former ones go at the end. Also the earlier objects as they are after the steps.
 */
export function indexChange(before: readonly SchemaObject[], now: readonly SchemaObject[]) {
  const added = missingIn(before, now);
  const removed = missingIn(now, before);
  const gone = new Set(removed.map(keyOf));
  return {
    first: added.map((index) => makeIndex(madeIndex(index))),
    last: removed.map((index) => dropIndex(madeIndex(index))),
    objects: [...before.filter((object) => !gone.has(keyOf(object))), ...added],
  };
}

/** The indexes of resources that only the others have, though the table is in both. */
function missingIn(some: readonly SchemaObject[], others: readonly SchemaObject[]): readonly SchemaObject[] {
  const known = new Set(some.map(keyOf));
  return others.filter(
    (object) =>
      object.kind === 'index' &&
      created.test(object.create) &&
      !known.has(keyOf(object)) &&
      object.dependsOn.every((key) => known.has(key)),
  );
}

const created = /^create (unique )?index (?=.* on public\.)/s;

function madeIndex({ name, on, create }: SchemaObject) {
  return {
    on: (on ?? '').replace(/^public\./, ''),
    name: name.replaceAll('"', ''),
    create: (how: IndexCreation) => create.replace(created, (start) => `${start}${how}`),
  };
}
