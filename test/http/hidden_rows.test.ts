import fc from 'fast-check';
import { test } from 'tap';
import { renderPage } from '../../engine/feature/event/page.ts';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { readQueryString } from '../../engine/query/plan/query_string.ts';
import { type Operator, operatorWord } from '../../engine/vocabulary/operator/operators.ts';
import { rowsFor } from '../query/writer.ts';
import { questionsAtRandom } from './hidden_arbitrary.ts';
import { others, places, verdicts } from './hidden_questions.ts';
import { differenceOf, type Question, type Role, roles, serveArchives, viewerOf } from './hidden_rows.ts';

// Who may not see a row must not hear of it, be it by an error or a number: each answer is that of a database from which
// the hidden rows are gone, whichever kind of plan PostgreSQL makes.

const long = Boolean(process.env.ALMANAC_LONG);
const runs = long ? 20_000 : 60;

test('every operator says whether it may fail', async (t) => {
  for (const [operator, { mayFail, because }] of Object.entries(verdicts))
    t.equal(operatorWord(operator as Operator).mayFail, mayFail, `${operator}: ${because}`);
});

test('no answer depends on a row that is hidden', { timeout: 7_200_000 }, async (t) => {
  const archives = await serveArchives(t);

  await t.test('every operator in every place, under every kind of rule', async (t) => {
    for (const [role, question] of long ? allQuestions() : someQuestions()) {
      const difference = differenceOf(await archives.ask(role, question));
      t.equal(difference, null, nameOf(role, question));
    }
  });

  await t.test('the events that a stream or a subscription is of', async (t) => {
    const event = archives.model.resources.get('event');
    if (event === undefined) throw new Error('there are no events');
    const databases = [archives.full.custom, archives.full.generic];
    for (const role of roles) {
      for (const filter of eventFilters) {
        const parameters = readQueryString(filter);
        const plan = parameters.ok ? planList(event, parameters.value, archives.model) : parameters;
        if (!plan.ok) throw new Error(plan.faults[0]?.detail);
        const { conditions } = plan.value.rows;
        const asked = { event, restrictions: rowsFor(viewerOf(role), archives.model), filters: conditions };
        const page = renderPage(asked, { after: '0', upTo: '9999', most: 500 });
        const shown = [];
        for (const { database } of [...databases, archives.bare(role)]) {
          const outcome = await database.query(page);
          shown.push(outcome.ok ? outcome.rows : outcome.error.message);
        }
        t.strictSame(shown[0], shown[2], `${role}: ${filter}`);
        t.strictSame(shown[1], shown[2], `${role}: ${filter}`);
      }
    }
  });

  await t.test('questions at random', async (t) => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...roles), questionsAtRandom(archives.model), async (role, question) => {
        fc.pre(isAbout(role, question));
        const answers = await archives.ask(role, question);
        seen.set(answers.bare.status, (seen.get(answers.bare.status) ?? 0) + 1);
        const difference = differenceOf(answers);
        if (difference !== null) throw new Error(`${nameOf(role, question)}\n${difference}`);
      }),
      { numRuns: runs, includeErrorInReport: true },
    );
    t.comment(`statuses: ${[...seen].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
    for (const status of [200, 400]) t.ok(seen.has(status), `some were answered with ${status}`);
    t.notOk(seen.has(500), 'none was answered with 500');
  });
});

const eventFilters = [
  'type=match.update$',
  'type=match.[',
  'source=fts.paper',
  'source=fts.a b',
  'data->>updated_fields=match.price&source=like.*/2',
  'or=(source.imatch./PAPER/1$,data->>x.plfts.y)',
];

function nameOf(role: Role, { method, path, headers = {} }: Question): string {
  return `${role}: ${method} ${decodeURIComponent(path)} ${JSON.stringify(headers)}`;
}

function* allQuestions(): Generator<readonly [Role, Question]> {
  for (const role of roles) {
    for (const question of others) if (isAbout(role, question)) yield [role, question];
    for (const { question } of everywhere()) if (isAbout(role, question)) yield [role, question];
  }
}

/** What is no filter by two roles each, what may fail in every second place, and every other operator once. */
function* someQuestions(): Generator<readonly [Role, Question]> {
  const rolesFrom = (index: number): readonly Role[] => [...roles.slice(index % 6), ...roles.slice(0, index % 6)];
  const asked = (index: number, question: Question): readonly [Role, Question] => [
    rolesFrom(index).find((role) => isAbout(role, question)) ?? 'own',
    question,
  ];
  for (const [index, question] of others.entries()) {
    yield asked(index, question);
    yield asked(index + 2, question);
  }
  for (const [index, { question, mayFail }] of everywhere().entries())
    if (index % (mayFail ? 4 : places.length - 1) === 0) yield asked(index, question);
}

function everywhere(): readonly { readonly question: Question; readonly mayFail: boolean }[] {
  return Object.values(verdicts).flatMap(({ tried, mayFail }) =>
    tried.flatMap(([field, operation]) =>
      places.map(({ question }) => ({ question: question({ field, operation }), mayFail })),
    ),
  );
}

/**
 * Whether hidden rows have a part in a request. To a caller who sees all that it is about, the kind of plan is no secret; one who
 * may change nothing is refused before any row is looked at.
 */
function isAbout(role: Role, { method, path }: Question): boolean {
  if (role === 'nobody') return method === 'GET' || method === 'HEAD';
  // Not by folder_id or folder_code alone, which are fields of papers.
  return role !== 'half' || /\bfolder\b|\/folder_|event/.test(path);
}
