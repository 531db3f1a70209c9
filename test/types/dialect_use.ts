import {
  type Answer,
  type Client,
  followEvents,
  type Item,
  type ItemHistory,
  type Maker,
  type Page,
  ProblemError,
  type Remark,
  type Reply,
  type Stay,
} from './dialect_client.ts';

// What compiles and what must not: each @ts-expect-error stands for a fault that the types find.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Takes what is of a type exactly, no wider and no narrower. */
export function exactly<Wanted>() {
  return <Found>(_found: Found, _same: Same<Found, Wanted>): void => {};
}

export async function rows(client: Client): Promise<void> {
  exactly<Page<Item>>()(await client.list('item'), true);
  exactly<
    Answer<
      Item & { links: { self: string; history: string; maker: string | null; remark: string; stay: string } }
    >['etag']
  >()((await client.read('item', 1)).etag, true);
  const { row } = await client.read('item', 1);
  exactly<string | null>()(row.links.maker, true);
  exactly<`${bigint}`>()(row.id, true);
  exactly<`${number}` | null>()(row.price, true);
  exactly<number | null>()(row.count, true);
  exactly<'open' | 'closed' | 'lost'>()(row.kind, true);
  exactly<string[] | null>()(row.tags, true);
  exactly<boolean>()(row.many, true);
  // @ts-expect-error links come with a read alone
  (await client.list('item')).rows[0]?.links;
  exactly<Page<ItemHistory>>()(await client.history('item', 1), true);
  // @ts-expect-error there is no history of remark
  client.history('remark', 1);
  // @ts-expect-error an id is not a number
  exactly<number>()(row.id, true);
}

export async function embeds(client: Client): Promise<void> {
  const [item] = (await client.list('item', { embed: 'maker,remark!(reply,author!),stay' })).rows;
  if (item === undefined) return;
  exactly<keyof Item | 'maker' | 'remark' | 'stay'>()(null as unknown as keyof typeof item, true);
  exactly<Maker | null>()(item.maker, true);
  exactly<Stay[]>()(item.stay, true);
  const [remark] = item.remark;
  exactly<keyof Remark | 'reply' | 'author'>()(null as unknown as keyof NonNullable<typeof remark>, true);
  exactly<Reply[] | undefined>()(remark?.reply, true);
  exactly<Maker | undefined>()(remark?.author, true);
  exactly<Maker>()((await client.create('item', {}, { embed: 'maker!' })).row.maker, true);
  exactly<Maker | null>()((await client.update('item', 1, {}, { embed: ' maker ' })).row.maker, true);
  const nested = await client.read('reply', 1, { embed: 'remark!(item(maker)!, author)' });
  exactly<Maker | null>()(nested.row.remark.item.maker, true);
  exactly<Maker | null>()(nested.row.remark.author, true);
  const version = await client.history('item', 1, { embed: 'maker' });
  exactly<Maker | null | undefined>()(version.rows[0]?.maker, true);
  const unknown = await client.list('item', { embed: String(nested) });
  exactly<unknown>()(unknown.rows[0]?.maker, true);
  // @ts-expect-error there is no relation makr of item
  client.list('item', { embed: 'makr' });
  // @ts-expect-error there is no relation stay of maker
  client.list('item', { embed: 'maker(stay)' });
  // @ts-expect-error the parenthesis is open
  client.list('item', { embed: 'maker(item' });
  // @ts-expect-error a parenthesis too many
  client.list('item', { embed: 'maker)' });
  // @ts-expect-error nothing stands behind the comma
  client.list('item', { embed: 'maker,' });
  // @ts-expect-error remark is not embedded
  (await client.list('item', { embed: 'maker' })).rows[0]?.remark;
}

export async function selects(client: Client): Promise<void> {
  const { row } = await client.read('item', 1, { select: ['id', 'kind'], embed: 'maker' });
  exactly<{ id: `${bigint}`; kind: 'open' | 'closed' | 'lost'; maker: Maker | null }>()(row, true);
  // @ts-expect-error there is no field nmae
  client.list('item', { select: ['nmae'] });
}

export async function groups(client: Client): Promise<void> {
  const select = [
    'kind',
    'n:count()',
    'big.sum()',
    'total:price.sum()',
    'count.avg()',
    'last:at.max()',
    'name.count()',
  ] as const;
  const { rows } = await client.list('item', { select, order: ['total.desc', 'kind'], embed: 'maker' });
  const [group] = rows;
  if (group === undefined) return;
  exactly<{
    kind: 'open' | 'closed' | 'lost';
    n: number;
    sum: `${bigint}` | null;
    total: `${number}` | null;
    avg: `${number}` | null;
    last: string | null;
    count: number;
    maker: Maker | null;
  }>()(group, true);
  for await (const { max } of client.iterate('item', { select: ['big.max()'] }))
    exactly<`${bigint}` | null>()(max, true);
  await client.history('item', 1, { select: ['item_id', 'count()'], order: ['count'] });
  // @ts-expect-error a text has no sum
  client.list('item', { select: ['name.sum()'] });
  // @ts-expect-error there is no aggregate median
  client.list('item', { select: ['price.median()'] });
  // @ts-expect-error a row is no group
  client.read('item', 1, { select: ['count()'] });
  // @ts-expect-error no column is called sum
  client.list('item', { select: ['kind', 'count()'], order: ['sum'] });
}

export async function questions(client: Client, signal: AbortSignal): Promise<void> {
  await client.list('item', {
    where: {
      kind: { in: ['open', 'lost'], not: { eq: 'lost' } },
      big: { gt: 9007199254740993n, 'eq(any)': ['9007199254740993', 5] },
      name: { 'like(all)': ['a*'], 'fts(english)': 'cat' },
      at: { lte: new Date() },
      tags: { cs: ['a'], ov: ['b'] },
      data: { cs: { a: [1, null] }, is: 'not_null' },
      'data->a': { eq: 1 },
      ready: { is: 'unknown' },
      maker: { name: { eq: 'Ann' }, or: [{ size: { lt: 3 } }, { item: { is: null } }] },
      stay: { validity: { cs: '2026-01-01T00:00Z' } },
      not: { and: [{ count: { is: null } }] },
    },
    order: ['kind.desc', 'maker(name).asc.nullsfirst', 'id'],
    related: { stay: { valid_at: new Date(), order: ['valid_from'], limit: 1, related: {} } },
    as_of: '2026-01-01T00:00Z',
    count: 'exact',
    limit: 3,
    signal,
  });
  // @ts-expect-error there is no such kind
  client.list('item', { where: { kind: { eq: 'opened' } } });
  // @ts-expect-error a day has no patterns
  client.list('item', { where: { day: { like: '2026*' } } });
  // @ts-expect-error a text is not a number
  client.list('item', { where: { count: { eq: '5' } } });
  // @ts-expect-error a text that is not a whole number
  client.list('item', { where: { big: { eq: '5.5' } } });
  // @ts-expect-error there is no field nmae of maker
  client.list('item', { where: { maker: { nmae: { eq: 'Ann' } } } });
  // @ts-expect-error there is no order by a relation to many
  client.list('item', { order: ['stay(place)'] });
  // @ts-expect-error items are not valid for a time
  client.list('item', { valid_at: '2026-01-01T00:00Z' });
  // @ts-expect-error a history lists every version already
  client.list('stay_history', { as_of: '2026-01-01T00:00Z' });
  // @ts-expect-error replies have no history
  client.list('reply', { as_of: '2026-01-01T00:00Z' });
}

export async function writes(client: Client): Promise<void> {
  await client.create('item', { price: '0.1', big: 5n, at: new Date(), data: { a: [1, null] } });
  await client.update('stay', '9007199254740993', { valid_to: null }, { ifMatch: '"1-x"' });
  await client.delete('stay', 1n, { ifMatch: '"1-x"' });
  await client.create('maker', { name: 'Ann' }, { idempotencyKey: crypto.randomUUID() });
  // @ts-expect-error a maker has a name
  client.create('maker', { size: 3 });
  // @ts-expect-error it is the service that numbers rows
  client.create('maker', { name: 'Ann', id: 3 });
  // @ts-expect-error many is computed
  client.update('item', 1, { many: true });
  // @ts-expect-error kind is never null
  client.update('item', 1, { kind: null });
  // @ts-expect-error exactOptionalPropertyTypes: what is not sent is left out
  client.update('item', 1, { name: undefined });
  // @ts-expect-error nobody writes a history
  client.update('item_history', 1, {});
  // @ts-expect-error nor deletes an event
  client.delete('event', 1);
}

export async function problems(client: Client): Promise<string> {
  try {
    await client.read('item', 1);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'not_found') return error.message;
    // @ts-expect-error there is no such code
    if (error.code === 'missing') return error.message;
  }
  for await (const { type, id } of followEvents(client, { where: { type: { like: '*.update' } }, after: 5n })) {
    exactly<`${bigint}`>()(id, true);
    return type;
  }
  return '';
}

export async function manyRows(client: Client): Promise<void> {
  exactly<Item[]>()(await client.createMany('item', [{ name: 'a' }, {}]), true);
  exactly<{ id: `${bigint}`; maker: Maker | null }[]>()(
    await client.upsert('item', [{ id: 1, name: 'a' }], { onConflict: ['id'], select: ['id'], embed: 'maker' }),
    true,
  );
  exactly<number>()(await client.updateMany('item', { kind: { eq: 'open' } }, { kind: 'lost' }), true);
  exactly<number>()(await client.deleteMany('item', { kind: { eq: 'open' } }, { maxAffected: 5 }), true);
  // @ts-expect-error kind has no such value
  client.createMany('item', [{ kind: 'none' }]);
  // @ts-expect-error versions are not written
  client.deleteMany('item_history', { id: { eq: 1 } });
  // @ts-expect-error there is no field nam
  client.upsert('item', [{ name: 'a' }], { onConflict: ['nam'] });
}

export async function batches(client: Client): Promise<void> {
  const [maker, items, count] = await client.batch((batch) => {
    const made = batch.create('maker', { name: 'a' });
    const items = batch.createMany('item', [{ maker_id: made.result('id') }], { select: ['id'] });
    return [made, items, batch.updateMany('item', { maker_id: { is: null } }, { maker_id: made.result('id') })];
  });
  exactly<Answer<Maker>>()(maker, true);
  exactly<{ id: `${bigint}` }[]>()(items, true);
  exactly<number>()(count, true);
  const { results, effects } = await client.dryRun((batch) => [batch.delete('maker', 1)]);
  exactly<[undefined]>()(results, true);
  for (const effect of effects) if (effect.resource === 'item') exactly<Item | null>()(effect.before, true);
  // @ts-expect-error a result stands for a value, not for a row
  client.batch((batch) => [batch.create('maker', batch.create('maker', { name: 'a' }).result('id'))]);
  // @ts-expect-error a batch has a key as a whole
  client.batch((batch) => [batch.create('maker', { name: 'a' }, { idempotencyKey: 'a' })]);
}
