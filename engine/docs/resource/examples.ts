import type { ExampleRow } from '../../contract/field_example.ts';
import { readExample, requestExample, responseExample } from '../../contract/row/example.ts';
import { offers } from '../../model/action.ts';
import type { Model } from '../../model/model.ts';
import type { Shown } from '../../vocabulary/action/action_word.ts';
import { type Action, actionNames, actionWord } from '../../vocabulary/action/actions.ts';
import { type Block, code, heading } from '../block.ts';
import { curlRequest } from '../curl.ts';
import { createdExample } from './created_example.ts';
import type { PagedResource } from './paged.ts';

/** A request of each action, and its answer. */
export function examplesSection(table: PagedResource, model: Model): readonly Block[] {
  const blocks = actionNames
    .filter((action) => offers(table, action))
    .flatMap((action) => example(table, action, model));
  return blocks.length === 0 ? [] : [heading('Examples'), ...blocks];
}

function example(table: PagedResource, action: Action, model: Model): readonly Block[] {
  const { method, path, parameters, event, body: sent, answers, guide } = actionWord(action);
  const row = responseExample(table);
  const body = sent === null || table.kind === 'view' ? null : requestExample(table, sent);
  if (guide === null || row === undefined || body === undefined) return [];
  const { status, query } = guide.example;
  const id = String(row.id);
  const url = `/${table.name}${path.replace('{id}', id)}${query === undefined ? '' : `?${query(id)}`}`;
  const isConditional = event !== null && parameters.includes('If-Match') && model.service.requireIfMatch;
  const answer = shownExamples[answers[status]?.shows ?? 'no row']?.(table, row, body ?? {}, model);
  return [
    heading(guide.title, 3, `example-${action}`),
    code('sh', curlRequest(method, url, body, isConditional ? ['If-Match: "17"'] : [])),
    code(
      'http',
      [
        `HTTP/1.1 ${status} ${reasons[status]}`,
        ...(answer === undefined ? [] : ['', JSON.stringify(answer, null, 2)]),
      ].join('\n'),
    ),
  ];
}

const reasons = { 200: 'OK', 201: 'Created', 204: 'No Content' } as const;

type Example = (
  table: PagedResource,
  row: ExampleRow,
  sent: ExampleRow,
  model: Model,
) => ExampleRow | readonly ExampleRow[] | undefined;

/** The example body of each kind of answer; absent for an empty body. */
const shownExamples: Readonly<Partial<Record<Shown, Example>>> = {
  'page or stream': (_table, row) => [row],
  page: (_table, row) => [row],
  row: (_table, row, sent) => ({ ...row, ...sent }),
  'linked row': (table, _row, _sent, model) => readExample(table, model),
  'new row': (table, row, sent) => (table.kind === 'view' ? row : createdExample(table, sent, row)),
};
