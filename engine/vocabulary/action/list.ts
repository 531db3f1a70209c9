import type { ActionWord } from './action_word.ts';

export const list = {
  method: 'GET',
  path: '',
  of: 'resource',
  verb: 'read',
  access: 'read',
  isDeclared: true,
  comesWith: null,
  event: null,
  parameters: ['filters', 'order', 'page', 'as_of', 'valid_at', 'select', 'embed', 'stream', 'Consistency-Token'],
  preferences: ['count', 'consistency'],
  body: null,
  answers: {
    200: { shows: 'page or stream', words: 'One page of rows.' },
    206: { shows: 'page', words: 'One page of several, since the request asked for the number of rows.' },
  },
  operation: ['list', 'list'],
  describe: ({ pageDefault, pageMaximum }) =>
    `The rows for which every filter holds, in the requested order and then by id. Without limit, the first ${Math.min(pageDefault, pageMaximum)}; as lines of JSON, all of them. A list that stopped at its limit has a Link to the next page.`,
  guide: {
    title: 'List',
    explain: ({ overlap, history, pageDefault, pageMaximum }) => {
      const time = [overlap === null ? [] : ['`valid_at`'], history === null ? [] : ['`as_of`']].flat();
      const shown =
        time.length === 0 ? '' : ` ${time.join(' and ')} ${time.length === 1 ? 'chooses' : 'choose'} a time.`;
      return `Lists rows. [Filters](query_language.html#filters) on every field and relation choose them. A page has ${pageDefault} rows; \`limit\` asks for up to ${pageMaximum}. \`select\` and \`embed\` choose the columns, \`order\` the order.${shown}`;
    },
    example: { query: () => 'limit=1', status: 200 },
  },
} satisfies ActionWord;
