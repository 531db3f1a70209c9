import type { Model, Resource } from '../../model/model.ts';
import type { Limits } from '../../model/service.ts';
import { writeCursor } from '../../query/plan/cursor.ts';
import { mediaTypes } from '../media_type.ts';
import { responseExample } from '../row/example.ts';
import { type OpenapiObject, refer } from './component.ts';
import { listPart } from './feature.ts';
import { headersOf } from './header.ts';

export const pageParameterNames = ['limit', 'offset', 'after', 'Range'] as const;

/** The page of a resource as a shared response. */
export function pageResponses(resource: Resource, model: Model): OpenapiObject {
  return { [pageName(resource.name)]: pageResponse(resource, model) };
}

/** A reference to the page of a resource, which says what it is here. */
export function pageOf(resource: string, description: string): OpenapiObject {
  return { ...refer('responses', pageName(resource)), description };
}

/** What a list answers with, in the forms that a feature adds too. */
export function firstPage(resource: Resource, words: string, model: Model): OpenapiObject {
  const part = listPart(resource);
  if (part === null) return pageOf(resource.name, words);
  const { content, ...page } = pageResponse(resource, model);
  return { ...page, content: { ...(content as OpenapiObject), ...part.content(resource) } };
}

/** No code of a failure ends so. */
function pageName(resource: string): string {
  return `${resource}_page`;
}

/** The rows that a change was of. */
export function changedContent(resource: Resource, model: Model): OpenapiObject {
  const { content } = pageResponse(resource, model);
  return Object.fromEntries(Object.entries(content as OpenapiObject).filter(([type]) => type !== mediaTypes.lines));
}

/** A list of rows of a resource, in each of its forms. */
function pageResponse(resource: Resource, model: Model): OpenapiObject {
  const { name } = resource;
  const example = responseExample(resource);
  const rows = { type: 'array', items: refer('schemas', name), maxItems: model.service.limits.pageMaximum };
  const shown = (value: unknown) => (example === undefined ? {} : { example: value });
  return {
    description: 'One page of rows.',
    headers: headersOf(model, 'Content-Range', 'Link', 'Preference-Applied'),
    // A schema says what the rows are, in whichever form they are written: so clients have one type for a page. One row as
    // an object would be another, and is told of in the words of the document alone.
    content: {
      [mediaTypes.json]: { schema: rows, ...shown([example]) },
      [mediaTypes.csv]: { schema: { ...rows, description: writtenAsCsv } },
      [mediaTypes.lines]: { schema: rows, ...shown([example]) },
    },
  };
}

const writtenAsCsv =
  "A header line, then a row to a line (RFC 4180); nothing for null, JSON for what has parts. A text may begin with =, +, - or @, which a spreadsheet takes for a formula: accept `text/csv; formulas=escape` to have a ' written before it.";

/** Which part of the rows that filters choose is written. */
export const partParameters: readonly OpenapiObject[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'How many rows at most. It needs an order.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    example: 10,
  },
  {
    name: 'offset',
    in: 'query',
    description: 'How many rows to pass over. It needs an order.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    example: 0,
  },
];

/** Which page of a list is asked for, in the URL and in headers. */
export function pageParameters({ pageDefault, pageMaximum }: Limits): OpenapiObject {
  return {
    limit: {
      name: 'limit',
      in: 'query',
      description: 'How many rows at most.',
      schema: { type: 'integer', minimum: 0, maximum: pageMaximum, default: Math.min(pageDefault, pageMaximum) },
      example: Math.min(10, pageMaximum),
    },
    offset: {
      name: 'offset',
      in: 'query',
      description: 'How many rows to pass over. A page that begins before the first row has fewer rows.',
      schema: { type: 'integer', format: 'int64', maximum: Number.MAX_SAFE_INTEGER, default: 0 },
      example: 0,
    },
    after: {
      name: 'after',
      in: 'query',
      description: 'Where the page before ended, as its Link says; for a list in the same order.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
      example: writeCursor({ place: 20, keys: ['20'] }),
    },
    Range: {
      name: 'Range',
      in: 'header',
      description: 'Rows by their places, counted from 0, both included; instead of limit and offset.',
      schema: { type: 'string', pattern: '^(items=)?[0-9]{1,15}-([0-9]{1,15})?$' },
      example: '0-9',
    },
  };
}
