import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { errorPage, errorPageFile, writeErrorPage } from './error_page.ts';

// docs/errors.md shows every code with a request that is answered so; it is what the service says now.

test('the page of errors', async (t) => {
  const page = await errorPage(t);
  if (process.env.ALMANAC_WRITE) writeErrorPage(page);
  t.equal(
    readFileSync(errorPageFile, 'utf8'),
    page,
    `ALMANAC_WRITE=1 npx tap test/http/error_page.test.ts writes it anew`,
  );
});
