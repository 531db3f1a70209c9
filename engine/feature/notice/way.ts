import { tableAt } from '../../model/condition/look.ts';
import { everyRowOf } from '../../model/every_row.ts';
import type { Model, Recipient, Table } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';

/** The tables of the rows on the way of a recipient, one after the other. */
export function tablesOnWay({ all, relations }: Recipient, table: Table, model: Model): readonly Table[] {
  const first = all === null ? table : tableAt(everyRowOf(all), model);
  return [first, ...relations.map((relation) => tableAt(relation, model))];
}

/** The path to a row on the way. If the way begins with all rows of a resource, its path does not begin with the row itself. */
export function pathOnWay({ all, relations }: Recipient, depth: number): readonly Relation[] {
  return [...(all === null ? [] : [everyRowOf(all)]), ...relations.slice(0, depth)];
}

/** The path to the row that the rule of a recipient is about. */
export function askedPath(recipient: Recipient): readonly Relation[] {
  return pathOnWay(recipient, recipient.all === null ? recipient.relations.length : 0);
}
