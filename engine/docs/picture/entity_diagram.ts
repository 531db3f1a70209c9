import type { Field } from '../../model/field.ts';
import type { Model, Table, View } from '../../model/model.ts';
import { oncePerModel } from '../../model/once.ts';
import { recordingNames } from '../../model/recorder.ts';
import { targetOf } from '../../vocabulary/field_type.ts';
import { pagePath } from '../address.ts';
import { boxFill, type Graph, graphAttributes, headingFill } from './graphviz.ts';

// Beyond these a picture is a tangle, and its layout takes longer than a reader waits: the time grows with the cube.
const mostTables = 40;
const mostNeighbours = 20;

/** The tables and their references; null where they are too many for one picture. */
export function entityDiagram(model: Model): Graph | null {
  const tables = tablesOf(model);
  if (tables.length > mostTables) return null;
  const edges = tables.flatMap((table) => references(table, model));
  return {
    label: 'Resources and what they refer to; the list below says the same in words',
    dot: graph(
      tables.map((table) => box(table, references(table, model))),
      edges,
      '',
    ),
  };
}

/** A table or a view with the tables on both ends of its references; null without references, or with too many for a picture. */
export function neighbourhood(table: Table | View, model: Model): Graph | null {
  const own = references(table, model);
  const incoming = (incomingReferences(model).get(table.name) ?? []).filter(({ from }) => from !== table.name);
  const neighbours = new Set([...own.map(({ to }) => to), ...incoming.map(({ from }) => from)]);
  neighbours.delete(table.name);
  if (own.length + incoming.length === 0 || neighbours.size > mostNeighbours) return null;
  const others = tablesOf(model).filter(({ name }) => neighbours.has(name));
  const boxes = others.map((other) =>
    box(
      other,
      incoming.filter(({ from }) => from === other.name),
    ),
  );
  return {
    label: `What ${table.name} refers to and what refers to it; the table below says the same in words`,
    dot: graph([box(table, own), ...boxes], [...own, ...incoming], '../'),
  };
}

interface Reference {
  readonly from: string;
  readonly field: Field;
  readonly to: string;
}

/** The references of a table or a view to tables of the model. */
export function references(table: Table | View, { resources }: Model): readonly Reference[] {
  return [...table.fields.values()].flatMap((field) => {
    const to = targetOf(field.type);
    // Each table has its recorder: an arrow from each would say nothing.
    return to !== null && resources.get(to)?.kind === 'table' && !recordingNames.has(field.name)
      ? [{ from: table.name, field, to }]
      : [];
  });
}

/** The references of a model by their target, computed once, since the page of each table needs its own. */
const incomingReferences = oncePerModel((model) =>
  Map.groupBy(
    tablesOf(model).flatMap((table) => references(table, model)),
    ({ to }) => to,
  ),
);

interface Box {
  readonly name: string;
  readonly rows: readonly string[];
}

function box({ name }: Table | View, shown: readonly Reference[]): Box {
  return { name, rows: shown.map(({ field }) => field.name) };
}

function graph(boxes: readonly Box[], edges: readonly Reference[], up: string): string {
  const nodes = boxes.map(({ name, rows }) => {
    const heading = `<tr><td port="_" href="${up}${pagePath(name)}" bgcolor="${headingFill}"><b>${name}</b></td></tr>`;
    const fields = rows.map((row) => `<tr><td port="${row}" align="left">${row}</td></tr>`);
    return `"${name}" [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" bgcolor="${boxFill}">${heading}${fields.join('')}</table>>];`;
  });
  // Mostly many rows have one: a crow's foot where they are, at the other end a bar, with a ring where there may be none.
  const lines = edges.map(
    ({ from, field, to }) =>
      `"${from}":"${field.name}" -> "${to}":"_" [dir=both, arrowtail=crowodot, arrowhead=${headOf(field)}];`,
  );
  return `digraph { ${graphAttributes} rankdir=LR; nodesep=0.3; ranksep=0.5; node [shape=plain]; ${nodes.join('\n')} ${lines.join('\n')} }`;
}

/** An array refers to any number of rows. */
function headOf({ type, nullable }: Field): string {
  if (type.kind === 'array') return 'crowodot';
  return nullable ? 'teeodot' : 'tee';
}

function tablesOf({ resources }: Model): readonly Table[] {
  return [...resources.values()].filter((resource) => resource.kind === 'table');
}
