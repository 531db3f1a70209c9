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
    Object.entries(answers).flatMap(([status, { shows, words }]) => {
      const response = responses[shows](words, asked);
      return response === null ? [] : [[status, response]];
    }),
  );
}

interface Asked {
  readonly resource: Resource;
  readonly model: Model;
  readonly access: AccessAction;
  /** The resource whose rows it shows. */
  readonly subject: string;
}

/** An answer by what it shows; null for one that the resource never gives. */
const responses: Readonly<Record<Shown, (words: string, asked: Asked) => OpenapiObject | null>> = {
  page: (words, { subject }) => pageOf(subject, words),
  'page or stream': (words, { resource, model }) => firstPage(resource, words, model),
  row: (words, { resource, model }) => ({
    description: words,
    headers: headersOf(model, 'ETag'),
    content: rowContent(refer('schemas', resource.name), responseExample(resource)),
  }),
  'linked row': (words, { resource, model }) => ({
    description: words,
    headers: headersOf(model, 'ETag'),
    content: rowContent(refer('schemas', schemaName(model, `${resource.name}_read`)), readExample(resource, model)),
    ...withLinks(relatedLinks(resource, model)),
  }),
  'new row': (words, { resource, model, access }) => ({
    ...(mayBeUnread(resource, access)
      ? {
          description: `${words} Without a body where the caller may not read it.`,
          headers: headersOf(model, 'Location', 'Shown-ETag'),
        }
      : { description: words, headers: headersOf(model, 'Location', 'ETag') }),
    content: rowContent(refer('schemas', resource.name), responseExample(resource)),
    ...withLinks(itemLinks(resource)),
  }),
  'changed rows': (words, { resource, model }) => ({
    description: words,
    headers: { ...headersOf(model), ...changeHeaders },
    content: changedContent(resource, model),
  }),
  count: (words, { model }) => ({ description: words, headers: { ...headersOf(model), ...changeHeaders } }),
  tag: (words, { model }) => ({ description: words, headers: headersOf(model, 'ETag') }),
  nothing: (words, { model }) => ({ description: words, headers: headersOf(model) }),
  'hidden row': (words, { resource, model, access }) =>
    mayBeUnread(resource, access) ? { description: words, headers: headersOf(model) } : null,
  address: (words, { model }) => ({ description: words, headers: headersOf(model, 'Location') }),
};

const changeHeaders: OpenapiObject = {
  'Content-Range': {
    ...refer('headers', 'Content-Range'),
    description:
      'Which of the rows that the filters chose the answer is about, and behind the slash how many they chose.',
  },
  'Preference-Applied': {
    description: 'What the answer shows (RFC 7240).',
    schema: { type: 'string', enum: ['return=representation', 'return=minimal'] },
    example: 'return=minimal',
  },
};

/** One row, in both of its forms. */
function rowContent(schema: OpenapiObject, example: unknown): OpenapiObject {
  const shown = example === undefined ? {} : { example };
  return { [mediaTypes.json]: { schema, ...shown }, [mediaTypes.object]: { schema } };
}

function withLinks(links: OpenapiObject): OpenapiObject {
  return Object.keys(links).length === 0 ? {} : { links };
}
