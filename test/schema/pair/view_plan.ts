import fc from 'fast-check';
import { quote } from '../../../engine/sql/identifier.ts';
import { isIn, nameOf, type Place, relatedTo, type TablePlan, tableName } from './table_plan.ts';

/** A view over a table, in each model one of its statements; null for none. */
export const viewPlan = fc.record({
  of: fc.nat(9),
  /** Whether it has the name of a table that only the other model has. */
  takesName: fc.boolean(),
  first: fc.option(fc.nat(2), { freq: 3 }),
  second: fc.option(fc.nat(2), { freq: 3 }),
});
export type ViewPlan = typeof viewPlan extends fc.Arbitrary<infer T> ? T : never;

/** The definition of a view and its statement, as files. */
export function viewFiles(
  plan: ViewPlan & { readonly at: number },
  place: Place,
  taken: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const { tables, which } = place;
  const kind = plan[which];
  const table = tables[plan.of % tables.length];
  if (kind === null || table === undefined || !isIn(table, which)) return {};
  const made = viewOf(kind, table, place);
  if (made === null) return {};
  const other = which === 'first' ? 'second' : 'first';
  const free = tables.filter((each) => isIn(each, other)).map((each) => tableName(each, other));
  const name = (plan.takesName && plan.at === 0 ? free.find((each) => !taken.has(each)) : null) ?? `seen_${plan.at}`;
  const { fields, select } = made;
  return {
    [`${name}.yaml`]: JSON.stringify({ resource: name, view: `${name}.sql`, fields }),
    [`${name}.sql`]: `${select}\n`,
  };
}

function viewOf(
  kind: number,
  table: TablePlan,
  place: Place,
): { readonly fields: object; readonly select: string } | null {
  const own = quote(tableName(table, place.which));
  const owner = nameOf(table, 'owner', place) ?? '';
  const text = nameOf(table, 'text', place);
  const [one] = relatedTo(table, place);
  switch (kind) {
    case 0:
      return {
        fields: { id: { type: 'bigint' }, ...(text === null ? {} : { [text]: { type: 'text' } }) },
        select: `select id${text === null ? '' : `, ${text}`} from ${own} where ${owner} > 0`,
      };
    case 1:
      return {
        fields: { [owner]: { type: 'bigint' }, rows: { type: 'bigint' } },
        select: `select ${owner}, count(*) as rows from ${own} group by ${owner}`,
      };
    default: {
      if (one === undefined) return null;
      const [from, by] = [quote(tableName(one.from, place.which)), nameOf(one.from, 'reference', place)];
      return {
        fields: { row_id: { type: 'reference', to: tableName(table, place.which) }, rows: { type: 'bigint' } },
        select: `select base.id as row_id, count(other.id) as rows from ${own} as base left join ${from} as other on other.${by} = base.id group by base.id`,
      };
    }
  }
}
