import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { dateWords, type FormPart, type NumberForm } from '../../model/number_form.ts';
import { statementTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { choice, type Lines, triggerFunction } from '../plpgsql.ts';
import { declaredFields } from '../table/column.ts';
import { countedSetting } from './counter.ts';

/** A field whose values are counted. */
export interface NumberField {
  readonly field: Field;
  readonly form: NumberForm;
  /** The name of its counter. */
  readonly counter: string;
}

export function numberFields(table: Table): readonly NumberField[] {
  return declaredFields(table).flatMap((field) =>
    field.default?.kind === 'number'
      ? [{ field, form: field.default.form, counter: `${table.name}.${field.name}` }]
      : [],
  );
}

/** What the trigger that stamps a new row does before it takes the instant: it waits for other writers of the counters. */
export function lockCounters(table: Table): Lines {
  return numberFields(table).map(({ counter }) => `perform almanac.lock_counter(${textLiteral(counter)});`);
}

/** What it does behind it: it counts. A number that is sent is counted too, where it has the form. */
export function countNumbers(table: Table): Lines {
  return numberFields(table).flatMap(({ field, form, counter }) => {
    const own = `new.${quote(field.name)}`;
    const before = textOf(form.before, form, 'new.recorded_at');
    const counted = `almanac.count_number(${textLiteral(counter)}, ${before}, null)`;
    return choice(
      [`${own} is null`, [`${own} := ${numberOf(form, before, counted, 'new.recorded_at')};`]],
      [
        `${own} ~ ${textLiteral(pattern(form))}`,
        [`perform almanac.count_number(${textLiteral(counter)}, ${keyOf(form, own)}, ${digitsOf(form, own)});`],
      ],
    );
  });
}

/** What it does before it records another number than a row had. */
export function countChanged(table: Table): Lines {
  return numberFields(table).flatMap(({ field, form, counter }) => {
    const own = `new.${quote(field.name)}`;
    const name = textLiteral(counter);
    return choice([
      `${own} is distinct from old.${quote(field.name)} and ${own} ~ ${textLiteral(pattern(form))}`,
      [
        `perform almanac.lock_counter(${name});`,
        `perform almanac.count_number(${name}, ${keyOf(form, own)}, ${digitsOf(form, own)});`,
        `perform almanac.settle_counter(${name}, null, null);`,
      ],
    ]);
  });
}

/** The trigger that writes what a statement has counted. */
export function numberObjects(table: Table): readonly SchemaObject[] {
  const fields = numberFields(table);
  if (fields.length === 0) return [];
  const lines = fields.flatMap(({ field, form, counter }): Lines => {
    const own = `inserted.${quote(field.name)}`;
    return [
      `counted := nullif(current_setting(${textLiteral(countedSetting + counter)}, true), '')::jsonb;`,
      ...choice([
        `(counted ->> 'rows')::bigint > 0`,
        [
          'select count(*), max(numbered.number) into kept, greatest_kept',
          'from (',
          `  select ${digitsOf(form, own)} as number`,
          '  from inserted',
          `  where ${own} ~ ${textLiteral(pattern(form))} and ${keyOf(form, own)} = counted ->> 'key'`,
          ') as numbered',
          `where numbered.number > (counted ->> 'start')::bigint;`,
          `perform almanac.settle_counter(${textLiteral(counter)}, kept, greatest_kept);`,
        ],
      ]),
    ];
  });
  const calls = triggerFunction(
    `almanac.${objectName([table.name, 'settle'])}`,
    ['counted jsonb;', 'kept bigint;', 'greatest_kept bigint;'],
    [...lines, 'return null;'],
  );
  const on = `public.${quote(table.name)}`;
  return [calls, statementTrigger({ name: 'settle', runs: 'after insert', on, rows: 'new table as inserted', calls })];
}

/** Brings the counter of a field behind all numbers that its table and its history have. */
export function recount(table: Table, { field, form, counter }: NumberField): string {
  const source = (name: string) =>
    `select item.${quote(field.name)} as written from public.${quote(name)} as item where item.${quote(field.name)} ~ ${textLiteral(pattern(form))}`;
  const sources = [table.name, ...(table.history === null ? [] : [table.history])].map(source);
  return `insert into almanac.counter as known (name, key, last)
select ${textLiteral(counter)}, ${keyOf(form, 'numbered.written')}, max(${digitsOf(form, 'numbered.written')})
from (
  ${sources.join('\n  union all\n  ')}
) as numbered
group by 2
on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last)`;
}

/** The text of a number. */
export function numberOf(form: NumberForm, before: string, number: string, instant: string): string {
  const after = form.after.length === 0 ? '' : ` || ${textOf(form.after, form, instant)}`;
  return `${before} || almanac.number_text(${number}, ${form.digits})${after}`;
}

/** Parts of a form as an SQL expression, at an instant. */
export function textOf(parts: readonly FormPart[], { zone }: NumberForm, instant: string): string {
  const texts = parts.map((part) =>
    part.kind === 'text'
      ? textLiteral(part.text)
      : `to_char(${instant} at time zone ${textLiteral(zone)}, ${textLiteral(dateWords[part.word].format)})`,
  );
  return texts.length === 0 ? "''" : texts.join(' || ');
}

/** A regular expression of PostgreSQL for all numbers of a form. */
function pattern(form: NumberForm): string {
  const { digits } = form;
  const more = digits < mostDigits ? `|[1-9][0-9]{${digits},${mostDigits - 1}}` : '';
  return `^${partsPattern(form.before)}([0-9]{${digits}}${more})${partsPattern(form.after)}$`;
}

const mostDigits = 18;

function partsPattern(parts: readonly FormPart[]): string {
  return parts
    .map((part) =>
      part.kind === 'text' ? part.text.replace(/[^A-Za-z0-9 ]/g, '\\$&') : `[0-9]{${dateWords[part.word].digits}}`,
    )
    .join('');
}

function lengthOf(parts: readonly FormPart[]): number {
  return parts.reduce(
    (sum, part) => sum + (part.kind === 'text' ? [...part.text].length : dateWords[part.word].digits),
    0,
  );
}

/** The text before the number in a text of the form: its length is always the same. */
function keyOf({ before }: NumberForm, text: string): string {
  return `left(${text}, ${lengthOf(before)})`;
}

function digitsOf({ before, after }: NumberForm, text: string): string {
  const [start, others] = [lengthOf(before), lengthOf(before) + lengthOf(after)];
  return `substr(${text}, ${start + 1}, char_length(${text}) - ${others})::bigint`;
}
