import { fieldsOf, storedFieldsOf } from '../../../model/condition/looks.ts';
import { conditionWords } from '../../../model/condition/words.ts';
import type { BoundCondition } from '../../../model/field.ts';
import { constantTerms, renderCondition } from '../../../query/sql/condition/condition.ts';
import { identifier, sql } from '../../../sql/fragment.ts';
import { quote } from '../../../sql/identifier.ts';
import { textOf } from '../../../sql/render.ts';
import { fromSource } from '../../../sql/source.ts';
import { columnList } from '../column_list.ts';
import { deferral } from '../deferral.ts';
import type { Against, ConstraintKind } from '../kind.ts';

export interface Unique {
  readonly kind: 'unique';
  readonly resource: string;
  readonly fields: readonly string[];
  /** Which rows are compared; null for all. */
  readonly among: BoundCondition | null;
}

export const unique: ConstraintKind<Unique> = {
  declared: {
    byKeys: ({ name: resource, unique: combinations, uniqueAmong }) => [
      ...combinations.map(
        (fields) => [[resource, ...fields, 'key'], { kind: 'unique', resource, fields, among: null }] as const,
      ),
      ...uniqueAmong.map(
        ({ fields, where }, index) =>
          [
            [resource, ...fields, `among_${index + 1}`, 'key'],
            { kind: 'unique', resource, fields, among: where },
          ] as const,
      ),
    ],
  },
  kept: {
    by: 'database',
    // Only an index can be partial, of live entries or of the rows for which a rule holds.
    place: ({ temporal }, { among }) => (temporal === null && among === null ? 'table' : 'index'),
    rule: ({ fields }, table) => `unique ${columnList(fields)}${deferral(table)}`,
    hasIndex: true,
    comes: ({ fields }, table) => ({
      how: 'index',
      fields,
      ending: deferral(table),
      title: `${fields.join(', ')} of ${table.name} is unique`,
    }),
    // Entries that are deleted go before, where a timeline ends.
    against: ({ fields, among }, { table, endsTimelines }) =>
      rowsAlike(table.name, { columns: fields, isLive: endsTimelines, among }),
  },
  columns: ({ fields, among }) => [...fields, ...(among === null ? [] : storedFieldsOf(among).map(({ name }) => name))],
  violation: ({ fields, among }, { table, sent, shows }) => {
    const shown = fields.filter(shows);
    const values = shown.map((field) => {
      const value = sent(field);
      return value === null ? `the same ${field}` : `${field} ${value}`;
    });
    const same = values.length === 0 ? 'the value that this one would have' : values.join(' and ');
    const other = `another ${table.title.toLowerCase()}`;
    const isTold = among !== null && fieldsOf(among).every(({ name }) => shows(name));
    const detail = isTold ? `${other} where ${conditionWords(among)} has ${same}` : `${other} has ${same}`;
    return { code: 'unique_conflict', detail, fields: shown };
  },
};

/** Columns that are unique among live entries, or among rows for which a rule holds. */
export interface UniqueColumns {
  readonly columns: readonly string[];
  readonly isLive: boolean;
  readonly among: BoundCondition | null;
}

/** Rows that another one is like, in fields that are unique from now on. */
export function rowsAlike(name: string, { columns: fields, isLive, among }: UniqueColumns): Against {
  const asked = among === null ? [] : storedFieldsOf(among).map((field) => field.name);
  const known = [...(isLive ? ['valid_from'] : []), ...fields].map((field) => `${quote(field)} is not null`);
  const where = [...known, ...(among === null ? [] : [amongText(among)])].join(' and ');
  const number = `count(*) over (partition by ${fields.map(quote).join(', ')}) as number`;
  return {
    rows: `rows of ${name}${among === null ? '' : ` where ${conditionWords(among)}`} that share their ${fields.join(' and ')} with another one`,
    columns: [...fields, ...asked, ...(isLive ? ['valid_from'] : [])],
    find: (source) => ({
      from: { sql: `(select id, ${number} from ${fromSource(source)} where ${where})`, name },
      where: 'number > 1',
    }),
  };
}

/** The rule of the rows that are compared, in parentheses. A field may have a column of another name by then. */
export function amongText(among: BoundCondition, columnOf: (field: string) => string = (field) => field): string {
  return textOf(
    sql`(${renderCondition(
      among,
      constantTerms(({ name }) => identifier(columnOf(name))),
    )})`,
  );
}
