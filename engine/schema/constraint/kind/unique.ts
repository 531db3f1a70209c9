import { quote } from '../../../sql/identifier.ts';
import { fromSource } from '../../../sql/source.ts';
import { columnList } from '../column_list.ts';
import { deferral } from '../deferral.ts';
import type { Against, ConstraintKind } from '../kind.ts';

export interface Unique {
  readonly kind: 'unique';
  readonly resource: string;
  readonly fields: readonly string[];
}

export const unique: ConstraintKind<Unique> = {
  declared: {
    byKeys: ({ name: resource, unique: combinations }) =>
      combinations.map((fields) => [[resource, ...fields, 'key'], { kind: 'unique', resource, fields }]),
  },
  kept: {
    by: 'database',
    // Only live entries are unique, and only an index can be partial.
    place: ({ temporal }) => (temporal === null ? 'table' : 'index'),
    rule: ({ fields }, table) => `unique ${columnList(fields)}${deferral(table)}`,
    hasIndex: true,
    comes: ({ fields }, table) => ({
      how: 'index',
      fields,
      ending: deferral(table),
      title: `${fields.join(', ')} of ${table.name} is unique`,
    }),
    // Entries that are deleted go before, where a timeline ends.
    against: ({ fields }, { table, endsTimelines }) => rowsAlike(table.name, fields, endsTimelines),
  },
  columns: ({ fields }) => fields,
  violation: ({ fields }, { table, sent, shows }) => {
    const shown = fields.filter(shows);
    const values = shown.map((field) => {
      const value = sent(field);
      return value === null ? `the same ${field}` : `${field} ${value}`;
    });
    const same = values.length === 0 ? 'the value that this one would have' : values.join(' and ');
    return { code: 'unique_conflict', detail: `another ${table.title.toLowerCase()} has ${same}`, fields: shown };
  },
};

/** Rows that another one is like, in fields that are unique from now on. */
export function rowsAlike(name: string, fields: readonly string[], areLive: boolean): Against {
  const columns = areLive ? [...fields, 'valid_from'] : fields;
  const known = [...(areLive ? ['valid_from'] : []), ...fields].map((field) => `${quote(field)} is not null`);
  const number = `count(*) over (partition by ${fields.map(quote).join(', ')}) as number`;
  return {
    rows: `rows of ${name} that share their ${fields.join(' and ')} with another one`,
    columns,
    find: (source) => ({
      from: { sql: `(select id, ${number} from ${fromSource(source)} where ${known.join(' and ')})`, name },
      where: 'number > 1',
    }),
  };
}
