import type { Model } from '../../model/model.ts';
import { type AnyRelation, isTree } from '../../model/relation.ts';
import { resourceAddress } from '../address.ts';
import { type Block, code, heading, table as tableOf, text } from '../block.ts';
import { curlGet } from '../curl.ts';
import { neighbourhood } from '../picture/entity_diagram.ts';
import type { Draw } from '../picture/graphviz.ts';
import type { PagedResource } from './paged.ts';

/** The relations of a resource: their aliases, and how to embed them. */
export function relationsSection(table: PagedResource, model: Model, draw: Draw): readonly Block[] {
  const relations = [...table.relations.values()];
  const picture = neighbourhood(table, model);
  const [first] = relations;
  return [
    ...(first === undefined && picture === null ? [] : [heading('Relations')]),
    ...(picture === null ? [] : [{ kind: 'diagram', svg: draw(picture) } as const]),
    ...(first === undefined
      ? []
      : [
          tableOf(
            ['alias', 'leads to', 'by'],
            relations.map((relation) => [
              `\`${relation.alias}\``,
              targetWords(relation, model),
              byWords(relation, table),
            ]),
          ),
          text(
            'Use an alias to embed the related rows, to filter by them, or, for one row, to order by it. See [filters on related rows](query.html#filter-on-related-rows).',
          ),
          ...(table.actions.has('list') ? [code('sh', curlGet(`/${table.name}?embed=${first.alias}&limit=1`))] : []),
        ]),
  ];
}

function targetWords({ target, cardinality }: AnyRelation, model: Model): string {
  const link = `[${target}](${resourceAddress(target, model)})`;
  return cardinality === 'one' ? `one ${link}` : `many ${link}`;
}

function byWords(relation: AnyRelation, { name }: PagedResource): string {
  if ('steps' in relation) {
    const [{ target: link, to: by }, { from: end }] = relation.steps;
    return `\`${link}.${by}\`, then \`${link}.${end}\``;
  }
  if (isTree(relation)) {
    const { step, depth } = relation;
    const field = step.to === 'id' ? step.from : step.to;
    return `${step.to === 'id' ? 'up' : 'down'} the tree of \`${name}.${field}\`, ${depth} steps at most`;
  }
  const { from, to, target } = relation;
  return from === 'id' ? `\`${target}.${to}\`` : `\`${name}.${from}\``;
}
