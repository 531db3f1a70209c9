import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'tap';
import { invalidPreference, postgrestCodes } from '../../engine/contract/postgrest_error.ts';
import { type ProblemCode, problems } from '../../engine/contract/problem.ts';
import { namesPostgrest } from '../../engine/http/request/accept.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import { operatorNames as operators } from '../../engine/vocabulary/operator/operators.ts';
import { liveBytes } from '../memory.ts';
import { type Answer, type Method, type TestService, testService } from './service.ts';
import {
  anything,
  dialectUrls,
  digits,
  embedOrInstant,
  headers,
  mutated,
  numbers,
  parameter,
} from './url_arbitrary.ts';
import { type Body, createMaker } from './valid_body.ts';

// Whatever is asked, the service does not fail, does not hang, and says what is wrong in the one form it has for that.

const runs = process.env.ALMANAC_LONG ? 20_000 : 250;
const urls = process.env.ALMANAC_LONG ? 100_000 : 600;
const longest = 5000;

/** The answer to a request, and how long it took; again if it took long, which may be the machine's doing. */
async function timed(ask: () => Promise<Answer>): Promise<readonly [answer: Answer, milliseconds: number]> {
  const answers: Answer[] = [];
  for (;;) {
    const start = performance.now();
    const answer = await ask();
    answers.push(answer);
    const milliseconds = performance.now() - start;
    if (milliseconds <= longest || answers.length === 3) return [answers[0] ?? answer, milliseconds];
  }
}

test('requests of any kind', { timeout: 3_600_000 }, async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const valid = new Map<string, readonly Body[]>();
  for (const resource of service.model.resources.values()) {
    if (resource.kind !== 'table') continue;
    for (let n = 0; n < 3; n++) await make.row(resource);
    const right: Body[] = [];
    for (let n = 0; n < 20; n++) right.push(await make.body(resource));
    valid.set(resource.name, right);
  }
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      requests(service.model, valid),
      async ({ target: [method, path], query, stray, body, contentType }) => {
        const [answer, milliseconds] = await timed(() =>
          service.ask(method, method === 'GET' || stray ? `${path}?${query}` : path, {
            ...(body !== null && { body, headers: { 'content-type': contentType } }),
          }),
        );
        const fault = faultOf({ method }, answer, milliseconds);
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        if (fault !== null) throw new Error(`${fault}: ${answer.status} ${answer.text.slice(0, 500)}`);
      },
    ),
    { numRuns: runs, includeErrorInReport: true },
  );
  t.comment(`statuses: ${[...seen].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  for (const status of [200, 201, 400, 404, 405, 422]) t.ok(seen.has(status), `some were answered with ${status}`);
});

test('URLs of the whole dialect', { timeout: 7_200_000 }, async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  for (const resource of service.model.resources.values()) {
    if (resource.kind === 'table') for (let n = 0; n < 3; n++) await make.row(resource);
  }
  const seen = new Map<number, number>();
  const before = await memoryOf(service);
  await fc.assert(
    fc.asyncProperty(dialectUrls(service.model), headers, async (url, extra) => {
      const [answer, milliseconds] = await timed(() => service.ask('GET', url, { headers: extra }));
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const fault = faultOf({ method: 'GET', ...extra }, answer, milliseconds);
      if (fault !== null) throw new Error(`${fault}: ${answer.status} ${answer.text.slice(0, 500)}`);
    }),
    { numRuns: urls, includeErrorInReport: true },
  );
  const after = await memoryOf(service);
  const grown = { service: after.service - before.service, database: after.database - before.database };
  t.comment(`statuses: ${[...seen].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  t.comment(`grown by MB: service ${grown.service}, a connection of the database ${grown.database}`);
  for (const status of [200, 206, 400, 406]) t.ok(seen.has(status), `some were answered with ${status}`);
  t.ok(grown.service < 150, 'bounded memory of the service');
  t.ok(grown.database < 200, 'bounded memory of each connection');
});

/** In MB: the heap of this process, and the most that one connection's process has for itself (Linux tells). */
async function memoryOf({ database }: TestService): Promise<{ readonly service: number; readonly database: number }> {
  const processes = await database.query('select pid from pg_stat_activity where datname = current_database()');
  const own = processes.map(({ pid }) => {
    try {
      return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
    } catch {
      return 0;
    }
  });
  return { service: Math.round((await liveBytes()) / 1e6), database: Math.round(Math.max(0, ...own)) };
}

/** What is wrong with an answer; null when nothing is. */
function faultOf(
  { method, accept }: { readonly method: Method; readonly accept?: string },
  { status, headers, body }: Answer,
  milliseconds: number,
): string | null {
  if (milliseconds > longest) return `took ${milliseconds} ms`;
  if (status >= 500) return 'the service failed';
  if (status < 400) return [200, 201, 204, 206, 307].includes(status) ? null : 'an unknown success';
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8') return 'an error in another form';
  if (method === 'HEAD') return null;
  const code = String(body?.type).replace(/^urn:almanac:problem:/, '');
  if (!Object.hasOwn(problems, code)) return 'a type that is not in the catalogue';
  if (!codesOf(code as ProblemCode, namesPostgrest(accept)).includes(body.code)) return 'the code of another type';
  return problems[code as ProblemCode].status === status ? null : 'the status of another type';
}

/** What `code` may be with a type: the code of the catalogue, or the one of PostgREST for who accepts its media types. */
function codesOf(code: ProblemCode, isPostgrest: boolean): readonly string[] {
  if (!isPostgrest) return [code];
  return [postgrestCodes[code] ?? code, ...(code === 'invalid_parameter' ? [invalidPreference] : [])];
}

interface AnyRequest {
  readonly target: readonly [method: Method, path: string];
  readonly query: string;
  /** Whether the query stands there too where none belongs. */
  readonly stray: boolean;
  readonly body: string | null;
  readonly contentType: string;
}

function requests(model: Model, valid: ReadonlyMap<string, readonly Body[]>): fc.Arbitrary<AnyRequest> {
  return fc.constantFrom(...model.resources.values()).chain((resource) => {
    const fields = [...resource.fields.values()];
    const words = fields.flatMap(({ name, type, example }) => [
      name,
      ...(type.kind === 'enum' ? type.values : []),
      example,
    ]);
    const texts = fc.oneof(anything, numbers, fc.constantFrom(...words.map((word) => String(word ?? 'null'))));
    const name = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...fields.map((field) => field.name)) },
      { weight: 2, arbitrary: fc.constantFrom('limit', 'offset', 'and', 'or', 'not.and', 'not.or', 'select', 'order') },
      { weight: 1, arbitrary: anything },
    );
    const right = valid.get(resource.name) ?? [{}];
    const body = bodies(fields, texts, right[0] ?? {});
    // At random alone, hardly any is right as a whole.
    const sent = fc.oneof(
      { weight: 5, arbitrary: body },
      { weight: 1, arbitrary: mutated(body) },
      { weight: 4, arbitrary: fc.constantFrom(...right.map((each) => JSON.stringify(each))) },
    );
    return fc.record({
      target: targets(resource),
      query: fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        {
          weight: 3,
          arbitrary: fc
            .array(
              fc.oneof(
                { weight: 4, arbitrary: fc.tuple(name, values(name, texts)) },
                { weight: 2, arbitrary: embedOrInstant(resource, model) },
              ),
              { maxLength: 4 },
            )
            .map((all) => all.map(parameter).join('&')),
        },
        // A space at the end is no part of a URL.
        { weight: 1, arbitrary: fc.string({ maxLength: 60 }).map((text) => text.replace(/[#\\]/g, '').trimEnd()) },
      ),
      stray: fc.nat(9).map((n) => n === 0),
      body: fc.option(sent, { freq: 8 }),
      contentType: fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=x', '*') },
      ),
    });
  });
}

/** Mostly what a resource offers; else any method, on a path that is nearly one of its. */
function targets({ name, actions }: Resource): fc.Arbitrary<readonly [Method, string]> {
  const id = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 6 }).map(String) },
    { weight: 1, arbitrary: digits },
    { weight: 1, arbitrary: anything.map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%ff', '%00', '') },
  );
  const collection = fc.constant(`/${name}`);
  const item = id.map((text) => `/${name}/${text}`);
  const offered: readonly (readonly [offered: boolean, method: Method, path: fc.Arbitrary<string>])[] = [
    [actions.has('list'), 'GET', collection],
    [actions.has('create'), 'POST', collection],
    [actions.has('read'), 'GET', item],
    [actions.has('update'), 'PATCH', item],
    [actions.has('delete'), 'DELETE', item],
  ];
  const right = offered.filter(([has]) => has).map(([, method, path]) => fc.tuple(fc.constant(method), path));
  const method = fc.constantFrom<Method>('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS');
  const near = mutated(fc.constant(`/${name}/1`)).map((text) => encodeURI(text.toWellFormed()));
  const any = fc.tuple(
    method,
    fc.oneof(
      collection,
      item,
      item.map((path) => `${path}/history`),
      near,
    ),
  );
  return fc.oneof({ weight: 6, arbitrary: fc.oneof(...right) }, { weight: 1, arbitrary: any });
}

/** Operands with an operator before them, lists and trees, and what is nearly one of them. */
function values(name: fc.Arbitrary<string>, texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const operator = fc.constantFrom('not', ...operators);
  const simple = fc.tuple(operator, texts).map(([word, text]) => `${word}.${text}`);
  const list = fc.array(texts, { maxLength: 12 }).map((items) => `in.(${items.join()})`);
  const truth = fc.constantFrom('is.null', 'not.is.null', 'is.true', 'is.not_null', 'not.is.unknown');
  const leaf = fc.tuple(name, fc.oneof(simple, list, truth)).map(([field, value]) => `${field}.${value}`);
  const tree = fc.array(leaf, { minLength: 1, maxLength: 4 }).map((leaves) => `(${leaves.join()})`);
  const nested = fc.tuple(leaf, tree).map(([first, others]) => `(${first},and${others})`);
  const right = fc.oneof(simple, simple, list, truth, tree, nested, texts);
  return fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: mutated(right) });
}

/** A body that creates a row, or none at all, with some members changed; or any JSON. */
function bodies(
  fields: readonly { readonly name: string; readonly example: unknown }[],
  texts: fc.Arbitrary<string>,
  valid: Body,
): fc.Arbitrary<string> {
  const value = fc.oneof(
    numbers.filter((text) => /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/.test(text)),
    texts.map((text) => JSON.stringify(text)),
    fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json)),
    fc.constantFrom('null', 'true', '"2026-01-01"', '"2026-01-01T00:00Z"', '"2099-01-01 00:00 CET"'),
  );
  const member = fc.tuple(
    fc.constantFrom(...fields.map(({ name }) => name)),
    fc.oneof(value, fc.constantFrom(...fields.map(({ example = 1 }) => JSON.stringify(example)))),
  );
  const members = fc.uniqueArray(member, { selector: ([name]) => name, maxLength: 3 });
  const changed = fc.tuple(fc.constantFrom(valid, {}), members).map(([body, changes]) => {
    const texts = Object.entries(body).map(([name, json]) => [name, JSON.stringify(json)] as const);
    const all = new Map([...texts, ...changes]);
    return `{${[...all].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
  });
  return fc.oneof(
    { weight: 5, arbitrary: changed },
    { weight: 1, arbitrary: fc.jsonValue().map((json) => JSON.stringify(json)) },
  );
}
