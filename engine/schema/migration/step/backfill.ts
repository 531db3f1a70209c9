import type { Table } from '../../../model/model.ts';
import { trigger } from '../../../sql/function.ts';
import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { statementsOf } from '../../../sql/object.ts';
import { objectName } from '../../../sql/object_name.ts';
import { choice, type Lines, triggerFunction } from '../../plpgsql.ts';
import { batch, catalogStep, exclusively, type Planned, type Question } from '../step.ts';

/** A column that gets a value in every row. */
export interface Backfill {
  readonly column: string;
  /** The value, over a row whose name is given. */
  readonly value: (row: string) => string;
  /** Whether a row has still to get it; `column` is that of the row. */
  readonly isMissing: (row: string) => string;
  /** The check that refuses a row without a value; absent if each row has one. */
  readonly refusal?: { readonly isRefused: (row: string) => string; readonly asks: readonly Question[] };
}

/**
 * Fills columns of a table in batches, while a trigger fills them in rows that are written meanwhile. A recorded fill
 * is a change of the row like any other. A fill of columns that nobody knows yet is not recorded. The trigger works
 * after `stamp` has found the row unchanged, so no version is made.
 */
export function backfillSteps(
  table: Table,
  on: string,
  backfills: readonly Backfill[],
  isRecorded: boolean,
): readonly Planned[] {
  if (backfills.length === 0) return [];
  const word = isRecorded ? 'fill' : 'stamp_fill';
  const columns = backfills.map(({ column }) => column).join(', ');
  const what = `${columns} of ${on}`;
  const missing = backfills.map(({ isMissing }) => isMissing(''));
  const write = isRecorded
    ? `update public.${quote(on)} set ${backfills.map(({ column, value }) => `${quote(column)} = coalesce(${quote(column)}, ${value('')})`).join(', ')}`
    : `update public.${quote(on)} set id = id`;
  const fill = `${write} where (${missing.join(' or ')})`;
  const { make, drop, dropAny } = columnTrigger(
    word,
    on,
    backfills.flatMap((fill) => filled(on, fill)),
  );
  return [
    catalogStep({
      stage: 'expand',
      table: table.name,
      title: `rows of ${on} that are written get their ${columns}`,
      statements: make,
      locks: exclusively(on),
      undo: dropAny,
    }),
    {
      stage: 'fill',
      table: table.name,
      title: isRecorded ? `fill ${what}, recorded as a change by the service itself` : `fill ${what}`,
      runs: { kind: 'batches', table: on },
      statements: [`${fill}${batch}`],
      atOnce: [fill],
      locks: `the rows of a batch of ${on}, while it is written`,
      work: `writes every row of ${on} that has it still to get`,
      loses: null,
      lost: [],
      asks: backfills.flatMap(({ refusal }) => refusal?.asks ?? []),
      undo: [],
    },
    catalogStep({
      stage: 'switch',
      table: table.name,
      title: `${what} is complete`,
      statements: drop,
      locks: exclusively(on),
      undo: [],
    }),
  ];
}

/** The statements that make a trigger which sets columns of written rows, and the statements that drop it. */
export function columnTrigger(
  word: string,
  on: string,
  lines: Lines,
): { readonly make: readonly string[]; readonly drop: readonly string[]; readonly dropAny: readonly string[] } {
  const name = `almanac.${objectName([on, word])}`;
  const calls = triggerFunction(name, [], [...lines, 'return new;']);
  const made = trigger({ name: word, runs: 'before insert or update', on: `public.${quote(on)}`, calls });
  return {
    make: statementsOf([calls, made]),
    drop: [made.drop, calls.drop],
    dropAny: [`drop trigger if exists ${word} on public.${quote(on)}`, `drop function if exists ${name}()`],
  };
}

function filled(on: string, { column, value, isMissing, refusal }: Backfill): Lines {
  const refuse = [
    `raise exception '% of ${on} does not fit its new type', ${textLiteral(column)}`,
    `  using errcode = 'check_violation', constraint = ${textLiteral(objectName([on, column, 'check']))};`,
  ];
  return choice(...(refusal === undefined ? [] : ([[refusal.isRefused('new.'), refuse]] as const)), [
    isMissing('new.'),
    [`new.${quote(column)} := ${value('new.')};`],
  ]);
}
