import fc from 'fast-check';
import { test } from 'tap';
import { type BatchService, batchService, type Part, requestOf } from './batch_service.ts';
import type { Answer } from './service.ts';
import { bounds } from './timeline_client.ts';

// A batch leaves the rows that its requests leave one by one. Where one of these is refused, the batch is refused for the
// same reason, and leaves nothing.

const keys = [0, 1, 2, 3] as const;

/** A request about rows that have keys instead of ids. */
type Step =
  | { readonly kind: 'create' | 'update'; readonly key: number; readonly parent: number | null; readonly word: string }
  | { readonly kind: 'delete' | 'read'; readonly key: number }
  | { readonly kind: 'name'; readonly word: string }
  | { readonly kind: 'supply'; readonly key: number; readonly from: number };

const key = fc.constantFrom(...keys);
const word = fc.constantFrom('x', 'y', 'z');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('create' as const, 'update' as const), key, parent: fc.option(key), word }),
  fc.record({ kind: fc.constantFrom('update' as const), key, parent: fc.option(key), word }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'read' as const), key }),
  fc.record({ kind: fc.constant('name' as const), word }),
  fc.record({ kind: fc.constant('supply' as const), key, from: fc.nat(3) }),
);

/** Rows of one run: what stands for the id of each key, in a URL and in a body. */
interface Rows {
  readonly prefix: string;
  readonly ids: Map<number, { readonly url: string; readonly body: number | { readonly $result: string } }>;
}

test('a batch leaves what its requests leave one by one', async (t) => {
  const service = await batchService(t);
  await service.run([{ url: 'party', body: { name: 'Ada' } }]);
  let runs = 0;
  const outcomes = { done: 0, refused: 0 };
  const steps = fc.uniqueArray(step, {
    minLength: 2,
    maxLength: 8,
    // Entries of one timeline make room for each other only if they come one by one.
    selector: (each) => (each.kind === 'supply' ? `supply ${each.key}` : each),
  });
  await fc.assert(
    fc.asyncProperty(steps, async (sent) => {
      runs += 1;
      const alone = await filled(service, `a${runs}`);
      const refusal = await runAlone(service, alone, sent);
      const together = await filled(service, `b${runs}`);
      const before = await shown(service, together);
      const batch = await service.run(
        sent.map((each, place) => {
          const id = `s${place}`;
          const part = { id, ...partOf(each, together) };
          if (each.kind === 'create') together.ids.set(each.key, { url: `$${id}.id`, body: { $result: `${id}.id` } });
          return part;
        }),
      );
      if (refusal === null) {
        if (batch.status !== 200) throw new Error(batch.text);
        const [one, other] = [await shown(service, alone), await shown(service, together)];
        if (one !== other) throw new Error(`${one}\n${other}`);
        outcomes.done += 1;
      } else {
        const { status, code, request } = batch.body;
        const same =
          status === refusal.answer.status && code === refusal.answer.body.code && request === `s${refusal.place}`;
        if (!same) throw new Error(`${refusal.place} ${refusal.answer.text}\n${batch.text}`);
        const after = await shown(service, together);
        if (after !== before) throw new Error(`${before}\n${after}`);
        outcomes.refused += 1;
      }
    }),
    { numRuns: process.env.ALMANAC_LONG ? 1500 : 40 },
  );
  t.comment(JSON.stringify(outcomes));
  t.ok(outcomes.done > 0 && outcomes.refused > 0);
});

/** Three rows of a run, of which the second is the parent of the third. */
async function filled({ run }: BatchService, prefix: string): Promise<Rows> {
  const answer = await run(
    [0, 1, 2].map((each) => ({ url: 'unit', body: { party_id: 1, name: `${prefix}-${each}` } })),
  );
  const ids: readonly number[] = answer.body.responses.map(({ body }: { readonly body: { id: number } }) => body.id);
  await run([{ method: 'PATCH', url: `unit/${ids[2]}`, body: { parent_id: ids[1] ?? null } }]);
  return { prefix, ids: new Map(ids.map((id, at) => [at, { url: String(id), body: id }])) };
}

/** Does the steps one by one, up to the first refusal. */
async function runAlone(
  { ask }: BatchService,
  rows: Rows,
  steps: readonly Step[],
): Promise<{ readonly place: number; readonly answer: Answer } | null> {
  for (const [place, each] of steps.entries()) {
    const { method, url, body } = requestOf(partOf(each, rows), place);
    const answer = await ask(method as 'GET', `/${url}`, body === undefined ? {} : { body });
    if (answer.status >= 400) return { place, answer };
    if (each.kind === 'create') rows.ids.set(each.key, { url: String(answer.body.id), body: answer.body.id });
  }
  return null;
}

const nobody = { url: '999999999', body: 999_999_999 };

function partOf(each: Step, { prefix, ids }: Rows): Part {
  const of = (one: number) => ids.get(one) ?? nobody;
  switch (each.kind) {
    case 'create':
    case 'update': {
      const parent_id = each.parent === null ? null : of(each.parent).body;
      const row = { name: `${prefix}-${each.key}`, words: [each.word], parent_id };
      return each.kind === 'create'
        ? { url: 'unit', body: { party_id: 1, ...row } }
        : { method: 'PATCH', url: `unit/${of(each.key).url}`, body: row };
    }
    case 'delete':
      return { method: 'DELETE', url: `unit/${of(each.key).url}` };
    case 'read':
      return { url: `unit/${of(each.key).url}?embed=party` };
    case 'name':
      return { method: 'PATCH', url: `unit?name=like.${prefix}-*`, body: { data: each.word } };
    case 'supply':
      return {
        url: 'supply',
        body: { unit_id: of(each.key).body, party_id: 1, ...bounds({ from: each.from, to: null }) },
      };
  }
}

/** The rows of a run and their entries, without what is theirs alone. */
async function shown({ database }: BatchService, { prefix }: Rows): Promise<string> {
  const rows = await database.query(
    `select replace(unit.name, '${prefix}', '') as name, unit.words, unit.data, replace(parent.name, '${prefix}', '') as parent,
       array_agg(supply.valid_from order by supply.valid_from) as entries
     from unit left join unit as parent on parent.id = unit.parent_id left join supply on supply.unit_id = unit.id
     where unit.name like '${prefix}-%'
     group by unit.id, parent.name order by unit.id`,
  );
  return JSON.stringify(rows);
}
