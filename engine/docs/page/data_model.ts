import type { Field } from '../../model/field.ts';
import type { Model } from '../../model/model.ts';
import { resourceAddress } from '../address.ts';
import { heading, type Page, table, text } from '../block.ts';
import { entityDiagram, references } from '../picture/entity_diagram.ts';
import type { Draw } from '../picture/graphviz.ts';

/** The resources and their relations, as a picture and in words. */
export function dataModelPage(model: Model, draw: Draw): Page {
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const graph = entityDiagram(model);
  const link = (name: string) => `[${name}](${resourceAddress(name, model)})`;
  const rows = tables.flatMap((each) =>
    references(each, model).map(({ from, field, to }) => [link(from), `\`${field.name}\``, link(to), oneOf(field)]),
  );
  return {
    path: 'data_model.html',
    title: 'Data model',
    blocks: [
      ...(graph === null
        ? [
            text(
              `${tables.length} resources are too many for one picture. The page of each resource shows its own relations.`,
            ),
          ]
        : [
            text(
              "Each box is a resource with the fields that refer to others. A line begins with a crow's foot at the many and ends with a bar at the one, which has a ring where there may be none.",
            ),
            { kind: 'diagram', svg: draw(graph) } as const,
          ]),
      heading('References'),
      rows.length === 0
        ? text('No resource refers to another.')
        : table(['resource', 'field', 'refers to', 'of each row'], rows),
    ],
  };
}

function oneOf({ nullable, type }: Field): string {
  if (type.kind === 'array') return 'any number';
  return nullable ? 'one or none' : 'one';
}
