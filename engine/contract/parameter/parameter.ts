import type { Model, Resource } from '../../model/model.ts';
import { type InstantParameter, instantObstacle } from '../../query/plan/instant.ts';
import type { ActionParameter } from '../../vocabulary/action/action_word.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import { type OpenapiObject, refer } from '../openapi/component.ts';
import { listPart } from '../openapi/feature.ts';
import { pageParameterNames, partParameters } from '../openapi/page.ts';
import { columnsParameter } from './columns.ts';
import { embedParameters } from './embed.ts';
import { filterParameters, pathParameters } from './filter.ts';
import { onConflictParameter } from './on_conflict.ts';
import { orderParameter } from './order.ts';
import { preferParameter } from './prefer.ts';
import { selectParameter } from './select.ts';

/** What the URL and the headers of an action may say. */
export function parametersOf(resource: Resource, action: Action, model: Model): readonly OpenapiObject[] {
  const own = actionWord(action).parameters.flatMap((parameter) => parts[parameter](resource, model));
  return [...own, ...preferParameter(resource, action)];
}

type Part = (resource: Resource, model: Model) => readonly OpenapiObject[];

const parts: Readonly<Record<ActionParameter, Part>> = {
  filters: filterParameters,
  related: (resource, model) => pathParameters(resource, model, false),
  order: (resource, model) => [orderParameter(resource, model)],
  page: () => pageParameterNames.map((name) => refer('parameters', name)),
  part: () => partParameters,
  as_of: instant('as_of'),
  valid_at: instant('valid_at'),
  select: (resource, model) => [selectParameter(resource, model)],
  embed: embedParameters,
  columns: (resource) => [columnsParameter(resource)],
  on_conflict: (resource) => [onConflictParameter(resource)],
  stream: (resource) => listPart(resource)?.parameters ?? [],
  'If-Match': shared('If-Match'),
  'If-None-Match': shared('If-None-Match'),
  'Idempotency-Key': shared('Idempotency-Key'),
  'Consistency-Token': shared('Consistency-Token'),
};

function shared(name: string): Part {
  return () => [refer('parameters', name)];
}

function instant(name: InstantParameter): Part {
  return (resource) => (instantObstacle(name, resource) === null ? [refer('parameters', name)] : []);
}
