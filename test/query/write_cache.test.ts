import { test } from 'tap';
import { type Principal, serviceFor } from '../../engine/access/principal.ts';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { createWriteCache, type WriteCache, writeStatement } from '../../engine/query/cache/write_cache.ts';
import type { Statement } from '../../engine/query/sql/condition/statement.ts';
import { claimDefaults } from '../../engine/query/sql/write/claim_default.ts';
import { renderCreate, renderUpdate } from '../../engine/query/sql/write/write.ts';
import { modelOf } from './planned.ts';
import { anyone } from './writer.ts';

// A write takes the statement of an earlier one only where both have one text; its values are its own.

for (const folder of ['test/register', 'test/access', 'test/hidden', 'test/grid'])
  test(`a kept statement is the one that would be rendered: ${folder}`, async (t) => {
    const model = await modelOf(folder);
    const cache = createWriteCache();
    const tables = [...model.resources.values()].filter((each) => each.kind === 'table');
    for (const table of tables)
      for (const role of [null, ...model.service.roles]) {
        const pairs = principals(role).flatMap((principal) => [...callersLike(principal, table, model, cache)]);
        t.strictSame(
          pairs.map(([kept]) => plain(kept)),
          pairs.map(([, rendered]) => plain(rendered)),
          `${role} ${table.name}`,
        );
      }
    t.ok(cache.size > tables.length);
  });

test('the statements of ever new shapes are bounded', async (t) => {
  const model = await modelOf('test/register');
  const unit = model.resources.get('controllable_unit');
  if (unit?.kind !== 'table') throw new Error('there is no controllable_unit');
  const cache = createWriteCache();
  const writer = { ...restrictionsOf({ ...anyone, identity: '7' }, model), identity: '7' };
  const keep = (kind: string) =>
    writeStatement(cache, {
      kind,
      assignments: [],
      writer,
      id: null,
      render: () => renderCreate(unit, [], writer),
      renderJoint: null,
    });
  const { length } = keep('0').text;
  for (let each = 0; each < 10_000_000 / length; each += 1) keep(String(each));
  t.ok(cache.size * length < 8_000_000 && cache.size * length > 7_000_000, `${cache.size} statements are kept`);
});

/** Writes of callers with the same statements, one after the other. */
function* callersLike(first: Principal, table: Table, model: Model, cache: WriteCache) {
  const claims = new Map([...first.claims.keys()].map((name) => [name, '9']));
  const second = { ...first, identity: '8', claims };
  yield* writesOf(table, first, 'one', model, cache);
  yield* writesOf(table, second, 'two', model, cache);
  yield* writesOf(table, second, null, model, cache);
  yield* writesOf(table, serviceFor(first), 'one', model, cache);
  yield* writesOf(table, first, 'three', model, cache);
}

/** With the party in the token, and without. */
function principals(role: string | null): readonly Principal[] {
  const principal = { ...anyone, role, identity: '7' };
  return [principal, { ...principal, claims: new Map([['party_id', '3']]) }];
}

/** What the cache gives for writes of a table, beside what is rendered. */
function* writesOf(
  table: Table,
  principal: Principal,
  value: string | null,
  model: Model,
  cache: WriteCache,
): Generator<readonly [Statement, Statement]> {
  const restrictions = restrictionsOf(principal, model);
  const writer = { ...restrictions, identity: principal.identity ?? '' };
  const fields = [...table.fields.values()].filter(({ computed }) => computed === null);
  const half = fields.filter((_, place) => place % 2 === 0);
  for (const set of [fields, half, []]) {
    const assignments = set.map((field, slot) => ({ field, slot, value: value && `${value} ${field.name}` }));
    const claims = claimDefaults(table, (name) => set.some((field) => field.name === name), writer);
    const created = () => renderCreate(table, [...assignments, ...claims], writer);
    const asked = { assignments, writer };
    yield [
      writeStatement(cache, { ...asked, kind: `create ${table.name}`, id: null, render: created, renderJoint: null }),
      created(),
    ];
    const id = value === 'one' ? '1' : '2';
    const versions = [id, '3'];
    for (const kind of ['none', 'live', 'deleted', 'versions'] as const) {
      const precondition = kind === 'versions' ? { kind, versions } : { kind };
      const updated = () => renderUpdate(table, { id, precondition }, assignments, writer);
      yield [
        writeStatement(cache, {
          ...asked,
          kind: `update ${kind} ${table.name}`,
          id,
          versions,
          render: updated,
          renderJoint: null,
        }),
        updated(),
      ];
    }
  }
}

/** What PostgreSQL gets. */
function plain({ text, name, values, first = null }: Statement): object {
  return { text, name, values, first: first === null ? null : plain(first) };
}
