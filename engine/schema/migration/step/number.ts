import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { objectName } from '../../../sql/object_name.ts';
import { type NumberField, numberFields, numberOf, recount, textOf } from '../../number/number.ts';
import { keptHistory, type TableChange } from '../change/table_change.ts';
import { catalogStep, exclusively, type Planned } from '../step.ts';
import { firstRecorded } from '../value/first_recorded.ts';
import type { Backfill } from './backfill.ts';

/**
 * Chooses numbers for the rows without a value in a field that is counted from now on. They are in the order of the ids, and
 * of the time when each row was first recorded. All are chosen at once, under the lock of the new column. They are written later.
 */
export function numberRowsSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const wasCounted = new Set(numberFields(change.old.table).map(({ counter }) => counter));
  return filledNumbers(change).map((own) => {
    const { field, form, counter } = own;
    const helper = helperOf(change, own);
    const column = `item.${quote(field.name)}`;
    const first = firstRecorded({ table: table.name, history, zone: null, row: 'item.', id: 'id' });
    const before = textOf(form.before, form, 'first.instant');
    const number = 'coalesce(known.last, 0) + row_number() over (partition by keyed.key order by item.id)';
    const isNew = change.fields.added.includes(field);
    return catalogStep({
      stage: 'expand',
      table: table.name,
      title: `count the rows of ${table.name} for ${field.name}`,
      statements: [
        ...(isNew ? [] : [recount(table, own)]),
        `create table ${helper} as
select item.id, keyed.key, ${number} as number, ${numberOf(form, 'keyed.key', number, 'first.instant')} as written
from public.${quote(table.name)} as item
cross join lateral (select ${first} as instant) as first
cross join lateral (select ${before} as key) as keyed
left join almanac.counter as known on known.name = ${textLiteral(counter)} and known.key = keyed.key
where ${column} is null`,
        `alter table ${helper} add primary key (id)`,
        `insert into almanac.counter as known (name, key, last)
select ${textLiteral(counter)}, chosen.key, max(chosen.number)
from ${helper} as chosen
group by chosen.key
on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last)`,
      ],
      locks: exclusively(table.name),
      work: `reads every row of ${table.name}`,
      undo: [
        `drop table if exists ${helper}`,
        ...(wasCounted.has(counter) ? [] : [`delete from almanac.counter where name = ${textLiteral(counter)}`]),
      ],
    });
  });
}

/** What writes these numbers: one that was chosen for the row, or the next one for a row that came since. */
export function numberBackfills(change: TableChange, isAdded: boolean): readonly Backfill[] {
  return filledNumbers(change)
    .filter(({ field }) => change.fields.added.includes(field) === isAdded)
    .map((own) => {
      const { field, form, counter } = own;
      const next = (row: string) => {
        const before = textOf(form.before, form, `${row}recorded_at`);
        return numberOf(form, before, `almanac.take_number(${textLiteral(counter)}, ${before})`, `${row}recorded_at`);
      };
      const chosen = (row: string) =>
        `(select chosen.written from ${helperOf(change, own)} as chosen where chosen.id = ${row === '' ? `${quote(change.now.table.name)}.` : row}id)`;
      return {
        column: field.name,
        value: (row) => `coalesce(${chosen(row)}, ${next(row)})`,
        isMissing: (row) => `${row}${quote(field.name)} is null`,
      };
    });
}

/** Forgets what was chosen, when all rows have it. */
export function numbersChosenSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  return filledNumbers(change).map((own) =>
    catalogStep({
      stage: 'switch',
      table: table.name,
      title: `${own.field.name} of ${table.name} is counted`,
      statements: [`drop table ${helperOf(change, own)}`],
      locks: exclusively(table.name),
      undo: [],
    }),
  );
}

/** Brings the counters of fields that are counted from now on, or in another form, behind the numbers that are there. */
export function counterSteps(change: TableChange): readonly Planned[] {
  const { old, now } = change;
  const former = new Map(numberFields(old.table).map((own) => [own.counter, own]));
  const later = numberFields(now.table);
  const added = new Set(change.fields.added);
  const begun = later.filter(
    (own) => !added.has(own.field) && former.get(own.counter)?.form.written !== own.form.written,
  );
  const ended = [...former.values()].filter(({ counter }) => !later.some((own) => own.counter === counter));
  const forget = ({ counter }: NumberField) => `delete from almanac.counter where name = ${textLiteral(counter)}`;
  const statements = [...begun.map((own) => recount(now.table, own)), ...ended.map(forget)];
  if (statements.length === 0) return [];
  const stays = ended.filter(({ field }) => now.table.fields.has(field.name));
  return [
    catalogStep({
      stage: 'switch',
      table: now.table.name,
      title: `the counters of ${now.table.name} are these of the definitions`,
      statements,
      locks: exclusively(now.table.name),
      work: begun.length === 0 ? 'its counters' : `reads every row of ${now.table.name}`,
      undo: [
        ...begun.filter(({ counter }) => !former.has(counter)).map(forget),
        ...stays.map((own) => recount(old.table, own)),
      ],
    }),
  ];
}

/** The fields whose rows get numbers: new ones, and these that become required. */
function filledNumbers({ now, fields }: TableChange): readonly NumberField[] {
  const tightened = fields.kept.filter(({ previous, field }) => previous.nullable && !field.nullable);
  const filled = new Set([...fields.added, ...tightened.map(({ field }) => field)]);
  return numberFields(now.table).filter(({ field }) => filled.has(field) && field.backfill === null);
}

function helperOf({ now }: TableChange, { field }: NumberField): string {
  return `almanac.${objectName([now.table.name, field.name, 'chosen'])}`;
}
