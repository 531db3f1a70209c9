import { dependantsOf } from '../../model/dependant.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';

/** What a deletion does to other rows; empty for nothing, and for other actions. */
export function deletionSentence(resource: Resource, action: Action, model: Model): string {
  if (resource.kind !== 'table' || actionWord(action).event !== 'delete') return '';
  const reached = dependantsOf(resource, model);
  const references = (wanted: 'cascade' | 'clear') =>
    reached.flatMap(({ action: each, table, field }) => (each === wanted ? [`\`${table.name}.${field}\``] : []));
  const [gone, cleared] = [references('cascade'), references('clear')];
  return [
    gone.length === 0 ? '' : ` Rows that refer to a deleted row by ${gone.join(' or ')} are deleted too.`,
    cleared.length === 0 ? '' : ` ${cleared.join(' and ')} become null where they refer to a deleted row.`,
  ].join('');
}
