import type { Trait } from '../trait.ts';
import { type Operator, operatorsThat } from './operators.ts';

const compared: readonly Trait[] = ['equal', 'ordered'];
const inPeriods: readonly Trait[] = ['equal', 'containing', 'overlapping', 'bounded'];

/** The operators that schemas and clients describe in one way. */
export const operatorGroups = {
  /** Operators that take one value of the field's type. */
  compared: operatorsThat(({ requires }) => compared.includes(requires)),
  /** The operators among them that take `any` or `all`. */
  quantified: operatorsThat(({ requires, modifier }) => compared.includes(requires) && modifier === 'quantifier'),
  contained: operatorsThat(({ requires }) => requires === 'containing'),
  overlapping: operatorsThat(({ requires }) => requires === 'overlapping'),
  bounded: operatorsThat(({ requires }) => requires === 'bounded'),
  /** Operators that compare a text with another. */
  texts: operatorsThat(({ requires, modifier }) => requires === 'textual' && modifier !== 'language'),
  /** The operators among them that take `any` or `all`. */
  quantifiedTexts: operatorsThat(({ requires, modifier }) => requires === 'textual' && modifier === 'quantifier'),
  searches: operatorsThat(({ modifier }) => modifier === 'language'),
  /** Operators that compare a period with another one or an instant. */
  periods: operatorsThat(({ requires }) => inPeriods.includes(requires)),
  /** The operators among them that take `any` or `all`. */
  quantifiedPeriods: operatorsThat(({ requires, modifier }) => requires === 'equal' && modifier === 'quantifier'),
} satisfies Readonly<Record<string, readonly Operator[]>>;
