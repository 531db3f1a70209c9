import type { Model } from '../../model/model.ts';
import { pagePath } from '../address.ts';
import { type Block, type Card, heading, list, type Page, table, text } from '../block.ts';
import { type PagedResource, pagedResources } from '../resource/paged.ts';

/** What the service is, and where to read on. `groups` are the pages of the guide. */
export function startPage(model: Model, cards: readonly Card[], groups: readonly CardGroup[]): Page {
  const { service } = model;
  return {
    path: 'index.html',
    title: service.title,
    blocks: [
      ...(service.description === '' ? [] : [text(service.description)]),
      text(aboutText(model)),
      { kind: 'cards', cards },
      heading('Resources'),
      resourceTable(pagedResources(model)),
      ...groups.flatMap((group) => [heading(group.title), list(group.cards.map(cardText))]),
    ],
  };
}

export interface CardGroup {
  readonly title: string;
  readonly cards: readonly Card[];
}

function cardText({ title, address, text: about }: Card): string {
  return `[${title}](${address}): ${firstSentence(about)}`;
}

function aboutText({ service, resources }: Model): string {
  const isRecorded = [...resources.values()].some((resource) => resource.kind === 'history');
  return [
    `An HTTP API with JSON at \`${service.basePath}\`, version ${service.version}.`,
    'You list, filter and relate every resource in [one query language](query_language.html).',
    ...(isRecorded ? ['You can read what was recorded at any earlier instant.'] : []),
    ...(service.events === null ? [] : ['Each change is an [event](events.html).']),
  ].join(' ');
}

function resourceTable(shown: readonly PagedResource[]): Block {
  return table(
    ['resource', 'what it is'],
    shown.map(({ name, title, description }) => [
      `[${title}](${pagePath(name)})`,
      firstSentence(description) || `\`${name}\``,
    ]),
  );
}

function firstSentence(description: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
}
