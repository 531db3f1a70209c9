/** A table as a statement makes it: its columns and constraints, a line each. */
export interface TableMade {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The table that a statement makes; null for any other statement. */
export function tableMade(statement: string): TableMade | null {
  const [, name, body] =
    /^create (?:unlogged )?table (?:if not exists )?(\S+) \(([\s\S]*)\)$/.exec(statement.trim().replace(/;$/, '')) ??
    [];
  return name === undefined ? null : { name, lines: (body ?? '').split(',\n').map((line) => line.trim()) };
}

/** What gives a table of the engine what it has gained; null where it was made otherwise, or is not the engine's own. */
export function additions(
  before: TableMade,
  now: TableMade,
): { readonly statements: readonly string[]; readonly undo: readonly string[] } | null {
  const isOurs = now.name.startsWith('almanac.');
  if (!isOurs || before.lines.some((line) => !now.lines.includes(line))) return null;
  const gained = now.lines.filter((line) => !before.lines.includes(line));
  // A constraint goes with its column.
  if (gained.some((line) => line.startsWith('constraint '))) return null;
  return {
    statements: gained.map((line) => `alter table ${now.name} add column ${line}`),
    undo: gained.map((line) => `alter table ${now.name} drop column ${line.split(' ')[0]}`),
  };
}
