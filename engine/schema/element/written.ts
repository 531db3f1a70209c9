import type { Table } from '../../model/model.ts';
import { trigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import type { NamedConstraint } from '../constraint/constraints.ts';
import type { Elements } from '../constraint/kind/elements.ts';
import { choice, type Lines, triggerFunction } from '../plpgsql.ts';
import { elementsAmong } from './removed.ts';

/**
 * The triggers that let an array refer only to rows that exist. Like a foreign key, they ask behind the write, and lock the row
 * of each new element. Elements that stay are not asked: a row that is referred to cannot go.
 */
export function writtenElements(table: Table, named: readonly NamedConstraint[]): readonly SchemaObject[] {
  return elementsAmong(named).flatMap(([name, elements], at) =>
    // Without the names of the table and the field, which may be others one day.
    objectsOf(name, elements, { table, triggers: `elements_${at + 1}` }),
  );
}

function objectsOf(
  name: string,
  elements: Elements,
  { table, triggers }: { readonly table: Table; readonly triggers: string },
): readonly SchemaObject[] {
  const column = quote(elements.field);
  const calls = triggerFunction(
    `almanac.${objectName([table.name, elements.field, 'elements'])}`,
    [`added bigint[] := new.${column};`, 'unknown bigint;'],
    [
      ...choice([
        "tg_op = 'UPDATE'",
        [
          // Where there was no array, each element is new.
          `added := array(select element.id from unnest(new.${column}) as element (id) where element.id <> all (coalesce(old.${column}, '{}')));`,
        ],
      ]),
      ...refusal(name, elements, table),
      'return null;',
    ],
  );
  const on = `public.${quote(table.name)}`;
  return [
    calls,
    trigger({ name: `${triggers}_insert`, runs: 'after insert', on, when: `cardinality(new.${column}) > 0`, calls }),
    trigger({
      name: `${triggers}_update`,
      runs: 'after update',
      on,
      when: `new.${column} is distinct from old.${column} and cardinality(new.${column}) > 0`,
      calls,
    }),
  ];
}

// The lock waits for a transaction that deletes one of the rows. In order of id, two writers never wait in a circle.
function refusal(name: string, { field, to }: Elements, table: Table): Lines {
  const target = `public.${quote(to)} as target`;
  return [
    `perform from ${target} where target.id = any (added) order by target.id for key share;`,
    'select element.id into unknown',
    'from unnest(added) with ordinality as element (id, place)',
    `where not exists (select from ${target} where target.id = element.id)`,
    'order by element.place',
    'limit 1;',
    ...choice([
      'unknown is not null',
      [
        `raise exception 'the element % of ${field} of ${table.name} refers to no ${to}', unknown`,
        '  using',
        "    errcode = 'foreign_key_violation',",
        "    schema = 'public',",
        `    table = ${textLiteral(table.name)},`,
        `    column = ${textLiteral(field)},`,
        `    constraint = ${textLiteral(name)},`,
        '    detail = unknown::text;',
      ],
    ]),
  ];
}
