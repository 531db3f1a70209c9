import { keyOf, type SchemaObject } from '../../sql/object.ts';
import { alone, beside, catalogOnly, type Step } from './step.ts';

/**
 * The steps by which a later version of Almanac has other indexes on tables that stay. New ones are made beside the use of
 * their tables, before everything else, and former ones go at the end. Also the earlier objects as they are after the steps.
 */
export function indexChange(before: readonly SchemaObject[], now: readonly SchemaObject[]) {
  const added = missingIn(before, now);
  const removed = missingIn(now, before);
  const gone = new Set(removed.map(keyOf));
  return {
    first: added.map(made),
    last: removed.map(dropped),
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

function made(index: SchemaObject): Step {
  return step(index, {
    title: `make the index ${index.name}`,
    // One that was interrupted is there, and serves nobody.
    statements: [droppedBeside(index), createdBeside(index)],
    atOnce: [index.create],
    work: `scans ${tableOf(index)} twice`,
    undo: [droppedBeside(index)],
  });
}

function dropped(index: SchemaObject): Step {
  return step(index, {
    title: `drop the index ${index.name}`,
    statements: [droppedBeside(index)],
    atOnce: [index.drop].flat(),
    work: catalogOnly,
    undo: [droppedBeside(index), createdBeside(index)],
  });
}

function step(index: SchemaObject, own: Pick<Step, 'title' | 'statements' | 'atOnce' | 'work' | 'undo'>): Step {
  const locks = `${beside(tableOf(index))}; waits for the transactions that are running`;
  return { runs: alone, locks, loses: null, lost: [], asks: [], ...own };
}

function createdBeside({ create }: SchemaObject): string {
  return create.replace(created, (start) => `${start}concurrently `);
}

function droppedBeside({ name }: SchemaObject): string {
  return `drop index concurrently if exists public.${name}`;
}

function tableOf({ on }: SchemaObject): string {
  return (on ?? '').replace(/^public\./, '');
}
