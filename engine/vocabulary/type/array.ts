import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { anything } from '../filter_form.ts';
import type { FacetPlace, Facets } from '../json_schema/facets.ts';
import { shortFacets } from '../shorthand.ts';
import { arrayText, readArrayText } from '../value/array_text.ts';
import type { FieldCheck } from '../value/field_check.ts';
import type { Json } from '../value/json.ts';
import { type Lengths, lengths } from '../value/length.ts';
import { around } from '../value/longest.ts';
import { below, firstMisfit } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedArrayLiteral, typedLiteral } from '../value/sql_literal.ts';
import { referenceFacets } from './reference.ts';

/** Lists of values of one type. */
export interface ArrayType<Element> extends Lengths {
  readonly kind: 'array';
  readonly of: Element;
}

type Words<Element extends { readonly kind: string }> = {
  readonly [Name in Element['kind']]: FieldTypeWord<Element>;
};

/** Arrays with elements of the given types. */
export function arrayOf<Element extends { readonly kind: string }>(
  words: Words<Element>,
): FieldTypeWord<ArrayType<Element>, ArrayFacets, typeof referenceFacets> {
  const wordOf = (of: Element): FieldTypeWord<Element> => words[of.kind as Element['kind']];
  const elements = Object.entries<FieldTypeWord<Element>>(words).filter(([, { isElement }]) => isElement);
  return {
    traits: ['equal', 'ordered', 'nullable', 'containing', 'overlapping', 'parted', 'ranked'],
    means: 'list of values of one type',
    otherNames: ['list'],
    // Types that need facets stand in a map.
    facets: facetsFor(elements.filter(([, { needs }]) => needs === undefined).map(([name]) => name)),
    fieldFacets: referenceFacets,
    needs: ['of'],
    isElement: false,
    shorthand: (written) => shortFacets({ of: written ?? 'text' }),
    choices: ({ of }) => wordOf(of).choices?.(of) ?? null,
    build: (written, place) => {
      const { of = 'text' } = written;
      const element: Facets = typeof of === 'string' ? { type: of } : of;
      const word = words[element.type as Element['kind']];
      return { kind: 'array', of: word.build(element, belowOf(place)), ...buildLengths(written, word, place) };
    },
    read: ({ of }, text) => readArray(text, (element) => wordOf(of).read(of, element)),
    misfit: (type, value, written) => {
      if (!Array.isArray(value))
        return { steps: [], message: `${quote(value)} is not a list`, expected: 'a list ([a, b])' };
      const wrong = lengths.misfit(value.length, type, 'elements');
      if (wrong !== null) return wrong;
      const twice =
        wordOf(type.of).distinctUpTo === undefined ? -1 : value.findIndex((each, at) => value.indexOf(each) < at);
      if (twice >= 0)
        return { steps: [twice], message: `${quote(value[twice])} stands twice`, expected: 'each element once' };
      return firstMisfit([...value.entries()], (element, index) =>
        wordOf(type.of).misfit(type.of, element, below(written, index)),
      );
    },
    column: ({ of }) => `${wordOf(of).column(of)}[]`,
    operand: ({ of }) => `${operandOf(of)}[]`,
    literal: ({ of }, text) => typedLiteral(text, `${operandOf(of)}[]`),
    constant: ({ of }, value) => (Array.isArray(value) ? typedArrayLiteral(value.map(String), operandOf(of)) : 'null'),
    checks: (type, column) => [
      { what: 'elements', expression: `array_position(${column}, null) is null` },
      ...(wordOf(type.of).distinctUpTo === undefined ? [] : [distinctElements(column)]),
      ...lengths.checks(`cardinality(${column})`, type),
      ...(wordOf(type.of).elementChecks?.(type.of, column) ?? []),
    ],
    longest: ({ of, maxLength }) =>
      maxLength === null ? Number.POSITIVE_INFINITY : maxLength * (around + wordOf(of).longest(of)),
    schema: (type, exact, use) => ({
      type: 'array',
      items: wordOf(type.of).schema(type.of, exact, use),
      ...lengths.schema(type, 'Items'),
      ...(wordOf(type.of).distinctUpTo === undefined ? {} : { uniqueItems: true }),
    }),
    sent: ({ of }, value) => arrayText((value as readonly unknown[]).map((element) => wordOf(of).sent(of, element))),
    example: (type, title) => {
      const { of, minLength, maxLength } = type;
      const element = wordOf(of).example(of, title);
      const length = Math.min(Math.max(minLength ?? 0, 1), maxLength ?? 1);
      if (element === undefined) return (minLength ?? 0) === 0 ? [] : undefined;
      return Array.from({ length: Math.max(length, minLength ?? 0) }, () => element);
    },
    answered: ({ of }, value) =>
      Array.isArray(value) ? value.map((element: Json) => wordOf(of).answered?.(of, element) ?? element) : value,
    filter: {
      name: null,
      valueOf: ({ of }) => {
        const element = wordOf(of).elementPattern?.(of) ?? anything;
        const item = ` *(null|"${element}"|${element}) *`;
        return `\\{${element === anything ? anything : `(${item}(,${item})*)?`}\\}`;
      },
    },
    filterExample: (value) => (Array.isArray(value) ? `cs.${arrayText(value.map(String))}` : `eq.${value}`),
    typescript: {
      read: ({ of }, values) => `${wordOf(of).typescript.read(of, values)}[]`,
      sent: ({ of }, values) => `readonly ${sentType(of, values)}[]`,
      filter: ({ of }, values) => `ArrayFilter<${sentType(of, values)}>`,
      isExact: ({ of }) => wordOf(of).typescript.isExact?.(of) ?? false,
    },
    rules: (type) => [
      ...lengths.rules(type, 'element', 'elements'),
      ...(wordOf(type.of).distinctUpTo === undefined ? [] : ['No element stands twice.']),
      ...(wordOf(type.of).rules?.(type.of) ?? []).map((rule) => `Each: ${rule}`),
    ],
  };

  function operandOf(of: Element): string {
    return wordOf(of).operand?.(of) ?? wordOf(of).column(of);
  }

  function sentType(of: Element, values: string): string {
    return wordOf(of).typescript.sent?.(of, values) ?? wordOf(of).typescript.read(of, values);
  }
}

type ArrayFacets = ReturnType<typeof facetsFor>;

/** Of the given types, a name alone describes an element. */
function facetsFor(names: readonly string[]) {
  return {
    of: {
      description: 'Type of the elements; or a map such as { type: enum, values: [a, b] }.',
      // The compiler takes words of a list from a tuple only.
      anyOf: [{ enum: names as readonly [string, ...string[]] }, { $ref: '#/$defs/element' }],
    },
    ...lengths.facets,
  } as const;
}

/** The lengths of an array whose elements may have a bound of their own. */
function buildLengths(
  written: Facets<ArrayFacets>,
  { distinctUpTo: most }: { readonly distinctUpTo?: number },
  place: FacetPlace,
): Lengths {
  const own = lengths.build(written, place);
  if (most === undefined) return own;
  if (own.maxLength !== null && own.maxLength > most) {
    const message = `an array of references has ${most} elements at most`;
    place.report({
      steps: ['max_length'],
      message,
      expected: `at most ${most}; for more, a resource whose rows are the links`,
    });
  }
  return { ...own, maxLength: own.maxLength ?? most };
}

// A check has no subquery. The words of a text search vector are distinct, and a null among them would be an error.
function distinctElements(column: string): FieldCheck {
  const known = `array_remove(${column}, null)`;
  return {
    what: 'distinct_elements',
    expression: `length(array_to_tsvector(${known}::text[])) = cardinality(${known})`,
  };
}

function belowOf({ written, report }: FacetPlace): FacetPlace {
  return {
    written: below(written, 'of'),
    report: (fault) => report({ ...fault, steps: ['of', ...fault.steps] }),
  };
}

function readArray(text: string, read: (element: string) => ReadValue): ReadValue {
  const elements = readArrayText(text);
  if (elements === null) return refuse(`${quote(text)} is not an array`, 'elements in braces, such as {a,"b, c"}');
  const values: (string | null)[] = [];
  for (const element of elements) {
    const result = element === null ? null : read(element);
    if (result !== null && !result.ok) return result;
    values.push(result === null ? null : result.value);
  }
  return accept(arrayText(values));
}
