import { type OpenapiObject, refer } from '../../../contract/openapi/component.ts';
import { responseExample } from '../../../contract/row/example.ts';
import type { Resource } from '../../../model/model.ts';
import { eventStream } from './media_type.ts';

/** What the stream of events takes besides filters. */
export const streamParameters: readonly OpenapiObject[] = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    description: `Of the last event seen: the stream (Accept: ${eventStream}) begins with the one after it.`,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1',
  },
];

/** The stream as what a list may answer with (WHATWG HTML, 9.2 server-sent events): each message holds one row. */
export function streamContent(resource: Resource): OpenapiObject {
  const example = responseExample(resource);
  return {
    [eventStream]: {
      schema: { type: 'array', items: refer('schemas', resource.name) },
      ...(example === undefined ? {} : { example: [example] }),
    },
  };
}
