import type { Model } from '../../model/model.ts';
import { type Action, actionWord, knownPreferences } from '../../vocabulary/action/actions.ts';
import { examplesOf, preferences, valuePattern } from '../../vocabulary/preference.ts';
import type { OpenapiObject } from '../openapi/component.ts';
import { referToEffects } from '../row/effects_schema.ts';

/** The header Prefer of an action. */
export function preferParameter(action: Action, model: Model): readonly OpenapiObject[] {
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
      // As one more type of each answer, it would be in the way of clients that never ask for it.
      ...(actionWord(action).event === null ? {} : { 'x-answers': { 'return=effects': referToEffects(model) } }),
    },
  ];
}
