import type { Model, Resource } from '../../model/model.ts';
import type { Service } from '../../model/service.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** The headers by which an action depends on versions, or on an earlier request, as shared parameters. */
export function conditions({ requireIfMatch }: Service): OpenapiObject {
  return { ...readConditions, 'If-Match': ifMatch(requireIfMatch) };
}

/** What else is said of the actions that change a row. */
export function conditionSentence(resource: Resource, action: Action, { service }: Model): string {
  const { parameters, event, path } = actionWord(action);
  if (!service.requireIfMatch || event === null || !parameters.includes('If-Match')) return '';
  const exempt = path !== '' && resource.kind === 'table' && resource.temporal !== null;
  return ` Needs If-Match${exempt ? ', but for the restoring of a deleted entry' : ''}.`;
}

const tag = '(W/)?"[!#-~\\x80-\\xff]*"';
// Elements of the list may be empty (RFC 9110, 5.6.1).
const tags = { type: 'string', pattern: `^[ \\t]*(\\*|(,[ \\t]*)*${tag}([ \\t]*,([ \\t]*${tag})?)*)[ \\t]*$` } as const;

function ifMatch(isRequired: boolean): OpenapiObject {
  const required = isRequired ? ' This service wants it of every PATCH and DELETE of rows that can be read.' : '';
  return {
    name: 'If-Match',
    in: 'header',
    description: `The change runs only if the row has the version of one of these ETags, from any representation; of many rows, each of them. An asterisk matches any version, and a weak tag never matches (RFC 9110).${required}`,
    schema: tags,
    example: '"17-2fWzOvgOnYSyMbc8d1X_sQ"',
  };
}

const readConditions = {
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags of answers that the caller has. If the answer would be like one of them, it is 304.',
    schema: tags,
    example: '"17-2fWzOvgOnYSyMbc8d1X_sQ"',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat. For 24 hours, the same request with the same key gets the first answer, and runs only once. Use a random UUID.',
    schema: { type: 'string', minLength: 1, maxLength: 512 },
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
  },
  'Consistency-Token': {
    name: 'Consistency-Token',
    in: 'header',
    description:
      'Where the service reads from replicas: the token of the answer to a write. The answer shows that write, and all before it.',
    schema: { type: 'string' },
    example: '0/3A2F6C8',
  },
} as const;
