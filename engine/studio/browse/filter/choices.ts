import type { Model } from '../../model/model.ts';
import type { Words } from '../../words/words.ts';
import { containedText, contains } from './contains.ts';
import type { Comparison } from './filter.ts';
import { operatorText, stateText } from './filter_text.ts';
import { operatorsAt, type Place } from './place.ts';

/** Something that people may ask of a place: an operator or its denial, or a whole question. */
export interface Choice {
  /** Tells choices apart. */
  readonly id: string;
  readonly text: string;
  readonly operator: string;
  readonly negated: boolean;
  /** The keyword of a question that needs no answer; null for all others. */
  readonly keyword: string | null;
  /** Whether it looks for a text anywhere in the field. */
  readonly isContained: boolean;
}

/**
 * What may be asked of a place, the most usual first. Two choices such as `gt` and `not.lte` have the same words: one is
 * left, preferably the present one, or one without `not`.
 */
export function choicesAt(model: Model, place: Place, words: Words, present: Comparison | null): readonly Choice[] {
  const operators = operatorsAt(place)
    .filter((name) => name !== 'is' && model.operators.has(name))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const isTextual = operators.includes('ilike') && operators.includes('imatch');
  const all = [
    ...(isTextual ? [containing(false, words), containing(true, words)] : []),
    ...operators.flatMap((operator) => [false, true].map((negated) => simple(model, operator, negated))),
    ...(operatorsAt(place).includes('is') ? states(place, words) : []),
  ];
  const presentId = present === null ? null : choiceOf(all, present)?.id;
  const preferred = all.toSorted((a, b) => precedence(a, presentId) - precedence(b, presentId));
  const kept = new Set(preferred.filter(({ text }, at) => preferred.findIndex((each) => each.text === text) === at));
  return all.filter((choice) => kept.has(choice));
}

function precedence({ id, negated }: Choice, presentId: string | null | undefined): number {
  if (id === presentId) return 0;
  return negated ? 2 : 1;
}

/** The choice that a comparison has made. */
export function choiceOf(choices: readonly Choice[], comparison: Comparison): Choice | undefined {
  const { operator, negated, values } = comparison;
  const of = (id: string) => choices.find((choice) => choice.id === id);
  if (operator === 'is') {
    const [word = 'null'] = values;
    if (word === 'not_null') return of(idOf('is', !negated, 'null'));
    return of(idOf('is', negated, word));
  }
  if (containedText(comparison) !== null) return of(idOf('contains', negated, null));
  return of(idOf(operator, negated, null));
}

/** What may follow the operator of a choice; null for nothing. Several arrays have no way to be written. */
export function modifierAt({ operators }: Model, { of }: Place, { operator, keyword, isContained }: Choice) {
  if (isContained || keyword !== null) return null;
  const modifier = operators.get(operator)?.modifier ?? null;
  return modifier === 'quantifier' && of.kind === 'field' && of.field.isArray ? null : modifier;
}

/** What a choice asks with values. */
export function comparisonOf(
  { operator, negated, keyword, isContained }: Choice,
  { path, modifier, values }: Pick<Comparison, 'path' | 'modifier' | 'values'>,
): Comparison {
  if (keyword !== null) return { path, operator, negated, modifier: null, values: [keyword] };
  if (isContained) return { path, negated, ...contains(values[0] ?? '') };
  return { path, operator, negated, modifier, values };
}

function containing(negated: boolean, words: Words): Choice {
  return {
    id: idOf('contains', negated, null),
    text: words(negated ? 'browse.doesNotContain' : 'browse.contains'),
    operator: 'ilike',
    negated,
    keyword: null,
    isContained: true,
  };
}

function simple(model: Model, operator: string, negated: boolean): Choice {
  return {
    id: idOf(operator, negated, null),
    text: operatorText(model, operator, negated),
    operator,
    negated,
    keyword: null,
    isContained: false,
  };
}

function states(place: Place, words: Words): readonly Choice[] {
  const isBoolean = place.of.kind === 'field' && place.of.field.type === 'boolean' && !place.of.field.isArray;
  return (isBoolean ? ['null', 'true', 'false'] : ['null']).flatMap((keyword) =>
    [false, true].map((negated) => ({
      id: idOf('is', negated, keyword),
      text: stateText(place, { path: [], operator: 'is', modifier: null, negated, values: [keyword] }, words),
      operator: 'is',
      negated,
      keyword,
      isContained: false,
    })),
  );
}

function idOf(operator: string, negated: boolean, keyword: string | null): string {
  return `${negated ? 'not.' : ''}${operator}${keyword === null ? '' : `.${keyword}`}`;
}

const usual = ['eq', 'in', 'gte', 'lte', 'gt', 'lt', 'starts', 'cs', 'ov', 'cd'];

function rankOf(operator: string): number {
  const at = usual.indexOf(operator);
  return at === -1 ? usual.length : at;
}
