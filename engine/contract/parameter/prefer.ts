import type { Resource } from '../../model/model.ts';
import { type Action, actionWord, knownPreferences } from '../../vocabulary/action/actions.ts';
import { examplesOf, preferences, valuePattern } from '../../vocabulary/preference.ts';
import { type OpenapiObject, refer } from '../openapi/component.ts';
import { referToEffects } from '../row/effects_schema.ts';

/** The header Prefer of an action. */
export function preferParameter(resource: Resource, action: Action): readonly OpenapiObject[] {
  const [first = 'timezone'] = actionWord(action).preferences;
  const names = knownPreferences(action);
  const one = names.map((name) => `${name}=${valuePattern(name)}`).join('|');
  return [
    {
      name: 'Prefer',
      in: 'header',
      description: names.map((name) => preferences[name].words).join(' '),
      schema: { type: 'string', pattern: `^(${one})(, ?(${one}))*$` },
      example: examplesOf(first)[0],
      ...(actionWord(action).event === null ? {} : { 'x-answers': answersByPreference(resource, action) }),
    },
  ];
}

/** As further types of each answer, they would be in the way of clients that never ask for them. */
function answersByPreference(resource: Resource, action: Action): OpenapiObject {
  const effects = { 'return=effects': referToEffects() };
  if (actionWord(action).takesRows !== true) return effects;
  return { ...effects, 'return=representation': { type: 'array', items: refer('schemas', resource.name) } };
}
