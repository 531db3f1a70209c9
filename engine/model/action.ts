import type { ActionSubject } from '../vocabulary/action/action_word.ts';
import { type Action, actionWord } from '../vocabulary/action/actions.ts';
import { historyName } from './history_name.ts';
import type { Model, Resource } from './model.ts';

/** Whether clients may ask a resource for an action. The way to a history comes with the history. */
export function offers(resource: Resource, action: Action): boolean {
  if (actionWord(action).of === 'resource') return resource.actions.has(action);
  return resource.kind === 'table' && resource.history !== null;
}

/** The resource whose rows an action shows or changes. */
export function rowsOf(action: Action, resource: string): string {
  return actionWord(action).of === 'history' ? historyName(resource) : resource;
}

/** What the words about the actions of a resource depend on. */
export function actionSubject(resource: Resource, { service }: Model): ActionSubject {
  const { temporal, history } = resource.kind === 'table' ? resource : { temporal: null, history: null };
  return {
    overlap: temporal?.overlap ?? null,
    freeze: temporal?.freeze?.after ?? null,
    history,
    requireIfMatch: service.requireIfMatch,
    pageDefault: service.limits.pageDefault,
    pageMaximum: service.limits.pageMaximum,
  };
}
