import { rowsOf } from '../../model/action.ts';
import type { Model, Resource } from '../../model/model.ts';
import type { AccessAction, Shown } from '../../vocabulary/action/action_word.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import { mediaTypes } from '../media_type.ts';
import { readExample, responseExample } from '../row/example.ts';
import { itemLinks, relatedLinks } from '../row/link.ts';
import { mayBeUnread } from '../row/unread.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { headersOf } from './header.ts';
import { changedContent, firstPage, pageOf } from './page.ts';

/** How an action is answered when it succeeds, by the status. */
export function answersOf(resource: Resource, action: Action, model: Model): OpenapiObject {
  const { answers, access } = actionWord(action);
  const asked = { resource, model, access, subject: rowsOf(action, resource.name) };
  return Object.fromEntries(
    Object.entries(answers).map(([status, { shows, words }]) => [status, responses[shows](words, asked)]),
  );
}

interface Asked {
  readonly resource: Resource;
  readonly model: Model;
  readonly access: AccessAction;
  /** The resource whose rows it shows. */
  readonly subject: string;
}

/** An answer by what it shows. */
const responses: Readonly<Record<Shown, (words: string, asked: Asked) => OpenapiObject>> = {
  page: (words, { subject }) => pageOf(subject, words),
  'page or stream': (words, { resource, model }) => firstPage(resource, words, model),
  row: (words, { resource, model }) => ({
    description: words,
    headers: headersOf(model, 'Shown-ETag', 'Preference-Applied', 'Consistency-Token'),
    content: rowContent(refer('schemas', resource.name), responseExample(resource)),
  }),
  'linked row': (words, { resource, model }) => ({
    description: words,
    headers: headersOf(model, 'ETag', 'Preference-Applied'),
    content: rowContent(refer('schemas', schemaName(model, `${resource.name}_read`)), readExample(resource, model)),
    ...withLinks(relatedLinks(resource, model)),
  }),
  'new row': (words, { resource, model, access }) => ({
    description: mayBeUnread(resource, access) ? `${words} Without a body where the caller may not read it.` : words,
    headers: createHeaders(model),
    ...rowOrRows(refer('schemas', resource.name), responseExample(resource)),
    ...withLinks(itemLinks(resource)),
  }),
  'kept rows': (words, { resource, model }) => ({
    description: `${words} Without a body where the caller may not read it.`,
    headers: createHeaders(model),
    ...rowOrRows(refer('schemas', resource.name), responseExample(resource)),
  }),
  'changed rows': (words, { resource, model }) => ({
    description: words,
    headers: { ...headersOf(model, 'Preference-Applied', 'Consistency-Token'), ...countOfWritten },
    content: changedContent(resource, model),
  }),
  count: (words, { model }) => ({
    description: words,
    headers: { ...headersOf(model, 'Preference-Applied', 'Consistency-Token'), ...countOfWritten },
  }),
  tag: (words, { model }) => ({ description: words, headers: headersOf(model, 'ETag') }),
  'deleted row': (words, { resource, model }) => ({
    description: words,
    headers: headersOf(model, 'Preference-Applied', 'Consistency-Token'),
    content: rowContent(refer('schemas', resource.name), responseExample(resource)),
  }),
  'no row': (words, { model }) => ({
    description: words,
    headers: headersOf(model, 'Preference-Applied', 'Consistency-Token'),
  }),
  address: (words, { model }) => ({ description: words, headers: headersOf(model, 'Location') }),
};

function createHeaders(model: Model): OpenapiObject {
  return {
    ...headersOf(model, 'Row-Location', 'Shown-ETag', 'Preference-Applied', 'Consistency-Token'),
    'Content-Range': {
      ...refer('headers', 'Content-Range'),
      description: 'Behind the slash: how many rows were written. Only with a preference for count.',
    },
  };
}

const countOfWritten: OpenapiObject = {
  'Content-Range': {
    ...refer('headers', 'Content-Range'),
    description:
      'Which of the rows the answer is about, and behind the slash how many were written. If the request has preferences, the number is there for count=exact alone. Deleted rows have no places.',
  },
};

/** One row, in both of its forms. */
function rowContent(schema: OpenapiObject, example: unknown): OpenapiObject {
  const shown = example === undefined ? {} : { example };
  return { [mediaTypes.json]: { schema, ...shown }, [mediaTypes.object]: { schema } };
}

/** One row; an array of rows for a body with many. */
function rowOrRows(schema: OpenapiObject, example: unknown): OpenapiObject {
  return {
    content: rowContent(schema, example),
    'x-many-rows': { [mediaTypes.json]: { schema: { type: 'array', items: schema } } },
  };
}

function withLinks(links: OpenapiObject): OpenapiObject {
  return Object.keys(links).length === 0 ? {} : { links };
}
