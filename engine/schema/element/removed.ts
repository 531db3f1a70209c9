import type { Table } from '../../model/model.ts';
import { statementTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import type { NamedConstraint } from '../constraint/constraints.ts';
import type { Elements } from '../constraint/kind/elements.ts';
import { choice, type Lines, triggerFunction } from '../plpgsql.ts';

/** Arrays of references, with the names of their constraints. */
export type NamedElements = readonly (readonly [name: string, elements: Elements])[];

/** The arrays of references among constraints. */
export function elementsAmong(named: Iterable<NamedConstraint>): NamedElements {
  return [...named].flatMap(([name, constraint]) => (constraint.kind === 'elements' ? [[name, constraint]] : []));
}

/**
 * The trigger behind the deletion of rows to which arrays refer: it is refused, or the arrays lose the elements. The triggers
 * of their table record that, as for every writer.
 */
export function removedElements(table: Table, referring: NamedElements): readonly SchemaObject[] {
  if (referring.length === 0) return [];
  const calls = triggerFunction(
    `almanac.${objectName([table.name, 'referred'])}`,
    ['gone constant bigint[] := array(select old_rows.id from old_rows);'],
    [
      ...choice(['cardinality(gone) = 0', ['return null;']]),
      // With an older snapshot, it would not see what others have committed since.
      ...choice([
        "current_setting('transaction_isolation') <> 'read committed'",
        [
          `raise exception 'rows of ${table.name} cannot be deleted in a transaction that is %', upper(current_setting('transaction_isolation'))`,
          "  using errcode = 'feature_not_supported', hint = 'Use READ COMMITTED.';",
        ],
      ]),
      ...referring.flatMap(([name, elements]) =>
        elements.onDelete === null ? refused(name, elements) : cleared(elements),
      ),
      'return null;',
    ],
  );
  const on = `public.${quote(table.name)}`;
  return [
    calls,
    statementTrigger({ name: 'referred_delete', runs: 'after delete', on, rows: 'old table as old_rows', calls }),
  ];
}

function refused(name: string, { resource, field, to }: Elements): Lines {
  return choice([
    `exists (select from public.${quote(resource)} as item where item.${quote(field)} && gone)`,
    [
      `raise exception 'rows of ${resource} refer to the deleted ${to} by ${field}'`,
      '  using',
      "    errcode = 'foreign_key_violation',",
      "    schema = 'public',",
      `    table = ${textLiteral(resource)},`,
      `    constraint = ${textLiteral(name)};`,
    ],
  ]);
}

function cleared({ resource, field }: Elements): Lines {
  const [rows, column] = [`public.${quote(resource)} as item`, `item.${quote(field)}`];
  return [
    `perform from ${rows} where ${column} && gone order by item.id for no key update;`,
    `update ${rows}`,
    `set ${quote(field)} = array(`,
    `  select element.id from unnest(${column}) with ordinality as element (id, place)`,
    '  where element.id <> all (gone)',
    '  order by element.place',
    ')',
    `where ${column} && gone;`,
  ];
}
