import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { errorExamples, errorExamplesFile, writeErrorExamples } from './error_examples.ts';

// The documentation shows every code with a request that is answered so; it is what the service says now.

test('the recorded errors are those that the service gives', async (t) => {
  const examples = await errorExamples(t);
  if (process.env.ALMANAC_WRITE) writeErrorExamples(examples);
  t.strictSame(
    JSON.parse(readFileSync(errorExamplesFile, 'utf8')),
    examples,
    'ALMANAC_WRITE=1 npx tap test/http/error_examples.test.ts, then node test/docs/files.ts write them anew',
  );
});
