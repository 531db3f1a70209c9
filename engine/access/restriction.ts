import type { Access, AccessRule, Model, PastAccess, Resource } from '../model/model.ts';
import { oncePerModel } from '../model/once.ts';
import { allRows, noRow } from '../model/whole_access.ts';
import type { AccessRight } from '../vocabulary/action/action_word.ts';
import { modelOfRole } from './field_rule.ts';
import type { Principal } from './principal.ts';
import { accessFor } from './row_rule.ts';

/** What a principal may see and change, as data. */
export interface Restrictions {
  readonly principal: Principal;
  /** The model with the fields and relations that the role may use: see field_rule.ts. */
  readonly model: Model;
  /** The row rules of each resource, by its name. */
  readonly rows: ReadonlyMap<string, Access>;
}

/** The restrictions of a principal. All that depends on the role alone is made once for each role of a model. */
export function restrictionsOf(principal: Principal, model: Model): Restrictions {
  if (principal.isService) return { principal, ...withoutRestrictions(model) };
  const roles = known.get(model) ?? new Map<string, RoleRules>();
  known.set(model, roles);
  const { role } = principal;
  // An unknown role counts as no role, and no role has an empty name.
  const name = role !== null && model.service.roles.includes(role) ? role : '';
  const rules = roles.get(name) ?? rulesOfRole(name === '' ? null : name, model);
  roles.set(name, rules);
  return { principal, ...rules };
}

/** What may be done with the rows of a resource; nothing where the restrictions do not name it. */
export function rowRule({ rows }: Pick<Restrictions, 'rows'>, { name }: Resource, right: AccessRight): AccessRule {
  return (rows.get(name) ?? noRow)[right];
}

/** Which rows of the past may be read; none where the restrictions do not name the resource. */
export function pastRules({ rows }: Pick<Restrictions, 'rows'>, { name }: Resource): PastAccess {
  return (rows.get(name) ?? noRow).past;
}

/** Every row and field. */
export const withoutRestrictions = oncePerModel(
  (model): RoleRules => ({ model, rows: new Map([...model.resources.keys()].map((name) => [name, allRows] as const)) }),
);

type RoleRules = Omit<Restrictions, 'principal'>;

const known = new WeakMap<Model, Map<string, RoleRules>>();

function rulesOfRole(role: string | null, model: Model): RoleRules {
  const rows = [...model.resources].map(([name, resource]) => [name, accessFor({ role }, resource)] as const);
  return { model: modelOfRole(model, role), rows: new Map(rows) };
}
