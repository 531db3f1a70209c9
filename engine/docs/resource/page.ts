import type { Model, Table } from '../../model/model.ts';
import { pagePath } from '../address.ts';
import { type Block, type Page, text } from '../block.ts';
import { inDocs } from '../feature.ts';
import type { Draw } from '../picture/graphviz.ts';
import { accessSection } from './access.ts';
import { callsSection } from './calls.ts';
import { deprecationNotice } from './deprecation.ts';
import { examplesSection } from './examples.ts';
import { fieldsSection } from './fields.ts';
import { historySection } from './history.ts';
import { operationsSection } from './operations.ts';
import { relationsSection } from './relations.ts';
import { rulesSection } from './rules.ts';
import { timeSection } from './time.ts';

/** Everything about a resource. A part about which there is nothing to say is left out. */
export function resourcePage(table: Table, model: Model, draw: Draw): Page {
  return {
    path: pagePath(table.name),
    title: table.title,
    blocks: [
      ...deprecationNotice(table),
      ...(table.description === '' ? [] : [text(table.description)]),
      ...sections.flatMap((section) => section(table, model, draw)),
    ],
  };
}

type Section = (table: Table, model: Model, draw: Draw) => readonly Block[];

const sections: readonly Section[] = [
  operationsSection,
  callsSection,
  fieldsSection,
  relationsSection,
  rulesSection,
  timeSection,
  accessSection,
  examplesSection,
  historySection,
  (table, model) => inDocs.all(model).flatMap(({ section }) => section(table, model)),
];
