import type { Model } from '../definition/model.ts';
import type { Page } from './block.ts';
import { htmlOf } from './html.ts';
import { queryLanguagePage } from './query_language.ts';

/** The documentation of a service as files: a page that lists the others, and those. */
export function documentationSite({ service }: Model): ReadonlyMap<string, string> {
  const pages = [queryLanguagePage()];
  const start: Page = {
    name: 'index',
    title: service.title,
    blocks: [
      ...(service.description === '' ? [] : [{ kind: 'text', text: service.description } as const]),
      { kind: 'list', items: pages.map(({ name, title }) => `[${title}](${name}.html)`) },
    ],
  };
  return new Map([start, ...pages].map((page) => [`${page.name}.html`, htmlOf(page, service.title)]));
}
