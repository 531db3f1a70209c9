import type { FacetPlace, Facets } from '../json_schema/facets.ts';
import type { JsonSchema } from '../json_schema/json_schema.ts';
import { noShorthand, type Shorthand, shortFacets } from '../shorthand.ts';
import { type FieldCheck, given } from './field_check.ts';
import type { Misfit } from './misfit.ts';

/** The number of characters or elements of a value; null for any number. */
export interface Lengths {
  readonly minLength: number | null;
  readonly maxLength: number | null;
}

const lengthFacets = {
  min_length: { $ref: '#/$defs/length', description: 'Least number of characters; of an array, of elements.' },
  max_length: { $ref: '#/$defs/length', description: 'Greatest number of characters; of an array, of elements.' },
} as const;

function buildLengths({ min_length, max_length }: Facets<typeof lengthFacets>, { report }: FacetPlace): Lengths {
  const [minLength, maxLength] = [min_length ?? null, max_length ?? null];
  if (minLength !== null && maxLength !== null && minLength > maxLength) {
    const message = `min_length ${minLength} is above max_length ${maxLength}`;
    report({ steps: ['min_length'], message, expected: `at most ${maxLength}` });
  }
  return { minLength, maxLength };
}

function lengthMisfit(length: number, { minLength, maxLength }: Lengths, what: string): Misfit | null {
  const message = `it has ${length} ${what}`;
  if (minLength !== null && length < minLength) return { steps: [], message, expected: `at least ${minLength}` };
  if (maxLength !== null && length > maxLength) return { steps: [], message, expected: `at most ${maxLength}` };
  return null;
}

/** The checks of a length in the database; the length is an SQL expression. */
function lengthChecks(length: string, { minLength, maxLength }: Lengths): readonly FieldCheck[] {
  return [
    ...given('min_length', minLength, (minimum) => `${length} >= ${minimum}`),
    ...given('max_length', maxLength, (maximum) => `${length} <= ${maximum}`),
  ];
}

function lengthSchema({ minLength, maxLength }: Lengths, of: 'Length' | 'Items'): JsonSchema {
  return {
    ...(minLength === null ? {} : { [`min${of}`]: minLength }),
    ...(maxLength === null ? {} : { [`max${of}`]: maxLength }),
  };
}

/** An example text of the required length. */
function textOfLength({ minLength, maxLength }: Lengths, text: string): string {
  return [...text.padEnd(minLength ?? 0, '.')].slice(0, maxLength ?? undefined).join('');
}

/** The rule of a length, in words. */
function lengthRules({ minLength, maxLength }: Lengths, one: string, many: string): readonly string[] {
  const unit = (count: number) => `${count} ${count === 1 ? one : many}`;
  if (minLength !== null && maxLength !== null) return [`From ${minLength} to ${unit(maxLength)}.`];
  if (minLength !== null) return [`At least ${unit(minLength)}.`];
  return maxLength === null ? [] : [`At most ${unit(maxLength)}.`];
}

/** The most characters, as in `title:text=100`. */
function lengthShorthand(written: string | null): Shorthand {
  if (written === null) return shortFacets({});
  return /^\d{1,9}$/.test(written)
    ? shortFacets({ max_length: Number(written) })
    : noShorthand('give the most characters of the text, such as title:text=100');
}

/** What a type with lengths is made of. */
export const lengths = {
  facets: lengthFacets,
  shorthand: lengthShorthand,
  build: buildLengths,
  misfit: lengthMisfit,
  checks: lengthChecks,
  schema: lengthSchema,
  example: textOfLength,
  rules: lengthRules,
} as const;
