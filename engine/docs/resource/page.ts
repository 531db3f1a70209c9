import type { Model, Table, View } from '../../model/model.ts';
import { pagePath } from '../address.ts';
import { type Block, type Page, text } from '../block.ts';
import { inDocs } from '../feature.ts';
import type { Draw } from '../picture/graphviz.ts';
import { accessSection } from './access.ts';
import { callsSection } from './calls.ts';
import { deprecationNotice } from './deprecation.ts';
import { examplesSection } from './examples.ts';
import { fieldsSection } from './fields.ts';
import { filesSection } from './files.ts';
import { historySection } from './history.ts';
import { operationsSection } from './operations.ts';
import type { PagedResource } from './paged.ts';
import { relationsSection } from './relations.ts';
import { rulesSection } from './rules.ts';
import { searchSection } from './search.ts';
import { sourceSection } from './source.ts';
import { timeSection } from './time.ts';

/** Everything about a resource. A part about which there is nothing to say is left out. */
export function resourcePage(resource: PagedResource, model: Model, draw: Draw): Page {
  return {
    path: pagePath(resource.name),
    title: resource.title,
    blocks: [
      ...deprecationNotice(resource),
      ...(resource.description === '' ? [] : [text(resource.description)]),
      ...(resource.kind === 'view'
        ? viewSections.flatMap((section) => section(resource, model, draw))
        : tableSections.flatMap((section) => section(resource, model, draw))),
    ],
  };
}

type Section<Shown extends PagedResource> = (resource: Shown, model: Model, draw: Draw) => readonly Block[];

const tableSections: readonly Section<Table>[] = [
  operationsSection,
  callsSection,
  filesSection,
  searchSection,
  fieldsSection,
  relationsSection,
  rulesSection,
  timeSection,
  accessSection,
  examplesSection,
  historySection,
  (table, model) => inDocs.all(model).flatMap(({ section }) => section(table, model)),
];

const viewSections: readonly Section<View>[] = [
  operationsSection,
  sourceSection,
  fieldsSection,
  relationsSection,
  accessSection,
  examplesSection,
];
