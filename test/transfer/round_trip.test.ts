import fc from 'fast-check';
import { test } from 'tap';
import { openRegister, type Register } from './register.ts';

const isLong = process.env.ALMANAC_LONG !== undefined;

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('', '"', '\\N', '\\', ',', '\r\n', 'null', '=1+1', '\t', '\uFEFF'),
  )
  .map((value) => value.replaceAll('\0', ''))
  .filter((value) => value.isWellFormed());
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const instant = fc.integer({ min: 0, max: 2_000_000_000_000 }).map((time) => new Date(time).toISOString());
const json = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.array(nullable(text), { maxLength: 3 }),
  fc.dictionary(text, fc.oneof(text, fc.constant(1.25), fc.constant(null)), { maxKeys: 3, noNullPrototype: true }),
);

const party = fc.record({
  kind: fc.constantFrom('person', 'company'),
  country: nullable(text),
  notes: nullable(json),
});
const unit = fc.record(
  {
    party: fc.nat(),
    parent: nullable(fc.nat()),
    helpers: nullable(fc.array(fc.nat(), { maxLength: 4 })),
    name: text,
    status: fc.constantFrom('new', 'active'),
    size: nullable(fc.integer({ min: 0, max: 999_999_999 }).map((size) => size / 1000)),
    count: nullable(fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })),
    is_open: fc.boolean(),
    since: nullable(day),
    seen_at: nullable(instant),
    sizes: nullable(fc.constantFrom('empty', '[0.50,2]', '(,)')),
    used_at: nullable(
      fc.constantFrom('empty', '[2026-01-01T00:00:00.5+00:00,2026-02-01T00:00:00+00:00]', '(,2026-01-01T00:00Z)'),
    ),
    opens_at: nullable(fc.constantFrom('00:00:00', '08:30:00', '23:59:59.999999')),
    mark: fc.uuid(),
    about: nullable(text),
    extra: nullable(json),
    tags: nullable(fc.array(text, { maxLength: 3 })),
    maker: nullable(text),
  },
  { requiredKeys: ['party', 'name', 'status'] },
);

/** Parties and units as lines of JSON; each refers to rows that stand before it. */
const rows = fc
  .tuple(fc.array(party, { minLength: 1, maxLength: 8 }), fc.array(unit, { maxLength: 12 }))
  .map(([parties, units]) => ({
    party: parties.map((each, at) => ({
      ...each,
      code: `p${at}`,
      number: `${at}`,
      kind: at === 0 ? 'company' : each.kind,
    })),
    unit: units.map(({ party: owner, parent, helpers = null, ...each }, at) => ({
      ...each,
      helper_ids: helpers && [...new Set(helpers.map((helper) => 1 + (helper % parties.length)))],
      name: `${at} ${each.name}`,
      status: parties[owner % parties.length]?.kind === 'company' || owner % parties.length === 0 ? each.status : 'new',
      party_id: 1 + (owner % parties.length),
      parent_id: at === 0 || parent === null || parent === undefined ? null : 1 + (parent % at),
    })),
    entry: units.map((_, at) => ({
      unit_id: at + 1,
      valid_from: `2026-01-01T00:00:${String(at).padStart(2, '0')}Z`,
      valid_to: at % 2 === 0 ? null : '2027-01-01T00:00:00Z',
    })),
  }));

test('what is exported and imported again is the same', async (t) => {
  const [one, other] = [await openRegister(t), await openRegister(t)];
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom('csv', 'ndjson'), async (made, format) => {
      for (const register of [one, other]) await clear(register);
      for (const [name, list] of Object.entries(made)) {
        one.save('rows', list.map((row) => JSON.stringify(row)).join('\n'));
        await ran(one, 'import', name, 'rows', '--format', 'ndjson', '--again');
        await ran(one, 'export', name, '--format', format, '--out', 'exported');
        other.save('rows', one.read('exported'));
        await ran(other, 'import', name, 'rows', '--format', format, '--again');
        const [was, is] = [await contentOf(one, name), await contentOf(other, name)];
        t.equal(was.length, list.length);
        t.same(is, was, name);
      }
      return t.passing();
    }),
    { numRuns: isLong ? 200 : 4 },
  );
});

test('members whose names have escapes keep their names', async (t) => {
  const [one, other] = [await openRegister(t), await openRegister(t)];
  // JSON.parse of Node 24 reads each as the first.
  const notes = ['b\\\\', 'b\\"', 'b\\n', 'b\\t'].map((name) => `{"a": 1, "${name}": 1.50}`);
  const notesOf = async ({ query }: Register) =>
    (await query('select notes::text as notes from party order by id')).map((row) => row.notes);
  one.save('rows', notes.map((text, at) => `{"code": "${at}", "notes": ${text}}`).join('\n'));
  await ran(one, 'import', 'party', 'rows', '--format', 'ndjson');
  t.same(await notesOf(one), notes);
  for (const format of ['csv', 'ndjson']) {
    await clear(other);
    await ran(one, 'export', 'party', '--format', format, '--out', 'exported');
    other.save('rows', one.read('exported'));
    await ran(other, 'import', 'party', 'rows', '--format', format, '--again');
    t.same(await notesOf(other), notes, format);
  }
  const { stdout } = await one.run('export', 'party', '--format', 'json');
  t.same(
    [...stdout.matchAll(/"notes":(\{.*?\})/g)].map(([, text]) => text),
    notes,
  );
});

async function ran(register: Register, ...arguments_: string[]): Promise<void> {
  const { code, stderr } = await register.run(...arguments_);
  if (code !== 0) throw new Error(`${arguments_.join(' ')}: ${stderr}`);
}

async function clear({ query }: Register): Promise<void> {
  await query(
    'truncate identity, party, unit, entry, stay, identity_history, party_history, unit_history, entry_history restart identity cascade',
  );
}

/** The rows as text, without what the service sets. */
async function contentOf({ query }: Register, name: string) {
  return query(
    `select (to_jsonb(item) - 'recorded_at' - 'row_version' - 'recorded_in' - 'made_mark')::text as content from ${name} as item order by id`,
  );
}
