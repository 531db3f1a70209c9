import { authorise } from '../../access/authorise.ts';
import type { Principal } from '../../access/principal.ts';
import { restrictionsOf } from '../../access/restriction.ts';
import { offers } from '../../model/action.ts';
import { readsEverywhere } from '../../model/field_access.ts';
import type { Model, Resource } from '../../model/model.ts';
import { accessCondition, isHidden } from '../sql/condition/row.ts';
import { itemOf } from '../sql/condition/row_place.ts';

/**
 * Whether nothing that a rule can look at is hidden from a principal. The API then shows them each row of each declared
 * resource, now and as it was, with all of its fields. No rule looks at what features make.
 */
export function seesEverything(principal: Principal, model: Model): boolean {
  const restrictions = restrictionsOf(principal, model);
  const isShown = (resource: Resource) => {
    const row = itemOf(resource, restrictions, null);
    return (
      (offers(resource, 'list') || offers(resource, 'read')) &&
      authorise(principal, 'list', { resource }, model).ok &&
      [...resource.fields.values()].every((field) => readsEverywhere(field, principal.role)) &&
      !isHidden(resource, accessCondition(resource, 'read', row), row)
    );
  };
  return [...model.resources.values()].every((resource) => isMade(resource) || isShown(resource));
}

function isMade(resource: Resource): boolean {
  const table = resource.kind === 'history' ? resource.of : resource;
  return table.kind === 'table' && table.madeBy !== null;
}
