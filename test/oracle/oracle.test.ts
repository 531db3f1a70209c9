import fc, { type RunDetails } from 'fast-check';
import { type Test, test } from 'tap';
import { differences, translations } from '../../engine/docs/place/differences.ts';
import { type Answer, testService } from '../http/service.ts';
import { inAnyOrder, saysTheSame } from './answer.ts';
import { knownDifference } from './difference.ts';
import { linkKeys, type PeerAnswer, startPostgrest } from './postgrest.ts';
import { type PeerQuestion, postgrestQuestions } from './postgrest_url.ts';
import { comparisonsOf, type Question } from './question.ts';
import { questionsOf } from './question_arbitrary.ts';
import { storeRows } from './rows.ts';
import { ourUrl } from './url.ts';

// Almanac and PostgREST, asked the same on the same rows, answer the same, or as the table of differences says.

const runs = process.env.ALMANAC_LONG ? 100_000 : 400;
// At a time: most of it is waiting for one another.
const lanes = 4;

const asItIs = { names: new Map(), isOrdered: false };

test('any question', { timeout: 3_600_000 }, async (t) => {
  const { service, peer, rows } = await startBoth(t);
  const translate = postgrestQuestions(service.model);
  const seen = new Map<string, number>();
  const property = fc.asyncProperty(questionsOf(service.model, rows), async (question) => {
    const headers = headersOf(question);
    const asked = translate(question);
    const { path } = asked;
    const [ours, theirs] = await Promise.all([
      service.ask('GET', ourUrl(question), { headers }),
      peer.ask(path, headers),
    ]);
    const verdict = compare(question, ours, theirs, asked);
    if (verdict === null) throw new Error(report(ourUrl(question), path, headers, ours, theirs));
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
  });
  await Promise.all(
    Array.from({ length: lanes }, () => fc.assert(property, { numRuns: runs / lanes, reporter: reportFailure })),
  );
  t.comment([...seen].map(([verdict, count]) => `${verdict}: ${count}`).join(', '));
  for (const verdict of ['rows', 'no rows', 'refused'])
    t.ok((seen.get(verdict) ?? 0) > runs / 100, `${verdict}, often enough`);
});

test('each difference is there', async (t) => {
  const { service, peer } = await startBoth(t);
  for (const { title, example, ours, theirs, ...asked } of differences) {
    const headers: Record<string, string> = 'prefer' in asked ? { prefer: asked.prefer } : {};
    const path = encodeURI(example);
    const [our, their] = await Promise.all([service.ask('GET', path, { headers }), peer.ask(path, headers)]);
    t.same([our.status, their.status], [ours, theirs], title);
    if (ours === theirs) t.notOk(saysTheSame(our, their, asItIs), `${title}: other rows`);
  }
});

test('each translation says the same', async (t) => {
  const { service, peer } = await startBoth(t);
  for (const { title, ours, theirs } of translations) {
    const [our, their] = await Promise.all([service.ask('GET', encodeURI(ours)), peer.ask(encodeURI(theirs), {})]);
    t.same([our.status, their.status], [200, 200], title);
    t.ok(our.body?.length > 0 && saysTheSame(our, their, asItIs), `${title}: the same rows`);
  }
});

// Not among the questions: PostgreSQL finds these out when it compares the first row, and which filter comes first is
// the planner's choice.
const malformed = [
  'name=match.[',
  'name=imatch(any).{a,(}',
  'name=fts.a b',
  'name=not.fts(french).!',
  'name=fts(none).a',
];

test('both refuse a regular expression or search that is none', async (t) => {
  const { service, peer } = await startBoth(t);
  for (const filter of malformed) {
    const path = encodeURI(`/thing?${filter}`);
    const [our, their] = await Promise.all([service.ask('GET', path), peer.ask(path, {})]);
    t.same([our.status, their.status], [400, 400], filter);
  }
});

/** What headers ask for; the row 13 has nulls, and is alone with its tag. */
const asked: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
  ...[
    'object',
    'object+json',
    'object;nulls=stripped',
    'object+json; nulls=stripped',
    'object+json;nulls=none',
  ].flatMap((type) => [
    ['/thing?select=*,part(*)&id=eq.3&part.order=id', { accept: `application/vnd.pgrst.${type}` }] as const,
    ['/thing?id=eq.999', { accept: `application/vnd.pgrst.${type}` }] as const,
    ['/thing?id=in.(1,2)', { accept: `application/vnd.pgrst.${type}` }] as const,
  ]),
  ...['array', 'array+json', 'array;nulls=stripped', 'array+json;nulls=stripped'].map(
    (type) => ['/thing?select=*,part(*)&order=id&part.order=id', { accept: `application/vnd.pgrst.${type}` }] as const,
  ),
  ['/thing?select=label&order=id', { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
  ['/country?select=data,id,maker(null,desc)&order=id', { accept: 'application/vnd.pgrst.array;nulls=stripped' }],
  ...['Europe/Oslo', 'Asia/Kolkata', 'America/St_Johns', 'US/Pacific', 'CET', 'UTC', 'Etc/GMT+5', 'Mars/Base'].map(
    (zone) => ['/thing?select=id,seen_at,part(recorded_at)&order=id', { prefer: `timezone=${zone}` }] as const,
  ),
  ...['europe/oslo', 'utc', '+02', ''].map(
    (zone) => ['/thing?select=seen_at::text&order=id', { prefer: `timezone=${zone}, count=exact` }] as const,
  ),
  ['/thing?select=seen_at::text,at:seen_at::date&order=id', { prefer: 'timezone=Asia/Tokyo, count=exact' }],
  ['/thing?limit=2', { prefer: 'handling=strict, timezone=Mars/Base' }],
  ['/thing?limit=2', { prefer: 'handling=strict, timezone=Mars/Base', accept: 'application/vnd.pgrst.array' }],
  ['/thing?limit=-1', { accept: 'application/vnd.pgrst.array' }],
  ['/thing?offset=500', { accept: 'application/vnd.pgrst.array', prefer: 'count=exact' }],
  ['/thing?made=eq.1', { accept: 'application/vnd.pgrst.array' }],
  ['/thing?name=is.a', { accept: 'application/vnd.pgrst.array' }],
];

test('what headers ask for', async (t) => {
  const { service, peer } = await startBoth(t);
  for (const [path, headers] of asked) {
    const [our, their] = await Promise.all([service.ask('GET', path, { headers }), peer.ask(path, headers)]);
    const name = `${path} ${JSON.stringify(headers)} ${our.text.slice(0, 300)} ${their.text.slice(0, 300)}`;
    t.equal(our.status, their.status, name);
    if (our.status >= 400) {
      const { code, details } = JSON.parse(their.text);
      if (headers.accept === undefined) continue;
      t.equal(our.body.code, code, name);
      if (code === 'PGRST116') t.equal(our.body.details, details, name);
      continue;
    }
    t.ok(saysTheSame(our, their, { names: new Map(), isOrdered: !path.includes('(') }), name);
    for (const header of ['content-type', 'preference-applied'])
      t.equal(our.headers[header], their.headers[header], name);
  }
});

/** What the questions at random do not ask: PostgREST 12 does not order such groups, so that they come in any order. */
const grouped = [
  '/thing?select=count',
  '/thing?select=n:count::text',
  '/maker?select=id,thing(count)',
  '/part?select=thing(floor),count()',
  '/part?select=maker(user,group),weight.avg(),position.max()',
  '/maker?select=thing(floor,state),count()',
  '/part?select=...thing(floor),count()',
  '/part?select=...thing(shelf:floor,state),weight.sum(),position.min()',
  '/part?select=is_heavy,...thing(value.sum(),n:name.count())',
  '/part?select=...thing(floor,n:value::text.max())',
  '/part?select=...thing(on:floor,...maker(group)),count()',
  '/thing?select=a:data->a,b:data->>b,count()',
  '/thing?select=d:made_on::text,count()',
  '/thing?select=words,sizes,days,count()',
  '/thing?select=count(),name.max()&id=lt.0',
  '/thing?select=state,count()&id=lt.0',
];

test('groups by related rows', async (t) => {
  const { service, peer } = await startBoth(t);
  for (const path of grouped) {
    const [our, their] = await Promise.all([service.ask('GET', path), peer.ask(path, {})]);
    const message = `${path} ${our.text.slice(0, 500)} ${their.text.slice(0, 500)}`;
    t.same([our.status, their.status], [200, 200], message);
    t.same(inAnyOrder(our.text), inAnyOrder(their.text), message);
  }
});

async function startBoth(t: Test) {
  const service = await testService(t, 'test/oracle');
  const rows = await storeRows(service.model, service.database);
  for (const statement of linkKeys(service.model)) await service.database.query(statement);
  return { service, rows, peer: await startPostgrest(t, service.model, service.database) };
}

function headersOf({ counted, range }: Question): Readonly<Record<string, string>> {
  return {
    ...(counted && { prefer: 'count=exact' }),
    ...(range !== null && { 'range-unit': 'items', range: range.join('-') }),
  };
}

/** What the two answers have in common, or which difference explains them; null when nothing does. */
function compare(question: Question, ours: Answer, theirs: PeerAnswer, asked: PeerQuestion): string | null {
  const isSound = comparisonsOf(question.level).every(({ fault }) => fault === null);
  if (saysTheSame(ours, theirs, asked)) {
    if (ours.status < 400) return ours.text === '[]' ? 'no rows' : 'rows';
    // What is refused without a fault in it would be a question that the tests write wrongly.
    return isSound && theirs.status !== 416 ? null : 'refused';
  }
  return knownDifference(question, ours, theirs);
}

/** The question shows as it was asked: as it was drawn, it holds the whole model. */
function reportFailure({ failed, errorInstance, numShrinks, seed, counterexamplePath }: RunDetails<[Question]>): void {
  if (!failed) return;
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`after ${numShrinks} shrinks, with seed ${seed} and path ${counterexamplePath}:\n${cause}`);
}

function report(ourPath: string, theirPath: string, headers: object, ours: Answer, theirs: PeerAnswer): string {
  const shown = (status: number, range: unknown, text: string) => `${status} ${range}\n  ${text.slice(0, 2000)}`;
  return [
    `with ${JSON.stringify(headers)}`,
    `Almanac    GET ${decodeURIComponent(ourPath)}`,
    `  ${ourPath}`,
    `  ${shown(ours.status, ours.headers['content-range'], ours.text)}`,
    `PostgREST  GET ${decodeURIComponent(theirPath)}`,
    `  ${theirPath}`,
    `  ${shown(theirs.status, theirs.headers['content-range'], theirs.text)}`,
  ].join('\n');
}
