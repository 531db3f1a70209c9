import { test } from 'tap';
import { strongestClaims, testService } from '../../http/service.ts';
import { openStudio, wide } from './opened.ts';

test('a page whose script is gone says so, and is there after it is loaded again', async (t) => {
  const studio = await openStudio(t, (bundle) => testService(t, 'codegen/template/library/resources', bundle));
  const token = studio.service.token(strongestClaims(studio.service.model));
  await studio.inTab(t, wide, async ({ page, open, goTo, reads, signIn, settled, faults }) => {
    await open('/', token);
    await page.setRequestInterception(true);
    let isGone = true;
    page.on('request', (request) =>
      isGone && /\/row_page-/.test(request.url()) ? request.respond({ status: 404 }) : request.continue(),
    );
    await goTo('/browse/book/1');
    await reads('This page has stopped.');
    t.ok(faults().length > 0, 'the browser complains of the script');
    isGone = false;
    await page.click('[role=alert] button');
    await page.waitForSelector('textarea[name=token]');
    await signIn(token);
    await page.waitForSelector('.row-tabs');
    await settled();
    t.match(page.url(), /\/studio\/browse\/book\/1$/, 'at the same address');
  });
});
