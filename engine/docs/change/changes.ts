import type { Model, Table } from '../../model/model.ts';
import { declaredRenames, renamedModel } from '../../schema/migration/change/renamed_model.ts';
import type { FileChange } from '../../schema/migration/file/file.ts';
import { partChanges } from './parts.ts';

/**
 * What changes for users of the service from one model to a later one, resource by resource. Without an earlier model,
 * everything is new. Each change is a clause with names in backticks. Words for people (titles, descriptions, examples, labels, groups)
 * and parts that only the database sees (indexes) do not count.
 */
export function changesOf(from: Model | null, to: Model): readonly FileChange[] {
  const now = tablesOf(to);
  if (from === null) return now.map(({ name }) => ({ resource: name, text: 'new' }));
  const renames = declaredRenames(from, to);
  const before = tablesOf(renamedModel(from, renames));
  const oldName = new Map([...renames.tables].map(([old, later]) => [later, old]));
  const known = new Map(before.map((table) => [table.name, table]));
  const kept = new Set(now.map(({ name }) => name));
  return [
    ...now.flatMap((table) => {
      const { name } = table;
      const was = known.get(name);
      if (was === undefined) return [{ resource: name, text: 'new' }];
      const old = oldName.get(name);
      const fields = renames.fields.get(old ?? name) ?? new Map<string, string>();
      const texts = [
        ...(old === undefined ? [] : [`called \`${old}\` until now`]),
        ...[...fields].map(([earlier, later]) => `\`${later}\` was \`${earlier}\` until now`),
        ...partChanges(was, table, old ?? name, to),
      ];
      return texts.map((text) => ({ resource: name, text }));
    }),
    ...before.filter(({ name }) => !kept.has(name)).map(({ name }) => ({ resource: name, text: 'gone' })),
  ];
}

function tablesOf({ resources }: Model): readonly Table[] {
  return [...resources.values()].filter((resource) => resource.kind === 'table');
}
