import type { Model, Resource } from './model.ts';

/** The resources that can be listed, by their headings: declared resources first. Histories belong to their rows. */
export function groupsOf({ resources }: Pick<Model, 'resources'>): readonly Group[] {
  const listed = [...resources.values()].filter(({ kind, actions }) => kind !== 'history' && actions.includes('list'));
  const ordered = [
    ...listed.filter(({ madeBy }) => madeBy === null),
    ...listed.filter(({ madeBy }) => madeBy !== null),
  ];
  return [...Map.groupBy(ordered, ({ group }) => group)].map(([group, own]) => ({
    group,
    resources: own.toSorted((a, b) => a.title.localeCompare(b.title, 'en')),
  }));
}

interface Group {
  readonly group: string;
  readonly resources: readonly Resource[];
}
