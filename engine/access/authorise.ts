import type { Model, Resource } from '../model/model.ts';
import { writtenWay } from '../model/relation.ts';
import { isRequired } from '../model/required.ts';
import type { AccessAction } from '../vocabulary/action/action_word.ts';
import { type Action, actionWord } from '../vocabulary/action/actions.ts';
import type { Principal } from './principal.ts';
import { type Restrictions, restrictionsOf } from './restriction.ts';
import { holdsScope, scopeOf } from './scope.ts';

/** What a request touches. Which rows of it, the restrictions say. */
export interface Touched {
  readonly resource: Resource;
  /** Scopes that the resource asks for besides its own. */
  readonly scopes?: readonly NeededScope[];
  /** The resources that are embedded, filtered or ordered by. */
  readonly related?: readonly RelatedRead[];
  /** Whether rows are shown as they were: as of an instant, or around a version. */
  readonly past?: boolean;
  /** The names of the fields that a body sets. */
  readonly written?: readonly string[];
}

/** A resource that a request reads besides its own, and the aliases that lead to it. */
export interface RelatedRead {
  readonly resource: Resource;
  readonly path: readonly string[];
  /** The view that reads it; left out where the request does. */
  readonly view?: string;
}

interface NeededScope {
  readonly scope: string;
  /** What needs it, in words; null for the action itself. */
  readonly need: string | null;
}

export type Authorisation =
  | { readonly ok: true; readonly restrictions: Restrictions }
  | { readonly ok: false; readonly refusal: Refusal };

/** The check that failed, and what it needs. */
export type Refusal =
  | ({ readonly check: 'scope' } & NeededScope)
  /** The role may do this with no row of the resource. */
  | { readonly check: 'role'; readonly resource: string; readonly action: AccessAction }
  /** The call does not list the role. */
  | { readonly check: 'call'; readonly resource: string; readonly call: string }
  /** The role may not write fields that a create needs. Fields that it may not even read are not named. */
  | { readonly check: 'required fields'; readonly resource: string; readonly fields: readonly string[] }
  /** The role may read these fields, but not write them. */
  | { readonly check: 'fields'; readonly fields: readonly string[] };

/**
 * Decides whether a principal may take an action on what a request touches, and which rows and fields of it. The checks
 * come in the order of docs/access.md: scope, role, related scopes, related roles, fields. A request that has told only
 * some of what it touches passes the same checks again with the rest.
 */
export function authorise(principal: Principal, action: Action, touched: Touched, model: Model): Authorisation {
  const restrictions = restrictionsOf(principal, model);
  const refusal =
    missingScope(principal, action, touched) ??
    forbiddenAction(action, touched, restrictions) ??
    missingRelatedScope(principal, touched) ??
    forbiddenRelated(touched, restrictions) ??
    forbiddenFields(action, touched, restrictions);
  return refusal === null ? { ok: true, restrictions } : { ok: false, refusal };
}

function missingScope(principal: Principal, action: Action, { resource, scopes = [] }: Touched): Refusal | null {
  const scope = `${actionWord(action).verb}:data:${resource.name}`;
  if (!holdsScope(principal, scope)) return { check: 'scope', scope, need: null };
  return firstMissing(principal, scopes);
}

/** The role may take the action on no row at all, with any request. */
function forbiddenAction(action: Action, { resource }: Touched, { model, rows }: Restrictions): Refusal | null {
  const { name } = resource;
  const { access } = actionWord(action);
  if ((rows.get(name)?.[access].kind ?? 'nothing') === 'nothing')
    return { check: 'role', resource: name, action: access };
  const seen = model.resources.get(name);
  if (access !== 'create' || seen === undefined || seen === resource) return null;
  const required = [...resource.fields.values()].filter(
    (field) => isRequired(field) && seen.fields.get(field.name)?.create !== true,
  );
  if (required.length === 0) return null;
  const fields = required.map((field) => field.name).filter((each) => seen.fields.has(each));
  return { check: 'required fields', resource: name, fields };
}

function missingRelatedScope(principal: Principal, { resource, related = [], past = false }: Touched): Refusal | null {
  if (related.length === 0 && !past) return null;
  const read: readonly RelatedRead[] = [{ resource, path: [] }, ...related];
  return firstMissing(
    principal,
    read.flatMap(({ resource: each, path, view }) => {
      const need =
        view !== undefined ? `the view ${view}` : path.length === 0 ? 'as_of' : `the relation ${writtenWay(path)}`;
      const own = { scope: scopeOf('read', each.name), need };
      const history = past && each.kind === 'table' ? each.history : null;
      if (history === null) return [own];
      return [
        own,
        { scope: scopeOf('read', history), need: path.length === 0 && view === undefined ? need : `${need} as it was` },
      ];
    }),
  );
}

function firstMissing(principal: Principal, needed: readonly NeededScope[]): Refusal | null {
  const missing = needed.find(({ scope }) => !holdsScope(principal, scope));
  return missing === undefined ? null : { check: 'scope', ...missing };
}

/** The role may read no row of a resource, or none as it was. */
function forbiddenRelated({ resource, related = [], past = false }: Touched, { rows }: Restrictions): Refusal | null {
  const read = [...related.map((each) => each.resource), ...(past ? [resource] : [])];
  const needed = read.flatMap((each) => [
    each.name,
    ...(past && each.kind === 'table' && each.history !== null ? [each.history] : []),
  ]);
  const forbidden = needed.find((name) => (rows.get(name)?.read.kind ?? 'nothing') === 'nothing');
  return forbidden === undefined ? null : { check: 'role', resource: forbidden, action: 'read' };
}

function forbiddenFields(action: Action, { resource, written = [] }: Touched, { model }: Restrictions): Refusal | null {
  const seen = model.resources.get(resource.name);
  if (seen === resource || written.length === 0) return null;
  const member = action === 'create' ? 'create' : 'update';
  const fields = written.filter(
    (name) => resource.fields.get(name)?.[member] === true && seen?.fields.get(name)?.[member] === false,
  );
  return fields.length === 0 ? null : { check: 'fields', fields };
}
