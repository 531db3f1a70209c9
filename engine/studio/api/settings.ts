import type { StudioPage } from '../../contract/studio/studio_page.ts';

/** @throws Error for a page that the service has not made. */
export function serviceSettings(): StudioPage {
  const block = document.querySelector('#service')?.textContent;
  if (!block) throw new Error('the page has no settings of its service');
  return JSON.parse(block) as StudioPage;
}
