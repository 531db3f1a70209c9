import { test } from 'tap';
import { inTime } from './in_time.ts';
import { checkRefusals, type Refusal } from './refusal.ts';
import { testService } from './service.ts';

// No regular expression of a request keeps the database busy, whatever the rows hold.

/** The most that fits into the bounds, and what is slow in other engines: each is read, and soon answered. */
const heavy: readonly string[] = [
  '\\w{100}\\d{99}z',
  '(\\w{1,14}){0,14}z',
  '([ab]{0,14}){0,14}c',
  '((a{0,5}){0,5}){0,7}c',
  '.*a.{190}c',
  '(\\w?){200}',
  '(\\w*\\s?){99}#',
  '(a*?)*?b',
  '(a+)+#',
  '(.*){99}#',
  '(((((a*)*)*)*)*)*b',
  '((a|b)*c|(a|d)*e){33}',
  '(a?b?){50}[ab]{100}$',
  '([[:alpha:]]|[^b]){100}',
  '.'.repeat(190),
  '\\w'.repeat(95),
  '(\\w+\\s+){80}!',
  '^(\\w+\\s+)*$',
  '(.+)+(.+)+(.+)+#',
  '(a|b)*a(a|b){95}c',
  `${'('.repeat(60)}a${')*'.repeat(60)}`,
];

test('the heaviest expressions that are read are soon answered', { timeout: 300_000 }, async (t) => {
  const { ask, database } = await testService(t, 'test/library');
  const texts = ['a'.repeat(10_000), 'ab'.repeat(5000), 'abcdefghij'.repeat(1000), 'lorem ipsum dolor '.repeat(500)];
  for (const [index, text] of texts.entries()) {
    await database.query(`insert into branch (name, directions) select $1 || n, $2 from generate_series(1, 25) as n`, [
      `${index}_`,
      text,
    ]);
  }
  for (const operator of ['match', 'imatch']) {
    for (const expression of heavy) {
      const path = `/branch?select=id&directions=${operator}.${encodeURIComponent(expression)}`;
      t.comment(`${operator} ${expression}`);
      const { status, text } = await inTime(4_000, () => ask('GET', path));
      t.equal(status, 200, `${operator} ${expression} ${text.slice(0, 200)}`);
    }
  }
});

test('what may take without end is refused', async (t) => {
  const service = await testService(t, 'test/library');
  const refused = (expression: string, detail: RegExp): Refusal => ({
    ask: ['GET', `/book?name=match.${encodeURIComponent(expression)}`],
    code: 'invalid_parameter',
    detail,
    hint: /^expected /,
  });
  await checkRefusals(t, service, [
    refused('(.*)\\1', /back reference/),
    refused('a(b?)\\\\\\1', /back reference/),
    refused('(?=a)b', /looks ahead or behind/),
    refused('a(?!b)', /looks ahead or behind/),
    refused('(?<=a)b', /looks ahead or behind/),
    refused('(?<!a)b', /looks ahead or behind/),
    refused('***:a', /changes its syntax/),
    refused('(?b)a', /changes its syntax/),
    refused('(?iq)a', /changes its syntax/),
    refused('(x{0,255}){0,255}', /multiply too far/),
    refused('((a{1,8}){8}){8}', /multiply too far/),
    refused('a{101}b{100}', /multiply too far/),
    refused('a'.repeat(201), /longer than 200 characters/),
    refused('[[=a=]{300}]{201}', /multiply too far/),
    refused('(a|b{10}){20}', /multiply too far/),
  ]);
  for (const read of [
    'a{100}b{100}',
    '\\\\1',
    '[\\1]?',
    '[(?=]',
    '(?:a)',
    '(?i)HUNGER',
    'a'.repeat(200),
    '[]a]',
    '{1',
  ]) {
    const answer = await service.ask('GET', `/book?name=match.${encodeURIComponent(read)}`);
    t.match(answer, { status: /200|400/ });
    if (answer.status === 400) t.match(answer.body.detail, /PostgreSQL cannot read a regular expression/, read);
  }
});
