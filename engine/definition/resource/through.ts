import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import { type Through, throughLinks } from '../../model/relation.ts';
import type { Definitions } from '../definitions.ts';
import type { Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { buildBackward } from './backward.ts';

/** A relation through links: its field `by` refers to this resource, and `to` to the rows at the other end. */
interface WrittenThrough {
  readonly alias: string;
  readonly through: string;
  readonly by: string;
  readonly to: string | undefined;
  readonly was: string | null;
}

/** Null after a fault, which is reported, where it leads nowhere. */
export function buildThrough(
  { alias, through, by, to, was }: WrittenThrough,
  own: ResourceDefinition,
  definitions: Definitions,
  report: Report,
): Through | null {
  const links = buildBackward(
    { alias, key: 'through', resource: through, by, was: null },
    own.resource,
    definitions,
    report,
  );
  const link = definitions.wellFormed.get(through)?.definition;
  // Its file has been reported, or that it has none.
  if (link === undefined) return null;
  checkPast(alias, link, own, report);
  const target = endOf({ alias, by, to }, link, report);
  if (target === null || to === undefined) return null;
  return throughLinks(alias, was, links, { alias, was: null, target, cardinality: 'one', from: to, to: 'id' });
}

/** The resource at the other end of the links. Null after a fault, which is reported. */
function endOf(
  { alias, by, to }: Pick<WrittenThrough, 'alias' | 'by' | 'to'>,
  link: ResourceDefinition,
  report: Report,
): string | null {
  const path = ['relations', alias];
  const references = Object.keys(link.fields).filter((name) => name !== by && link.fields[name]?.type === 'reference');
  const expected =
    references.length === 0 ? `a second reference of ${link.resource}; ${by} is the only one` : oneOf(references);
  if (to === undefined) {
    const message = `it does not say which field of ${link.resource} refers to the rows at the other end`;
    report(path, { message, expected: `"to" with ${expected}`, part: 'key' });
    return null;
  }
  const field = Object.hasOwn(link.fields, to) ? link.fields[to] : undefined;
  if (field?.type === 'reference' && field.to !== undefined && to !== by) return field.to;
  const message =
    to === by
      ? `by and to are the same field of ${link.resource}`
      : field === undefined
        ? `there is no field ${to} in ${link.resource}`
        : `the field ${to} of ${link.resource} is not a reference`;
  report([...path, 'to'], { message, expected, nearest: to === by ? null : nearest(to, references) });
  return null;
}

/** As of an instant, rows of the past would be shown with the links of today. */
function checkPast(alias: string, link: ResourceDefinition, own: ResourceDefinition, report: Report): void {
  if (own.history !== true || link.history === true) return;
  const message = `${own.resource} has a history, and its links in ${link.resource} do not`;
  const expected = `history: true in ${link.resource}, so that as_of finds the links of that time`;
  report(['relations', alias, 'through'], { message, expected });
}
