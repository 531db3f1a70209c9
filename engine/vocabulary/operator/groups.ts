import type { Trait } from '../trait.ts';
import { type Operator, operatorsThat } from './operators.ts';

const compared: readonly Trait[] = ['equal', 'ordered'];
const inPeriods: readonly Trait[] = ['equal', 'containing', 'overlapping', 'bounded'];

/** The operators that schemas and clients describe in one way. */
export const operatorGroups = {
  /** With one value of the field's type. */
  compared: operatorsThat(({ requires }) => compared.includes(requires)),
  /** Those of them that take `any` or `all` of several. */
  quantified: operatorsThat(({ requires, modifier }) => compared.includes(requires) && modifier === 'quantifier'),
  contained: operatorsThat(({ requires }) => requires === 'containing'),
  overlapping: operatorsThat(({ requires }) => requires === 'overlapping'),
  /** Of a text, with another one. */
  texts: operatorsThat(({ requires, modifier }) => requires === 'textual' && modifier !== 'language'),
  /** Those of them that take `any` or `all` of several. */
  quantifiedTexts: operatorsThat(({ requires, modifier }) => requires === 'textual' && modifier === 'quantifier'),
  searches: operatorsThat(({ modifier }) => modifier === 'language'),
  /** Of a period, with another one or an instant. */
  periods: operatorsThat(({ requires }) => inPeriods.includes(requires)),
  /** Those of them that take `any` or `all` of several. */
  quantifiedPeriods: operatorsThat(({ requires, modifier }) => requires === 'equal' && modifier === 'quantifier'),
} satisfies Readonly<Record<string, readonly Operator[]>>;
