import type { Resource } from '../../model/model.ts';
import { eventStream } from '../event_stream.ts';
import { type OpenapiObject, refer } from './component.ts';
import { responseExample } from './example.ts';

/** What the stream of events takes besides filters. */
export function streamParameters(resource: Resource): readonly OpenapiObject[] {
  if (!isFollowed(resource)) return [];
  return [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: `Of the last event seen: the stream (Accept: ${eventStream}) begins with the one after it.`,
      schema: { type: 'string', pattern: '^[0-9]+$' },
      example: '1',
    },
  ];
}

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

/** Whether the list of the resource can be followed. */
export function isFollowed(resource: Resource): boolean {
  return resource.kind === 'table' && resource.holds === 'events';
}
