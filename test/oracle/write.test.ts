import fc, { type RunDetails } from 'fast-check';
import { test } from 'tap';
import { writesTheSame } from './answer.ts';
import { createsOf } from './create_arbitrary.ts';
import { startTwins, type Twins, type WriteQuestion } from './twins.ts';
import { writesOf } from './write_arbitrary.ts';

// Almanac and PostgREST, asked to write the same rows, answer the same and leave the same in the tables.

const runs = process.env.ALMANAC_LONG ? 10_000 : 90;

test('any change or deletion by filters', { timeout: 3_600_000 }, async (t) => {
  const twins = await startTwins(t);
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(writesOf(twins.model, twins.rows), async (question) => {
      const verdict = await verdictOf(twins, question);
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
    }),
    { numRuns: runs, reporter: reportFailure },
  );
  t.comment([...seen].map(([verdict, count]) => `${verdict}: ${count}`).join(', '));
  for (const verdict of ['PATCH 200', 'PATCH 204', 'DELETE 200', 'DELETE 204', 'PATCH 406', 'DELETE 409'])
    t.ok((seen.get(verdict) ?? 0) > runs / 200, `${verdict}, often enough`);
});

test('any create', { timeout: 3_600_000 }, async (t) => {
  const twins = await startTwins(t);
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(createsOf(twins.model, twins.rows), async (question) => {
      const verdict = await verdictOf(twins, question);
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
    }),
    { numRuns: runs, reporter: reportFailure },
  );
  t.comment([...seen].map(([verdict, count]) => `${verdict}: ${count}`).join(', '));
  for (const verdict of ['POST 201', 'POST 406'])
    t.ok((seen.get(verdict) ?? 0) > runs / 200, `${verdict}, often enough`);
});

/** What both answered; throws where they answered differently, or left other rows. */
async function verdictOf(twins: Twins, question: WriteQuestion): Promise<string> {
  const { ours, theirs } = await twins.ask(question);
  const isPreferred = question.headers.prefer !== undefined;
  const isSame =
    writesTheSame(ours.answer, theirs.answer, isPreferred) &&
    JSON.stringify(ours.state) === JSON.stringify(theirs.state);
  if (isSame) return `${question.method} ${ours.answer.status}`;
  const told = ({ answer, state }: typeof ours | typeof theirs) =>
    [
      `  ${answer.status} ${answer.headers['content-range']} ${answer.headers['preference-applied']}`,
      `  ${answer.text.slice(0, 1500)}`,
      ...Object.entries(state)
        .filter(
          ([name, rows]) =>
            JSON.stringify(rows) !== JSON.stringify((answer === ours.answer ? theirs : ours).state[name]),
        )
        .map(([name, rows]) => `  ${name}: ${rows.length} rows ${rows.join().slice(0, 600)}`),
    ].join('\n');
  throw new Error(
    [
      `${question.method} ${decodeURIComponent(question.ours)} ${JSON.stringify(question.headers)} ${question.body}`,
      'Almanac',
      told(ours),
      `PostgREST ${decodeURIComponent(question.theirs)}`,
      told(theirs),
    ].join('\n'),
  );
}

function reportFailure({
  failed,
  errorInstance,
  numShrinks,
  seed,
  counterexamplePath,
}: RunDetails<[WriteQuestion]>): void {
  if (!failed) return;
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`after ${numShrinks} shrinks, with seed ${seed} and path ${counterexamplePath}:\n${cause}`);
}
