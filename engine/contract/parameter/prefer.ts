import type { Action } from '../../vocabulary/action/actions.ts';
import { actionWord } from '../../vocabulary/action/actions.ts';
import { preferences } from '../../vocabulary/preference.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** The header Prefer of an action; none if the action knows no preference. */
export function preferParameter(action: Action): readonly OpenapiObject[] {
  const names = actionWord(action).preferences;
  const [first] = names;
  if (first === undefined) return [];
  const one = names.map((name) => `${name}=(${preferences[name].values.join('|')})`).join('|');
  return [
    {
      name: 'Prefer',
      in: 'header',
      description: names.map((name) => preferences[name].words).join(' '),
      schema: { type: 'string', pattern: names.length === 1 ? `^${one}$` : `^(${one})(, ?(${one}))*$` },
      example: `${first}=${preferences[first].values[0]}`,
    },
  ];
}
