import { openapiDocument } from '../contract/openapi/document.ts';
import { favicon } from '../http/document/favicon.ts';
import type { Model } from '../model/model.ts';
import { pagePath, relativeTo } from './address.ts';
import type { Card, Page } from './block.ts';
import { guideGroups } from './guide.ts';
import { blocksHtml } from './html/block_html.ts';
import { type Content, type LinkGroup, pagesIn } from './html/frame.ts';
import { searchIndex } from './html/search_index.ts';
import { style } from './html/style.ts';
import { changelogPage, type Release } from './page/changelog.ts';
import { dataModelPage } from './page/data_model.ts';
import { gettingStartedPage } from './page/getting_started.ts';
import { type GuideFiles, guidePage } from './page/guide_page.ts';
import { limitsPage } from './page/limits.ts';
import { startPage } from './page/start_page.ts';
import { openGraphviz } from './picture/graphviz.ts';
import { resourcePage } from './resource/page.ts';
import { pagedResources } from './resource/paged.ts';

/** What a site shows besides the model. */
export interface SiteParts {
  /** In their order. */
  readonly releases: readonly Release[];
  /** Whether the interactive API reference is beside it, as on a server. */
  readonly reference: boolean;
  /** The pages that every service has. */
  readonly guide: GuideFiles;
}

/**
 * The documentation of a service: its files by their paths, each made when it is asked for. They load nothing from
 * other hosts.
 */
export async function documentationSite(
  model: Model,
  { releases, reference, guide }: SiteParts,
): Promise<ReadonlyMap<string, () => string | Promise<string>>> {
  const draw = await openGraphviz();
  const { title, version } = model.service;
  const own: readonly Entry[] = [
    ofModel('Getting started', 'getting_started.html', 'A token, and the first requests as lines to paste.', () =>
      gettingStartedPage(model),
    ),
    ofModel('Data model', 'data_model.html', 'All resources and what they refer to, in one picture.', () =>
      dataModelPage(model, draw),
    ),
    ofModel('Limits', 'limits.html', 'How much a request and a caller may ask for.', () => limitsPage(model)),
    ...(releases.length === 0
      ? []
      : [ofModel('Changelog', 'changelog.html', 'What changed, and when.', () => changelogPage(releases, model))]),
  ];
  const groups = guideGroups.map((group) => ({
    title: group.title,
    links: group.pages.map((name) => ofGuide(name, guide)),
  }));
  const pages = [...own, ...groups.flatMap(({ links }) => links)];
  const start = ofModel('Overview', 'index.html', title, () =>
    startPage(
      model,
      own.map(cardOf),
      groups.map((group) => ({ title: group.title, cards: group.links.map(cardOf) })),
    ),
  );
  const resources = pagedResources(model).map((resource) =>
    ofModel(resource.title, pagePath(resource.name), resource.description, () => resourcePage(resource, model, draw)),
  );
  const tools = [
    ...(reference ? [{ title: 'Try requests', path: 'reference/' }] : []),
    { title: 'OpenAPI document', path: 'openapi.json' },
  ];
  const navigation: readonly LinkGroup[] = [
    { title: 'This service', links: [start, ...own, ...tools] },
    ...groups,
    { title: 'Resources', links: resources },
  ];
  const html = pagesIn({ title, version, groups: navigation });
  const searched = [start, ...pages, ...resources].map(({ content, isGuide }) => () => ({
    content: content(),
    isGuide,
  }));
  return new Map<string, () => string | Promise<string>>([
    ...[start, ...pages, ...resources].map(({ path, content }) => [path, () => html(content())] as const),
    ...[...guide].filter(([name]) => isPublished(name, guide)).map(([name, text]) => [name, () => text] as const),
    ['style.css', () => style],
    ['search_index.js', () => searchIndex(searched)],
    ['favicon.svg', () => favicon],
    ['openapi.json', () => `${JSON.stringify(openapiDocument(model), null, 2)}\n`],
  ]);
}

/** Whether a file of the guide is published as it is: a script, or a picture that a page shows (README.md has its own). */
function isPublished(name: string, guide: GuideFiles): boolean {
  if (name.endsWith('.js')) return true;
  return name.endsWith('.svg') && [...guide.values()].some((text) => text.includes(`](${name})`));
}

interface Entry {
  readonly title: string;
  readonly path: string;
  readonly about: string;
  readonly content: () => Content;
  readonly isGuide: boolean;
}

/** A page about the served model. */
function ofModel(title: string, path: string, about: string, page: () => Page): Entry {
  const content = () => {
    const { title: heading, blocks } = page();
    return { path, title: heading, html: blocksHtml(blocks, relativeTo(path)) };
  };
  return { title, path, about, content, isGuide: false };
}

/** A page of the guide. */
function ofGuide(name: string, guide: GuideFiles): Entry {
  const text = guide.get(`${name}.md`);
  if (text === undefined) throw new Error(`docs/${name}.md is missing`);
  const path = `${name}.html`;
  const { title, lead, html } = guidePage(text, path, guide);
  return { title, path, about: lead, content: () => ({ path, title, html }), isGuide: true };
}

function cardOf({ title, path, about }: Entry): Card {
  return { title, address: path, text: about };
}
