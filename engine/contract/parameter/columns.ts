import type { Resource } from '../../model/model.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** Which members of the rows in a body count. */
export function columnsParameter({ fields }: Resource): OpenapiObject {
  const names = [...fields.keys()];
  const created = [...fields.values()].filter(({ create }) => create).map(({ name }) => name);
  // PostgREST's clients put the names in double quotes.
  const one = `("?(${names.join('|')})"?)`;
  return {
    name: 'columns',
    in: 'query',
    description:
      'The members of the rows that count, separated by commas. Other members are ignored. A row that lacks one of them gets null; with `Prefer: missing=default`, its default. Only an upsert may name fields that a create does not set.',
    schema: { type: 'string', pattern: `^${one}(,${one})*$` },
    example: created.slice(0, 2).join(','),
  };
}
