import type { Model, Table } from '../../model/model.ts';
import { asOwner, variableFirst } from '../../schema/plpgsql.ts';
import { engineIndex } from '../../schema/table/index.ts';
import { commentOn } from '../../sql/comment.ts';
import { databaseFunction } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { engineTable } from '../../sql/table.ts';
import { storedAs } from '../../vocabulary/type/file.ts';
import { fileFields, fileTables } from './field.ts';

/** What the service calls: the first two around an upload, the others to sweep. */
export const fileFunctions = [
  'almanac.begin_file()',
  'almanac.give_up_file(uuid)',
  'almanac.sweep_files(integer)',
  'almanac.forget_files(uuid[])',
] as const;

const objects = engineTable('almanac.stored_file', {
  id: 'uuid default gen_random_uuid() constraint stored_file_pkey primary key',
  value: 'jsonb',
  due_at: 'timestamptz not null',
  is_gone: 'boolean not null default false',
});

const due = engineIndex('stored_file_due_at_idx', objects, '(due_at)');

/** An upload is over long before. */
const toUpload = "interval '1 day'";
/** A client that has just read the row can still read its file. */
const toRead = "interval '5 minutes'";
/** What no trigger sees, such as a field that a migration drops, is found by then. */
const toLookAgain = "interval '7 days'";

/** The objects of files; none for a model without a field of that type. */
export function fileObjects(model: Model): readonly SchemaObject[] {
  const tables = fileTables(model);
  if (tables.length === 0) return [];
  return [
    objects,
    commentOn(
      objects,
      'Every file that is in the store, or is about to be, with the value of the rows that have it. From due_at on, a sweep asks whether any row or version has it.',
    ),
    due,
    begin,
    giveUp,
    hold,
    leave,
    sweep(tables),
    forget,
  ];
}

const begin = owned('begin_file()', 'uuid', [
  'declare',
  '  made uuid;',
  'begin',
  `  insert into almanac.stored_file (due_at) values (almanac.clock() + ${toUpload}) returning id into made;`,
  '  return made;',
  'end',
]);

const giveUp = owned('give_up_file(object uuid)', 'void', [
  'begin',
  '  update almanac.stored_file set due_at = almanac.clock() where id = object and value is null;',
  'end',
]);

// The lock of the row orders this with a sweep: one of the two sees what the other did.
const hold = owned('hold_file(held jsonb)', 'void', [
  'begin',
  '  update almanac.stored_file',
  `  set value = held, due_at = almanac.clock() + ${toLookAgain}`,
  `  where id = (held ->> '${storedAs}')::uuid and not is_gone and (value is null or value = held);`,
  '  if not found then',
  "    raise exception 'the file is not in the store' using errcode = 'foreign_key_violation';",
  '  end if;',
  'end',
]);

const leave = owned('leave_file(held jsonb)', 'void', [
  'begin',
  '  update almanac.stored_file',
  `  set due_at = least(due_at, almanac.clock() + ${toRead})`,
  `  where id = (held ->> '${storedAs}')::uuid and not is_gone;`,
  'end',
]);

const forget = owned('forget_files(objects uuid[])', 'void', [
  'begin',
  '  delete from almanac.stored_file where id = any (objects) and is_gone;',
  'end',
]);

/**
 * Marks the files that no row and no version has, some at a time, and gives all that are marked. Nothing takes the mark away,
 * and no row can have such a file again. So its bytes can be removed at any time after.
 */
function sweep(tables: readonly Table[]): FunctionObject {
  const places = tables.flatMap((table) =>
    fileFields(table).flatMap(({ name }) =>
      [table.name, ...(table.history === null ? [] : [table.history])].map(
        (of) => `exists (select from public.${quote(of)} as holder where holder.${quote(name)} = due.value)`,
      ),
    ),
  );
  return owned(
    'sweep_files(most integer)',
    'setof uuid',
    [
      'begin',
      '  with due as materialized (',
      '    select stored.id, stored.value from almanac.stored_file as stored',
      '    where stored.due_at <= almanac.clock() and not stored.is_gone',
      '    order by stored.due_at limit most for update skip locked',
      '  ),',
      '  looked as materialized (',
      '    select due.id,',
      `      ${places.join('\n      or ')} as is_held`,
      '    from due',
      '  )',
      '  update almanac.stored_file as stored',
      `  set is_gone = not looked.is_held, due_at = almanac.clock() + ${toLookAgain}`,
      '  from looked where stored.id = looked.id;',
      '  return query select stored.id from almanac.stored_file as stored where stored.is_gone limit most;',
      'end',
    ],
    'set enable_seqscan = off\n',
  );
}

/** Whether it is what looks for files that nothing has. */
export function isSweep({ name }: SchemaObject): boolean {
  return name === 'almanac.sweep_files(integer)';
}

function owned(signature: string, returns: string, lines: readonly string[], settings = ''): FunctionObject {
  const name = signature.replace(/\w+ (\w+(?:\[\])?)(?=[,)])/g, '$1');
  return databaseFunction(
    `almanac.${name}`,
    `almanac.${signature} returns ${returns}`,
    `language plpgsql\n${asOwner}\n${settings}as $$\n${variableFirst}\n${lines.join('\n')}\n$$`,
  );
}
