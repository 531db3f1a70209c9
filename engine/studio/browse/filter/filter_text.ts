import type { StudioField } from '../../../contract/studio/studio_model.ts';
import type { Model, Resource } from '../../model/model.ts';
import { dateText, instantText } from '../../parts/instant_text.ts';
import { isRange, valueText, type Wording } from '../../parts/value_text.ts';
import type { Words } from '../../words/words.ts';
import { containedText } from './contains.ts';
import { type Comparison, type Filter, readComparison } from './filter.ts';
import { type Place, placeOf, placeTitle } from './place.ts';

/** Who tells a filter: in which words, and what the rows are called that it refers to. */
export interface FilterWording extends Wording {
  /** The label of a row; undefined while nobody knows it. */
  readonly labelOf: (resource: string, id: string) => string | undefined;
}

/** A filter in words: `Status is one of Active, New`. A filter that Studio does not understand stays as it is. */
export function filterText(model: Model, resource: Resource, filter: Filter, wording: FilterWording): string {
  const comparison = readComparison(filter, model.operators);
  const place = comparison === null ? null : placeOf(model, resource, comparison.path);
  if (comparison === null || place === null) return `${filter.parameter}=${filter.value}`;
  const title = placeTitle(place, wording.words('browse.search'));
  return `${title} ${comparisonText(model, place, comparison, wording)}`;
}

/** The words of an operator, and what it compares with. */
function comparisonText(model: Model, place: Place, comparison: Comparison, wording: FilterWording): string {
  const { negated, operator, modifier, values } = comparison;
  if (operator === 'is') return stateText(place, comparison, wording.words);
  const contained = containedText(comparison);
  if (contained !== null) {
    return `${wording.words(negated ? 'browse.doesNotContain' : 'browse.contains')} ${contained}`;
  }
  const says = operatorText(model, operator, negated);
  const operands = values.map((value) => operandText(place, operator, value, wording)).join(', ');
  if (modifier === 'any') return `${says} ${wording.words('browse.anyOf', { values: operands })}`;
  if (modifier === 'all') return `${says} ${wording.words('browse.allOf', { values: operands })}`;
  return `${says} ${operands}${modifier === null ? '' : ` (${modifier})`}`;
}

/** An operator in words; its name where the service has no words. */
export function operatorText({ operators }: Pick<Model, 'operators'>, operator: string, negated: boolean): string {
  const [says = operator, denies = `not ${operator}`] = operators.get(operator)?.words ?? [];
  return negated ? denies : says;
}

/** What `is` asks, in words: null is an empty field, or a relation without rows. */
export function stateText({ of }: Pick<Place, 'of'>, { negated, values }: Comparison, words: Words): string {
  const [word = 'null'] = values;
  const denies = negated !== (word === 'not_null');
  if (of.kind === 'relation') return words(denies ? 'browse.hasAny' : 'browse.hasNone');
  if (word === 'null' || word === 'not_null') return words(denies ? 'browse.isNotEmpty' : 'browse.isEmpty');
  const value = word === 'unknown' ? words('browse.unknown') : words(word === 'true' ? 'common.yes' : 'common.no');
  return words(negated ? 'browse.isNotState' : 'browse.isState', { value });
}

function operandText({ of }: Place, operator: string, value: string, wording: FilterWording): string {
  if (of.kind !== 'field') return value;
  const { field } = of;
  if (field.type === 'reference') {
    return wording.labelOf(field.to ?? '', value) ?? valueText({ ...field, isArray: false }, value, wording);
  }
  if (field.isArray || !ownValue.has(operator)) return value;
  return typedText(field, value, wording);
}

/** The operators that compare with a value of the field itself, not with a pattern or with words. */
const ownValue = new Set([
  ...['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'isdistinct', 'in'],
  ...['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
]);

function typedText(field: StudioField, value: string, wording: FilterWording): string {
  if (field.type === 'boolean') return wording.words(/^t(rue)?$/.test(value) ? 'common.yes' : 'common.no');
  if (isRange(field.type) && !/^ *[[(]/.test(value)) {
    return field.type === 'date_range' ? dateText(value) : /T/.test(value) ? instantText(value, wording.zone) : value;
  }
  return valueText(field, value, wording);
}
