import { conditionWords, givenWords } from '../model/condition/words.ts';
import type { Creation, FieldSets, GivenValue } from '../model/consequence.ts';
import type { WriteMoment } from '../model/write_moment.ts';
import { momentWords } from './moment_words.ts';

/** What is set in a row, and when, as in "`validated_at` to now, after each create, update where ...". */
export function setWords({ moment, values }: FieldSets): string {
  const fields = valueWords(values, (name, value) => `\`${name}\` to ${value}`);
  return `${fields}${followsWords(moment)}`;
}

/** What is created, and when, as in "a `task` with `kind` `initial`, after each create". */
export function creationWords({ moment, resource, forEach, unless, values }: Creation): string {
  const each = forEach === null ? '' : ` for each \`${forEach.alias}\``;
  const fields = values.size === 0 ? '' : ` with ${valueWords(values, (name, value) => `\`${name}\` ${value}`)}`;
  const absent = unless === null ? '' : `, unless there is one of which ${conditionWords(unless)}`;
  return `a \`${resource}\`${each}${fields}${absent}${followsWords(moment)}`;
}

function valueWords(values: ReadonlyMap<string, GivenValue>, words: (name: string, value: string) => string): string {
  return [...values].map(([name, value]) => words(name, givenWords(value))).join(' and ');
}

function followsWords(moment: WriteMoment): string {
  return momentWords(moment).replace('; asked of each', ', after each');
}
