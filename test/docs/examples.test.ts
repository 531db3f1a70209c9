import { type Test, test } from 'tap';
import type { Block } from '../../engine/docs/block.ts';
import { gettingStartedPage } from '../../engine/docs/page/getting_started.ts';
import { openGraphviz } from '../../engine/docs/picture/graphviz.ts';
import { resourcePage } from '../../engine/docs/resource/page.ts';
import { strongestClaims, testService } from '../http/service.ts';
import { readCurl } from './curl_line.ts';

// What the pages show is what a service answers: the lines are sent to one as they stand there.

test('every line of the register can be sent, and is answered as it is shown', async (t) => {
  const { server, model, token } = await testService(t, 'resources');
  const draw = await openGraphviz();
  const administrator = token(strongestClaims(model));
  // Notifications are acknowledged by the party that they are for.
  const party = token({ identity_id: 2, scope: 'manage:data', role: 'service_provider', party_id: 7 });
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const pages = [gettingStartedPage(model), ...tables.map((table) => resourcePage(table, model, draw))];
  const seen = new Map<string, number>();
  for (const { path, blocks } of pages) {
    const variables = {
      API: model.service.basePath,
      TOKEN: path === 'resources/notification.html' ? party : administrator,
    };
    for (const { line, shown } of exchanges(blocks)) {
      const { method, url, headers, body } = readCurl(line, variables);
      const answer = await server.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
      const { statusCode, body: text } = answer;
      const where = `${path}: ${method} ${url}`;
      const verdict = `${method} ${statusCode}`;
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      // A line is about a row of the demonstration data, where there are any, and brings what one of them may have.
      if (statusCode === 404) {
        const list = await server.inject({ url: url.replace(/\/\d+$/, ''), headers });
        t.same(list.json(), [], `${where} has no rows`);
      } else if (statusCode === 409 || (statusCode === 422 && method === 'PATCH')) {
        // The demonstration data has the value already, or the row is in another state.
        t.match(
          JSON.parse(text).code,
          /^(unique_conflict|rule_conflict|state_conflict|invalid_body)$/,
          `${where}: ${text}`,
        );
      } else {
        const [, status = method === 'POST' ? '201' : '200'] = /^HTTP\/1\.1 (\d+)/.exec(shown ?? '') ?? [];
        t.equal(statusCode, Number(status), `${where}: ${text}`);
        if (shown !== undefined && statusCode !== 204) checkAnswer(t, where, shown, text, body);
      }
    }
  }
  for (const verdict of ['GET 200', 'POST 201', 'PATCH 200', 'DELETE 204']) t.ok((seen.get(verdict) ?? 0) > 2, verdict);
  t.ok((seen.get('GET 404') ?? 0) < 6 && (seen.get('POST 409') ?? 0) < 10, 'few are for other data');
});

test('where a service wants If-Match, every line that changes a row sends it', async (t) => {
  const { model } = await testService(t, 'resources');
  const strict = { ...model, service: { ...model.service, requireIfMatch: true } };
  const tables = [...strict.resources.values()].filter((resource) => resource.kind === 'table');
  const lines = tables.flatMap((table) => exchanges(resourcePage(table, strict, () => '').blocks));
  const methods = lines.flatMap(({ line }) => {
    const { method, url, headers } = readCurl(line, { API: '', TOKEN: '' });
    if (!['PATCH', 'DELETE'].includes(method) || !/\/\d+$/.test(url)) return [];
    t.match(headers, { 'if-match': '"17"' }, `${method} ${url}`);
    return [method];
  });
  t.same(new Set(methods), new Set(['PATCH', 'DELETE']));
});

/** Both have the same members in the same order, down to the links; of what was sent, the same values. */
function checkAnswer(t: Test, where: string, shown: string, text: string, body: string | undefined): void {
  const [expected, actual] = [shown.replace(/^HTTP[^\n]*\n\n/, ''), text].map(rowOf);
  // A list of what nobody has made yet.
  if (text === '[]') return;
  t.strictSame(shapeOf(actual), shapeOf(expected), where);
  if (body === undefined) return;
  const own = /^(id|recorded_at|recorded_by|created_by|created_by_party_id|business_id|suspended_at|role)$/;
  for (const [name, value] of Object.entries(expected ?? {}))
    if (!own.test(name) && where.includes('POST') && !isCall.test(where))
      t.strictSame(actual?.[name], value, `${where}: ${name}`);
}

const isCall = /\/lookup$/;

type Row = Readonly<Record<string, unknown>>;

function rowOf(text: string): Row | undefined {
  const value: Row | readonly Row[] = JSON.parse(text);
  return Array.isArray(value) ? value[0] : (value as Row);
}

function shapeOf(row: Row = {}): unknown {
  const { links } = row;
  return [Object.keys(row), typeof links === 'object' && links !== null ? Object.keys(links) : []];
}

interface Exchange {
  readonly line: string;
  readonly shown: string | undefined;
}

/** The curl lines of a page, each with the answer below it. */
function exchanges(blocks: readonly Block[]): readonly Exchange[] {
  return blocks.flatMap((block, at) => {
    if (block.kind !== 'code' || block.language !== 'sh' || !block.text.startsWith('curl')) return [];
    const next = blocks[at + 1];
    const isAnswer = next?.kind === 'code' && (next.language === 'http' || next.language === 'json');
    return [{ line: block.text, shown: isAnswer ? next.text : undefined }];
  });
}
