import type { Row } from '../../api/row.ts';
import { labelFields } from '../../model/label.ts';
import { type Model, type Resource, relationOfField } from '../../model/model.ts';
import { atClock, type Clock } from '../../time/clock.ts';
import { type Column, isGrouped, keyOf } from './columns.ts';
import { filtersOf, withOption } from './list_query.ts';

interface ListRequest {
  readonly model: Model;
  readonly resource: Resource;
  readonly columns: readonly Column[];
  /** The query of the address, with the filters that the list has from its page. */
  readonly query: URLSearchParams;
  readonly clock: Clock;
}

/** A relation that the request embeds for the label of its row, and the name under which rows have it. */
export interface LabelEmbed {
  readonly alias: string;
  readonly name: string;
}

/** The query of the first page of a list, as the API takes it. */
export function listQuery(request: ListRequest): URLSearchParams {
  const { model, resource, query, clock } = request;
  const paged = withOption(withOption(query, 'after', null), 'limit', String(pageSize(model)));
  return atClock(withOption(paged, 'select', selectOf(request)), { resource, model, clock });
}

/** What is embedded for labels. Under its own name, a relation would change what filters of it and columns of it mean. */
export function labelEmbeds({ model, resource, columns, query }: Omit<ListRequest, 'clock'>): readonly LabelEmbed[] {
  if (isGrouped(columns)) return [];
  const mentions = [
    ...filtersOf(query).map(({ parameter, value }) => `${parameter} ${/(and|or)$/.test(parameter) ? value : ''}`),
    ...columns.flatMap((column) => (column.kind === 'other' ? column.text : [])),
    query.get('embed') ?? '',
  ].join(' ');
  return fieldsShown(resource, columns).flatMap((name) => {
    const relation = relationOfField(resource, name);
    const target = model.resources.get(relation?.target ?? '');
    if (relation === null || target === undefined || target.label.length === 0) return [];
    const isMentioned = new RegExp(`(^|[^\\w])${relation.alias}([^\\w]|$)`).test(mentions);
    return [{ alias: relation.alias, name: isMentioned ? `label_of_${relation.alias}` : relation.alias }];
  });
}

/** A row with its labels under the names of their relations. */
export function withLabels(row: Row, embeds: readonly LabelEmbed[]): Row {
  const renamed = embeds.filter(({ alias, name }) => alias !== name);
  if (renamed.length === 0) return row;
  return { ...row, ...Object.fromEntries(renamed.map(({ alias, name }) => [alias, row[name]])) };
}

/** Few enough for a quick answer, many enough that scrolling seldom waits. */
const usualPage = 200;

function pageSize({ service }: Model): number {
  return Math.min(usualPage, service.pageMaximum);
}

function selectOf(request: ListRequest): string {
  const { model, resource, columns } = request;
  if (isGrouped(columns)) return columns.map(keyOf).join();
  const embeds = labelEmbeds(request).map(({ alias, name }) => {
    const target = model.resources.get(resource.relations.get(alias)?.target ?? '');
    const fields = target === undefined ? '' : labelFields(target).join();
    return `${name === alias ? '' : `${name}:`}${alias}(${fields})`;
  });
  const others = columns.flatMap((column) => (column.kind === 'other' ? column.text : []));
  return [...fieldsShown(resource, columns), ...others, ...embeds].join();
}

/** The fields of the label, which is always shown, and the fields of the columns. */
function fieldsShown(resource: Resource, columns: readonly Column[]): readonly string[] {
  const own = columns.flatMap((column) => (column.kind === 'field' ? column.field.name : []));
  return [...new Set([...labelFields(resource), ...own])];
}
