import fc from 'fast-check';

/** Which of the two models. */
export type Which = 'first' | 'second';

/** Which of the models has something, and whether under one name. */
export type Presence = 'both' | 'renamed' | 'added' | 'dropped';
const presence = fc.constantFrom<Presence>('both', 'both', 'both', 'renamed', 'added', 'dropped');
const staying = fc.constantFrom<Presence>('both', 'renamed');

/** Its name in the first model. */
const names = {
  owner: 'owner_id',
  text: 'name',
  number: 'n',
  state: 'state',
  instant: 'at',
  code: 'code',
  reference: 'to_id',
};
export type FieldKey = keyof typeof names;

const laterNames = { a: 'c', a_b: 'user', order: 'a_order', ['l'.repeat(50)]: 'm'.repeat(50) };

const tableVersion = fc.record({
  history: fc.boolean(),
  widens: fc.boolean(),
  values: fc.nat(1),
  /** Which of the values of related rows, of the rules for reading and of the checks; none for other numbers. */
  computed: fc.nat(9),
  former: fc.nat(6),
  check: fc.nat(7),
});

export const tablePlan = fc.record({
  name: fc.constantFrom('a', 'a_b', 'order', 'l'.repeat(50)),
  presence,
  /** In both models, or in none: each row that is created would be an entry of its own. */
  temporal: fc.boolean(),
  fields: fc.record({
    owner: staying,
    text: presence,
    number: presence,
    state: presence,
    instant: presence,
    code: presence,
    reference: presence,
  }),
  /** The table that its reference leads to, and the name by which that one names its rows. */
  target: fc.nat(9),
  related: staying,
  first: tableVersion,
  second: tableVersion,
});
export type TablePlan = typeof tablePlan extends fc.Arbitrary<infer T> ? T : never;

/** The plans of all tables, and in which model they are looked at. */
export interface Place {
  readonly tables: readonly TablePlan[];
  readonly which: Which;
  /** Whether changes are events. */
  readonly hasEvents: boolean;
}

export function isIn({ presence: of }: { readonly presence: Presence }, which: Which): boolean {
  return of !== (which === 'first' ? 'added' : 'dropped');
}

export function tableName({ name, presence: of }: TablePlan, which: Which): string {
  return which === 'second' && of === 'renamed' ? (laterNames[name] ?? name) : name;
}

export function fieldName(key: FieldKey, of: Presence, which: Which): string {
  return which === 'second' && of === 'renamed' ? `later_${names[key]}` : names[key];
}

/** The name of a field in a model; null where it has none, or nothing that it could refer to. */
export function nameOf(table: TablePlan, key: FieldKey, place: Place): string | null {
  const of = table.fields[key];
  if (!isIn({ presence: of }, place.which)) return null;
  return key === 'reference' && targetOf(table, place) === null ? null : fieldName(key, of, place.which);
}

/** The table that its reference leads to. */
export function targetOf(table: TablePlan, { tables, which }: Place): TablePlan | null {
  const target = tables[table.target % tables.length];
  return target !== undefined && isIn(target, which) && isIn({ presence: table.fields.reference }, which)
    ? target
    : null;
}

/** The alias of a reference: its name without the end. */
export function aliasOf(table: TablePlan, place: Place): string | null {
  return nameOf(table, 'reference', place)?.slice(0, -'_id'.length) ?? null;
}

/** The relations of a table to the rows that refer to it, by alias. */
export function relatedTo(
  table: TablePlan,
  place: Place,
): readonly { readonly alias: string; readonly from: TablePlan }[] {
  return place.tables.flatMap((from, at) => {
    if (!isIn(from, place.which) || targetOf(from, place) !== table) return [];
    const isLater = place.which === 'second' && from.related === 'renamed';
    return [{ alias: `${isLater ? 'later_' : ''}related_${at}`, from }];
  });
}

/** Fields that are columns, in a model, with the values of two rows as SQL; null for those that an update sets. */
export function storedFields(table: TablePlan, which: Which) {
  const values = {
    owner: table.temporal ? ['1', '1'] : ['1', '2'],
    text: ["'a'", "'b'"],
    number: ['10', '20'],
    state: ["'new'", "'new'"],
    instant: ["'2026-01-01Z'", 'null'],
    code: ["'c1'", "'c2'"],
    reference: null,
  } as const;
  return (Object.keys(names) as FieldKey[]).flatMap((key) => {
    const of = table.fields[key];
    return isIn({ presence: of }, which)
      ? [{ key, presence: of, name: fieldName(key, of, which), values: values[key] }]
      : [];
  });
}

/** The definition of a table, but for what follows from its writes. */
export function declared(table: TablePlan, place: Place) {
  const { which } = place;
  const name = tableName(table, which);
  const owner = nameOf(table, 'owner', place) ?? '';
  const stored = storedFields(table, which)
    .filter(({ key }) => nameOf(table, key, place) !== null)
    .map((each) => {
      const was = each.name === names[each.key] ? {} : { was: names[each.key] };
      return [each.name, { ...facets(table, each.key, place), ...was }];
    });
  const related = relatedTo(table, place).map(({ alias, from }) => [
    alias,
    {
      resource: tableName(from, which),
      by: nameOf(from, 'reference', place),
      ...(alias.startsWith('later_') ? { was: alias.slice('later_'.length) } : {}),
    },
  ]);
  return {
    resource: name,
    ...(name === table.name ? {} : { was: table.name }),
    ...(keepsHistory(table, place) ? { history: true } : {}),
    ...(table.temporal ? { temporal: { timeline: owner } } : {}),
    fields: Object.fromEntries([...stored, ...computedFields(table, place)]),
    ...(related.length === 0 ? {} : { relations: Object.fromEntries(related) }),
    ...checksOf(table, place),
    ...rightsOf(table, place),
  };
}

function facets(table: TablePlan, key: FieldKey, place: Place): object {
  const { widens, values } = table[place.which];
  // A change never goes back to a narrower type.
  const isWide = place.which === 'second' ? widens || table.first.widens : widens;
  switch (key) {
    case 'owner':
      return { type: 'reference', to: 'party' };
    case 'text':
      return { type: 'text', default: values === 0 ? 'x' : 'y' };
    case 'number':
      return { type: isWide ? 'bigint' : 'integer', default: 1 };
    case 'state':
      return { type: 'enum', values: ['new', 'done', ...(values === 0 ? [] : ['more'])], default: 'new' };
    case 'instant':
      return { type: 'datetime', nullable: true };
    case 'code':
      return { type: 'text', nullable: true, ...(table.temporal ? {} : { unique: true }) };
    case 'reference': {
      const target = targetOf(table, place);
      return { type: 'reference', to: target && tableName(target, place.which), nullable: true };
    }
  }
}

/** A value of related rows; under the name of a field that is gone, if there is one. */
function computedFields(table: TablePlan, place: Place): readonly (readonly [string, object])[] {
  const gone = (Object.keys(names) as FieldKey[]).find(
    (key) => nameOf(table, key, place) === null && key !== 'reference' && key !== 'owner',
  );
  const own = gone === undefined ? 'summary' : fieldName(gone, table.fields[gone], 'first');
  const [one] = relatedTo(table, place);
  const alias = aliasOf(table, place);
  const target = targetOf(table, place);
  const further = target && nameOf(target, 'text', place);
  const { computed } = table[place.which];
  const valid = one?.from.temporal ? '(valid_at=now)' : '';
  const number = one && nameOf(one.from, 'number', place);
  const text = one && nameOf(one.from, 'text', place);
  const ways: readonly (readonly [boolean, object])[] = [
    [one !== undefined, { type: 'bigint', computed: `count(${one?.alias}${valid})` }],
    [one !== undefined, { type: 'boolean', computed: `count(${one?.alias})=gte.1` }],
    [
      typeof number === 'string',
      { type: 'decimal', precision: 30, scale: 0, computed: `sum(${one?.alias}.${number})` },
    ],
    [
      typeof text === 'string',
      { type: 'text', nullable: true, computed: `first(${one?.alias}.${text},order=id.desc)` },
    ],
    [typeof further === 'string', { type: 'text', nullable: true, computed: `${alias}.${further}` }],
  ];
  const [isThere, field] = ways[computed] ?? [false, {}];
  return isThere ? [[own, field]] : [];
}

function checksOf(table: TablePlan, place: Place): object {
  const { which } = place;
  const [one] = relatedTo(table, place);
  const alias = aliasOf(table, place);
  const state = nameOf(table, 'state', place);
  const owner = nameOf(table, 'owner', place);
  const target = targetOf(table, place);
  const further = target && nameOf(target, 'owner', place);
  const checks: readonly (readonly [boolean, object])[] = [
    [one !== undefined, { that: `count(${one?.alias})=lte.1000` }],
    [further !== null, { that: `or=(${alias}.is.null,${alias}.${further}.gte.0)` }],
    [state !== null, { on: ['update'], when: `${state}=eq.done`, that: `${owner}=gte.0` }],
    [one !== undefined, { on: ['update', 'delete'], that: `count(${one?.alias})=lte.1000` }],
  ];
  const [isThere, check] = checks[table[which].check] ?? [false, {}];
  return isThere ? { checks: [{ ...check, message: 'It is refused.' }] } : {};
}

/** Whether its versions are kept. */
export function keepsHistory(table: TablePlan, place: Place): boolean {
  return table[place.which].history || keepsRights(table, place);
}

/** Whether rights to read its rows, or rows of others around it, leave a last state. */
function keepsRights(table: TablePlan, place: Place): boolean {
  return place.tables.some((other) => {
    if (!isIn(other, place.which)) return false;
    const [of, further] = rightOf(other, place);
    return of !== null && (other === table || further === table);
  });
}

/** A rule for reading that leaves a last state, and the other table that it looks at. */
function rightOf(table: TablePlan, place: Place): readonly [rule: string | null, further: TablePlan | null] {
  const { former } = table[place.which];
  const owner = nameOf(table, 'owner', place);
  const [one] = relatedTo(table, place);
  const target = targetOf(table, place);
  switch (former) {
    case 0:
      return [`${owner}=eq.{party_id}`, null];
    case 1: {
      if (one === undefined) return [null, null];
      const theirs = `${one.alias}.${nameOf(one.from, 'owner', place)}=eq.{party_id}`;
      return [one.from.temporal ? `${theirs}&${one.alias}.valid_at=now` : theirs, one.from];
    }
    case 2: {
      const text = nameOf(table, 'text', place);
      return [text === null ? null : `${owner}=eq.{party_id}&${text}=neq.hidden`, null];
    }
    case 3:
      return target === null
        ? [null, null]
        : [`${aliasOf(table, place)}.${nameOf(target, 'owner', place)}=eq.{party_id}`, target];
    default:
      return [null, null];
  }
}

function rightsOf(table: TablePlan, place: Place): object {
  const [that] = rightOf(table, place);
  return that === null ? {} : { access: { clerk: 'all', holder: { read: { that, former: 'last_state' } } } };
}
