import type { StudioRelation } from '../../../contract/studio/studio_model.ts';
import { queryText } from '../../api/query_text.ts';
import type { Row } from '../../api/row.ts';
import { labelFields, labelOf } from '../../model/label.ts';
import type { Model, Resource } from '../../model/model.ts';
import { relationOfField } from '../../model/model.ts';
import type { Clock } from '../../time/clock.ts';

/** How many related rows are shown in place. */
export const shownInPlace = 5;

/** The relations to many that a row can show in place, with the resources to which they lead. */
export function relationsInPlace(
  { resources }: Model,
  resource: Resource,
): readonly { readonly relation: StudioRelation; readonly target: Resource }[] {
  return [...resource.relations.values()].flatMap((relation) => {
    const target = relation.cardinality === 'many' ? resources.get(relation.target) : undefined;
    return target === undefined || !target.fields.has('id') ? [] : [{ relation, target }];
  });
}

/** The query that reads a row with the first of its related rows. */
export function relatedQuery(model: Model, resource: Resource, { validAt, asOf }: Clock): string {
  const relations = relationsInPlace(model, resource);
  const embeds = relations.map(
    ({ relation, target }) => `${relation.alias}(${summaryFields(model, relation, target).join()})`,
  );
  return queryText([
    ['select', ['id', ...embeds].join()],
    ...relations.map(({ relation }): [string, string] => [`${relation.alias}.limit`, String(shownInPlace + 1)]),
    ...relations.flatMap(({ relation, target }): [string, string][] =>
      target.validAt && validAt !== null ? [[`${relation.alias}.valid_at`, validAt]] : [],
    ),
    ...(asOf !== null && resource.asOf ? [['as_of', asOf] as const] : []),
  ]);
}

/** What tells a related row apart: its label, or the rows to which it refers besides the one that it is related to. */
export function summaryOf(model: Model, relation: StudioRelation, target: Resource, row: Row): string {
  if (target.label.length > 0) return labelOf(target, row);
  const parts = referencesOf(model, relation, target).flatMap(({ alias, target: referred }) => {
    const related = row[alias] as Row | null | undefined;
    return related ? [labelOf(referred, related)] : [];
  });
  return parts.length === 0 ? labelOf(target, row) : parts.join(', ');
}

function summaryFields(model: Model, relation: StudioRelation, target: Resource): readonly string[] {
  const embeds = referencesOf(model, relation, target).map(
    ({ alias, target: referred }) => `${alias}(${labelFields(referred).join()})`,
  );
  const validity = ['valid_from', 'valid_to'].filter((name) => target.fields.has(name));
  return [...labelFields(target), ...validity, ...(target.label.length > 0 ? [] : embeds)];
}

function referencesOf({ resources }: Model, { filter }: StudioRelation, target: Resource) {
  return [...target.fields.values()].flatMap(({ name, bySystem }) => {
    const relation = bySystem || name === filter?.parameter ? null : relationOfField(target, name);
    const referred = resources.get(relation?.target ?? '');
    return relation === null || referred === undefined || referred.label.length === 0
      ? []
      : [{ alias: relation.alias, target: referred }];
  });
}
