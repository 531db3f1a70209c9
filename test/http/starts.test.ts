import fc from 'fast-check';
import { test } from 'tap';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { readQueryString } from '../../engine/query/plan/query_string.ts';
import { renderList } from '../../engine/query/sql/read/list.ts';
import { sql } from '../../engine/sql/fragment.ts';
import { textOf } from '../../engine/sql/render.ts';
import { starts } from '../../engine/vocabulary/operator/starts.ts';
import { anyCharacter } from '../any_character.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { anyone, rowsFor } from '../query/writer.ts';
import { serveModel } from './service.ts';

// A text starts with a prefix where PostgreSQL's starts_with says so, and an index finds it whatever the prefix is.

const runs = process.env.ALMANAC_LONG ? 20_000 : 200;

/** Characters at the borders of UTF-8 and UTF-16, and those that mean something to patterns and arrays. */
const borders = [
  0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x103ff, 0x10400, 0x10fffe, 0x10ffff,
];
const characters = [...borders.map((code) => String.fromCodePoint(code)), 'a', 'b', '%', '_', '\\', '"', '{', ','];
const character = fc.oneof(
  fc.constantFrom(...characters),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }).filter((one) => one !== '\0'),
);
const text = fc.array(character, { maxLength: 5 }).map((characters) => characters.join(''));

test('it holds where starts_with does', async (t) => {
  const database = await testDatabase(t);
  const compared = { kind: 'text', traits: [], read: (value: string) => ({ ok: true, value }) as const };
  const got = starts.render?.({
    left: sql`text`,
    value: sql`$1::text[]`,
    isDocument: false,
    isClaim: false,
    values: [],
    language: null,
    once: (once) => once,
  });
  if (got === undefined) throw new Error('it renders itself');
  const bare = (prefix: string) => [...prefix].every((each) => each === '\u{10ffff}');
  let held = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), text, fc.nat(4), async (texts, other, length) => {
      const prefix = other === '' ? [...(texts[0] ?? '')].slice(0, length).join('') : other;
      const head = [...prefix].slice(0, -1).join('');
      const near = characters.flatMap((each) => [`${head}${each}`, `${prefix}${each}`]);
      const read = starts.operand.read(prefix, compared);
      if (!read.ok) {
        t.ok(bare(prefix), `${prefix} is refused: ${read.message}`);
        return;
      }
      const rows = await database.query(
        `select starts_with(text, $2) as expected, ${textOf(got)} as got from jsonb_array_elements_text($3::jsonb) as text`,
        [read.value, prefix, JSON.stringify([...texts, ...near])],
      );
      for (const { expected, got } of rows) if (expected !== got) throw new Error(`${expected}, not ${got}`);
      held += rows.filter(({ got }) => String(got).startsWith('t')).length;
    }),
    { numRuns: runs },
  );
  t.ok(held > runs, 'many begin so');
});

test('an index finds the rows, whichever plan PostgreSQL makes', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Test\n',
    'place.yaml': 'resource: place\nfields: { path: { type: text } }\nindexes: [{ starts: path }]\n',
  });
  const { database, ask } = await serveModel(t, model);
  await database.query('insert into place (path) select md5(n::text) from generate_series(1, 5000) as n');
  await database.query('analyze place');
  const place = model.resources.get('place');
  const read = readQueryString('path=starts.c4ca4238&order=path');
  const planned = place !== undefined && read.ok ? planList(place, read.value, model) : null;
  if (!planned?.ok) throw new Error('the filter is refused');
  const { text, values } = renderList(planned.value, rowsFor(anyone, model), { total: false });
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const explained = await database.database.session(async ({ query }) => {
      const run = async (sql: string) => {
        const outcome = await query({ text: sql, values: [] });
        if (!outcome.ok) throw new Error(outcome.error.message);
        return outcome.rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      await run(`set plan_cache_mode = ${mode}`);
      await run(`prepare ${mode} as ${text}`);
      return run(`explain execute ${mode} (${values.map((value) => `'${value}'`).join()})`);
    });
    t.match(explained, /Index Cond: .*path ~>=~.*path ~<~/, `${mode}\n${explained}`);
    t.match(explained, /place_path_starts_idx/, mode);
  }
  // The second is served by the plan of the first.
  for (const prefix of ['c4ca4238', 'c81e728d'])
    t.match((await ask('GET', `/place?path=starts.${prefix}`)).body, [{ path: new RegExp(`^${prefix}`) }]);
});

test('a role sees the rows that begin with its claim, which is no pattern', async (t) => {
  const rules = {
    within: 'path=starts.{unit}',
    outside: 'path=not.starts.{unit}',
    parts: 'part.path=starts.{unit}',
    whole: 'not.and=(part.path.starts.{unit})',
  };
  const access = Object.entries(rules).map(([role, rule]) => `  ${role}: { read: "${rule}" }\n`);
  const model = modelOfFiles({
    'service.yaml': `service: Test\nroles: [${Object.keys(rules)}]\nclaims: { others: { unit: unit } }\n`,
    'place.yaml': `resource: place\nfields: { path: { type: text }, of_id: { type: reference, to: place, nullable: true } }\nrelations: { part: { resource: place, by: of_id } }\naccess:\n${access.join('')}`,
  });
  const { ask, token, database } = await serveModel(t, model);
  await database.query("insert into place (path, of_id) values ('no/', null), ('no/oslo', 1), ('se/', null), ('%', 3)");
  for (const [role, unit, ids] of [
    ['within', 'no/', [1, 2]],
    ['within', 'n%', []],
    ['within', '%', [4]],
    ['within', '', []],
    ['within', null, []],
    ['outside', 'no/', [3, 4]],
    ['outside', '', []],
    ['outside', null, []],
    ['parts', 'no/', [1]],
    ['parts', '', []],
    ['whole', 'no/', [2, 3, 4]],
    // Unknown is no, also where a rule says not.
    ['whole', '', []],
    ['whole', null, []],
  ] as const) {
    const claims = { identity_id: 1, scope: 'read:data', role, ...(unit !== null && { unit }) };
    const { body } = await ask('GET', '/place?order=id', { token: token(claims) });
    t.same(
      body.map(({ id }: { readonly id: number }) => id),
      ids,
      `${role} ${unit}`,
    );
  }
});
