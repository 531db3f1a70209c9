import type { Model, Table } from '../../model/model.ts';
import { inDocs } from '../feature.ts';
import { accessChanges } from './access.ts';
import { callChanges } from './call.ts';
import { creationChanges, setChanges } from './consequence.ts';
import { fieldChanges } from './field.ts';
import {
  actionChanges,
  checkChanges,
  deprecationChanges,
  eventChanges,
  historyChanges,
  relationChanges,
  searchChanges,
  timeChanges,
  uniquenessAmongChanges,
  uniquenessChanges,
} from './table.ts';

/** What is said where a part of a table has changed; null where nothing is. */
type PartChanges = ((was: Table, now: Table, oldName: string, model: Model) => readonly string[]) | null;

/** Each part of a table, in the order in which it is told. */
const parts = {
  deprecated: deprecationChanges,
  actions: actionChanges,
  relations: relationChanges,
  history: historyChanges,
  temporal: timeChanges,
  checks: checkChanges,
  search: searchChanges,
  sets: setChanges,
  creates: creationChanges,
  unique: uniquenessChanges,
  uniqueAmong: uniquenessAmongChanges,
  event: eventChanges,
  calls: callChanges,
  fields: fieldChanges,
  access: accessChanges,
  rules: (was, now, oldName, model) => inDocs.all(model).flatMap(({ changes }) => changes?.(was, now, oldName) ?? []),
  // A rename is told with the resource.
  name: null,
  was: null,
  // Words for people.
  title: null,
  description: null,
  group: null,
  label: null,
  // Only the servers of the database see these.
  readsFrom: null,
  indexes: null,
  prefixes: null,
  // These stay.
  kind: null,
  madeBy: null,
} satisfies Readonly<Record<keyof Table, PartChanges>>;

/** What has changed about a resource, which may have had another name. */
export function partChanges(was: Table, now: Table, oldName: string, model: Model): readonly string[] {
  return Object.values<PartChanges>(parts).flatMap((changes) => changes?.(was, now, oldName, model) ?? []);
}
