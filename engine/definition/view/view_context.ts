import type { Table } from '../../model/model.ts';
import type { Definitions } from '../definitions.ts';
import type { Files } from '../file/read.ts';

/** What surrounds the views of a folder. */
export interface ViewContext {
  readonly definitions: Definitions;
  readonly files: Files;
  /** The tables that files declare. */
  readonly tables: ReadonlyMap<string, Table>;
  /** The names of the tables that the engine makes. */
  readonly made: ReadonlySet<string>;
  readonly zone: string;
}

/** What a name stands for, in words, if not for a table that a view may read; null for a name that nothing has. */
export function refusalOf(name: string, { definitions, made }: ViewContext): string | null {
  if (made.has(name)) return `${name} is a table of the engine`;
  const definition = definitions.wellFormed.get(name)?.definition;
  if (definition?.view !== undefined) return `${name} is a view`;
  const table = name.endsWith('_history') ? definitions.wellFormed.get(name.slice(0, -'_history'.length)) : undefined;
  return table === undefined
    ? null
    : `${name} is a history; a view shows the past of ${table.definition.resource} under as_of`;
}
