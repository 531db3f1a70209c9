import type { Table } from '../model/model.ts';
import { effectsSetting, effectTable } from '../query/sql/write/effect.ts';
import { commentOn } from '../sql/comment.ts';
import { databaseFunction } from '../sql/function.ts';
import { textLiteral } from '../sql/literal.ts';
import type { SchemaObject } from '../sql/object.ts';
import { engineTable } from '../sql/table.ts';
import { asOwner, choice, type Lines } from './plpgsql.ts';
import { insertedRows, type RecordedRows, whereOf } from './recorded_rows.ts';

/**
 * The condition that a transaction asks which rows it changes. Answering it costs a trigger 0.2 microseconds; a trigger of its
 * own with this condition costs each statement 5.
 */
export const asksForEffects = `current_setting(${textLiteral(effectsSetting)}, true) <> ''`;

/**
 * Notes the rows of a change, each as it was before the first one in a transaction that asks. A new row was none. A condition
 * can leave rows out.
 */
export function noteEffect({ name }: Table, rows: RecordedRows, condition: string | null = null): Lines {
  const values = [
    `current_setting(${textLiteral(effectsSetting)})`,
    textLiteral(name),
    `${rows.row}.id`,
    rows === insertedRows ? 'null' : rowText(rows),
  ];
  return choice([
    asksForEffects,
    [
      `insert into ${effectTable}`,
      '  (request, resource, row_id, former)',
      `select ${values.join(', ')}${rows.from === null ? '' : ` from ${rows.from}`}${whereOf(condition)}`,
      'on conflict do nothing;',
    ],
  ]);
}

// Of use to the end of a transaction: not after a crash, and not to a replica.
const effect = engineTable(
  effectTable,
  { request: 'text not null', resource: 'text not null', row_id: 'bigint not null', former: 'text' },
  { isLogged: false, isKept: true, rules: ['constraint effect_pkey primary key (request, resource, row_id)'] },
);

const forgetEffects = databaseFunction(
  'almanac.forget_effects()',
  'almanac.forget_effects() returns void',
  `language plpgsql
${asOwner}
as $$
begin
  delete from ${effectTable} where request = current_setting(${textLiteral(effectsSetting)}, true);
end
$$`,
);

/** The function that the service calls. */
export const effectFunctions: readonly string[] = [forgetEffects.name];

/** The rows that a transaction has changed, where it asks; and the function that removes them before it commits. */
export const effectObjects: readonly SchemaObject[] = [
  effect,
  commentOn(
    effect,
    `Rows that a transaction has changed which set ${effectsSetting}, each as it was before. They are removed before it commits.`,
  ),
  forgetEffects,
  commentOn(forgetEffects, 'Removes the rows that this transaction has noted, before it commits.'),
];

/** A field may have the name of the rows behind a statement, and would be read instead of them. */
function rowText({ row, from }: RecordedRows): string {
  return from === null ? `${row}::text` : `(${row}.*)::text`;
}
