import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { name, object } from '../json_schema/schema_parts.ts';
import { shortFacets } from '../shorthand.ts';
import { exactNumber, numberText, unbound } from '../value/number.ts';
import { bits64, wholeWord64 } from '../value/whole_number.ts';

/** Ids of rows. */
export interface ReferenceType {
  readonly kind: 'reference';
  /** The resource of the rows. */
  readonly to: string;
}

const facets = { to: { $ref: '#/$defs/name', description: 'The resource that the id belongs to.' } } as const;

const becomesOfRow = ['cascade', 'clear'] as const;

/** Keys of a field that refers to rows, once or by each element of an array. */
export const referenceFacets = {
  as: name('Name (alias) of the relation. Default: the name of the field without _id (of an array, _ids) at its end.'),
  where: {
    type: 'string',
    minLength: 1,
    description:
      'Rule in the query language: which rows the field may refer to. It is over the fields of these rows; $field is a value of the row with the reference. A change of either row that breaks it is refused.',
  },
  message: {
    type: 'string',
    minLength: 1,
    description:
      'What a client reads if the row that the field refers to does not meet where. Default: the rule in words.',
  },
  unseen: {
    type: 'boolean',
    default: false,
    description:
      'Whether the field may refer to rows that the caller may not read. The caller then learns whether a row with an id exists, and nothing else of it.',
  },
  acyclic: {
    type: 'boolean',
    default: false,
    description:
      'For a field that refers to its own resource: whether the rows make trees. No row can then be its own ancestor. The database refuses such a change by any writer.',
  },
  on_delete: {
    description:
      'What happens if the row that the field refers to is deleted. With refuse, it cannot be deleted. With clear, the field becomes null, and an array loses the element. With cascade, the row with the field is deleted too; an array has no cascade. The caller needs the right to do that. With { action: cascade, as: service }, the caller needs none.',
    anyOf: [
      { enum: ['refuse', ...becomesOfRow] },
      object('What happens, and by whose rights.', ['action', 'as'], {
        action: {
          enum: becomesOfRow,
          description: 'cascade: the row is deleted. clear: the field becomes null, or the array loses the element.',
        },
        as: {
          enum: ['service'],
          description: 'service: the service does it. The caller needs no right.',
        },
      }),
    ],
  },
} as const;

export const reference: FieldTypeWord<ReferenceType, typeof facets, typeof referenceFacets> = {
  ...wholeWord64,
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed', 'summed', 'ranked'],
  means: 'id of a row of a resource',
  otherNames: ['ref', 'relation', 'foreign_key'],
  facets,
  fieldFacets: referenceFacets,
  needs: ['to'],
  isElement: true,
  distinctUpTo: 1000,
  shorthand: (written, field) => shortFacets({ to: written ?? field.replace(/_id$/, '') }),
  build: ({ to = '' }) => ({ kind: 'reference', to }),
  misfit: (_, value) =>
    Number.isSafeInteger(value)
      ? null
      : { steps: [], message: `${quote(value)} is not an id`, expected: 'a whole number' },
  number: () => bits64,
  schema: (_, exact) => exactNumber(exact, { type: 'integer', format: 'int64' }, bits64, unbound),
  sent: numberText,
  example: () => 1,
  words: ({ to }) => `reference to ${to}`,
};
