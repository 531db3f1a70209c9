import type { StudioOperator } from '../../../contract/studio/studio_model.ts';
import { arrayText, listText, readArray, readList } from './operand.ts';

/** A filter as an address has it: the name and the value of a parameter. */
export interface Filter {
  readonly parameter: string;
  readonly value: string;
}

/** A filter that compares one field, or asks whether a relation has rows. */
export interface Comparison {
  /** Relations, and a field or a relation at the end. */
  readonly path: readonly string[];
  readonly negated: boolean;
  readonly operator: string;
  /** `any`, `all`, or the language of a text search. */
  readonly modifier: string | null;
  /** One value, or all values of a list. */
  readonly values: readonly string[];
}

type Operators = ReadonlyMap<string, Pick<StudioOperator, 'operand' | 'modifier'>>;

/** Reads a filter. Null for trees, for what is not understood, and for what could not be written again. */
export function readComparison({ parameter, value }: Filter, operators: Operators): Comparison | null {
  const path = parameter.split('.');
  if (!path.every((name) => plainName.test(name)) || logic.has(path.at(-1) ?? '')) return null;
  const [, not, operator = '', modifier = null, operand = ''] =
    /^(not\.)?([a-z]+)(?:\(([a-z_]+)\))?\.([\s\S]*)$/.exec(value) ?? inList.exec(value) ?? [];
  const word = operators.get(operator);
  if (word === undefined || (modifier !== null && word.modifier === null)) return null;
  const values = valuesOf(word, modifier, operand);
  return values === null ? null : { path, negated: not !== undefined, operator, modifier, values };
}

/** Writes a comparison as a filter. */
export function writeComparison(
  { path, negated, operator, modifier, values }: Comparison,
  operators: Operators,
): Filter {
  const word = operators.get(operator);
  const [only = ''] = values;
  const several = isSeveral(word, modifier) ? arrayText(values) : only;
  const operand = word?.operand === 'values' ? listText(values) : several;
  const head = modifier === null ? operator : `${operator}(${modifier})`;
  return { parameter: path.join('.'), value: `${negated ? 'not.' : ''}${head}.${operand}` };
}

/** Whether an operator with its modifier compares with several values. */
export function isSeveral(
  word: Pick<StudioOperator, 'operand' | 'modifier'> | undefined,
  modifier: string | null,
): boolean {
  return word?.operand === 'values' || (word?.modifier === 'quantifier' && modifier !== null);
}

const plainName = /^[\w$\u0080-\uffff]+$/;
const logic = new Set(['and', 'or', 'not']);
/** Spaces may stand before the list. */
const inList = /^(not\.)?(in)()\.( *\([\s\S]*)$/;

function valuesOf(
  word: Pick<StudioOperator, 'operand' | 'modifier'>,
  modifier: string | null,
  operand: string,
): readonly string[] | null {
  if (word.operand === 'values') return readList(operand);
  if (word.operand === 'keyword') return keywords.has(operand.toLowerCase()) ? [operand.toLowerCase()] : null;
  return isSeveral(word, modifier) ? readArray(operand) : [operand];
}

const keywords = new Set(['null', 'not_null', 'true', 'false', 'unknown']);
