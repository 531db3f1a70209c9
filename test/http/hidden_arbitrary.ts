import fc from 'fast-check';
import type { Model } from '../../engine/model/model.ts';
import { type Asked, places } from './hidden_questions.ts';
import type { Question } from './hidden_rows.ts';
import { dialectUrls, headers, parameter } from './url_arbitrary.ts';

/** Requests to test/hidden that try to make hidden rows heard of, and some of the whole dialect. */
export function questionsAtRandom(model: Model): fc.Arbitrary<Question> {
  const anything = fc
    .record({ method: fc.constant('GET' as const), path: dialectUrls(model), headers })
    .map((question) => question);
  return fc.oneof(
    { weight: 6, arbitrary: filtered },
    { weight: 2, arbitrary: aboutEvents },
    { weight: 2, arbitrary: anything },
  );
}

const expressions = fc.constantFrom(
  '^secret',
  '^s.*1',
  '[[:foo:]]',
  '(',
  'x{2,1}',
  '[[:alpha:]]{99}',
  '^1',
  '',
  'a|b',
  '\\d$',
);
const words = fc.constantFrom('needle', 'a b', 'a & !b', 'w7x', "'a b':B", '!!a', 'a:*', '(', 'a<9>b', '');
const patterns = fc.constantFrom('secret*', '*1*', '*\\', 'secret-1_', '_', '*', '\\\\', 'w7x*', '%');

const textual = fc.oneof(
  fc.tuple(fc.constantFrom('match', 'imatch'), expressions).map((parts) => parts.join('.')),
  fc
    .tuple(
      fc.constantFrom('match', 'imatch', 'like'),
      fc.constantFrom('any', 'all'),
      fc.array(expressions, { maxLength: 3 }),
    )
    .map(([operator, how, all]) => `${operator}(${how}).{${all.map((each) => JSON.stringify(each)).join()}}`),
  fc
    .tuple(fc.constantFrom('fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'wfts(simple)'), words)
    .map((parts) => parts.join('.')),
  fc.tuple(fc.constantFrom('like', 'ilike'), patterns).map((parts) => parts.join('.')),
  fc.tuple(fc.constantFrom('eq', 'gt', 'lte'), fc.constantFrom('secret-2', '1', 'x')).map((parts) => parts.join('.')),
);

const negated = fc.tuple(fc.constantFrom('', '', 'not.'), textual).map((parts) => parts.join(''));

const asked: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ field: fc.constantFrom('code', 'body', 'folder_code', 'stay_code'), operation: negated }),
  },
  { weight: 1, arbitrary: fc.record({ field: fc.constantFrom('data->>b', 'kind', 'tags->>0'), operation: negated }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { field: 'size', operation: 'gt.100' },
      { field: 'data', operation: 'cs.{"a":{}}' },
      { field: 'tags', operation: 'ov.{red,secret}' },
      { field: 'folder', operation: 'is.null' },
    ),
  },
);

/** A filter somewhere, and perhaps others of the resource that is asked for, an order and a page. */
const filtered: fc.Arbitrary<Question> = fc
  .record({
    place: fc.constantFrom(...places),
    asked,
    more: fc.array(
      fc.oneof(
        fc.tuple(fc.constantFrom('code', 'body'), negated),
        fc.constantFrom(
          ['owner', 'eq.1'] as const,
          ['secret', 'is.true'] as const,
          ['order', 'code.desc'] as const,
          ['order', 'folder_code.desc,stay_code'] as const,
          ['select', 'id,folder_code,stay_code'] as const,
          ['limit', '3'] as const,
          ['select', 'kind:code,count(),id.max()'] as const,
          ['select', 'count(),id.sum()'] as const,
          ['as_of', '2026-01-01T00:00Z'] as const,
        ),
      ),
      { maxLength: 2 },
    ),
  })
  .map(({ place, asked, more }) => {
    const question = place.question(asked);
    const rest = more.filter(([name]) => !question.path.includes(`${name}=`)).map(parameter);
    return { ...question, path: [question.path, ...rest].join('&') };
  });

const aboutEvents: fc.Arbitrary<Question> = fc
  .record({
    filters: fc.array(
      fc.tuple(
        fc.constantFrom('type', 'source', 'subject', 'data->>updated_fields', 'data->updated_fields->>0'),
        negated,
      ),
      { minLength: 1, maxLength: 3 },
    ),
    more: fc.constantFrom('', '&limit=3', '&order=id.desc', '&source=like.*/2', '&select=id,data->x::int'),
    headers,
  })
  .map(({ filters, more, headers }) => ({
    method: 'GET',
    path: `/event?${filters.map(parameter).join('&')}${more}`,
    headers,
  }));
