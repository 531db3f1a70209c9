import type { Model } from '../definition/model.ts';
import { openapiDocument } from '../http/openapi/document.ts';
import { accessPage } from './access.ts';
import { pagePath } from './address.ts';
import type { Block, Card, Page } from './block.ts';
import { changelogPage, type Release } from './changelog.ts';
import { dataModelPage } from './data_model.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { gettingStartedPage } from './getting_started.ts';
import { openGraphviz } from './graphviz.ts';
import { type LinkGroup, pagesIn } from './html.ts';
import { noticesPage } from './notices.ts';
import { notificationsPage } from './notifications.ts';
import { postgrestPage } from './postgrest.ts';
import { queryLanguagePage } from './query_language.ts';
import { requestsPage } from './requests.ts';
import { resourcePage } from './resource/page.ts';
import { startPage } from './start_page.ts';
import { style } from './style.ts';
import { timelinesPage } from './timelines.ts';

/** What a site tells besides the model. */
export interface SiteParts {
  /** In their order. */
  readonly releases: readonly Release[];
  /** Whether the interactive API reference stands beside it, as on a server. */
  readonly reference: boolean;
}

/** The documentation of a service: its files by their paths, each made when it is asked for. They need nothing from elsewhere. */
export async function documentationSite(
  model: Model,
  { releases, reference }: SiteParts,
): Promise<ReadonlyMap<string, () => string>> {
  const draw = await openGraphviz();
  const { title, version, events } = model.service;
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const guide: readonly Entry[] = [
    {
      title: 'Getting started',
      path: 'getting_started.html',
      about: 'A token, and the first requests as lines to paste.',
      page: () => gettingStartedPage(model),
    },
    {
      title: 'Requests and answers',
      path: 'requests.html',
      about: 'Scopes, pages, forms, versions, repetitions and limits.',
      page: () => requestsPage(model),
    },
    {
      title: 'The query language',
      path: 'query_language.html',
      about: 'Filters, relations, order and time, operator by operator.',
      page: queryLanguagePage,
    },
    {
      title: 'Access',
      path: 'access.html',
      about: 'Which rows and fields a role reads and writes, and for which party.',
      page: accessPage,
    },
    ...(tables.some(({ temporal }) => temporal !== null)
      ? [
          {
            title: 'Timelines',
            path: 'timelines.html',
            about: 'What becomes of an entry when another one comes, in pictures.',
            page: timelinesPage,
          },
        ]
      : []),
    ...(events === null
      ? []
      : [
          {
            title: 'Events',
            path: 'events.html',
            about: 'What is told of each change, and how none is missed.',
            page: eventsPage,
          },
        ]),
    ...(tables.some(({ notify }) => notify.length > 0)
      ? [
          {
            title: 'Notifications',
            path: 'notifications.html',
            about: 'Whom an event is brought to, until they take note.',
            page: notificationsPage,
          },
        ]
      : []),
    ...(tables.some(({ notices }) => notices.length > 0)
      ? [
          {
            title: 'Notices',
            path: 'notices.html',
            about: 'What is to be acted on, by whom, and until when.',
            page: noticesPage,
          },
        ]
      : []),
    {
      title: 'Errors',
      path: 'errors.html',
      about: 'Every code, with a request that is answered so.',
      page: errorsPage,
    },
    {
      title: 'PostgREST',
      path: 'postgrest.html',
      about: 'For those who know it: what is not the same.',
      page: postgrestPage,
    },
  ];
  const referencePages: readonly Entry[] = [
    {
      title: 'Data model',
      path: 'data_model.html',
      about: 'All resources and what they refer to, in one picture.',
      page: () => dataModelPage(model, draw),
    },
    ...(releases.length === 0
      ? []
      : [
          {
            title: 'Changelog',
            path: 'changelog.html',
            about: 'What changed, and when.',
            page: () => changelogPage(releases, model),
          },
        ]),
  ];
  const start: Entry = {
    title: 'Overview',
    path: 'index.html',
    about: title,
    page: () => startPage(model, [...guide, ...referencePages].map(cardOf)),
  };
  const resources = tables.map(
    (table): Entry => ({
      title: table.title,
      path: pagePath(table.name),
      about: table.description,
      page: () => resourcePage(table, model, draw),
    }),
  );
  const tools = [
    ...(reference ? [{ title: 'Try requests', path: 'reference/' }] : []),
    { title: 'OpenAPI document', path: 'openapi.json' },
  ];
  const groups: readonly LinkGroup[] = [
    { title: 'Guide', links: [start, ...guide] },
    { title: 'Reference', links: [...referencePages, ...tools] },
    { title: 'Resources', links: resources },
  ];
  const html = pagesIn({ title, version, groups });
  return new Map<string, () => string>([
    ...[start, ...guide, ...referencePages, ...resources].map(
      ({ path, page }) => [path, () => html(page() as Page<Block>)] as const,
    ),
    ['style.css', () => style],
    ['openapi.json', () => `${JSON.stringify(openapiDocument(model), null, 2)}\n`],
  ]);
}

interface Entry {
  readonly title: string;
  readonly path: string;
  readonly about: string;
  readonly page: () => Page;
}

function cardOf({ title, path, about }: Entry): Card {
  return { title, address: path, text: about };
}
