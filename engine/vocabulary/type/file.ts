import { stringify } from 'lossless-json';
import { oneOf } from '../../language/wording.ts';
import { raw, sql } from '../../sql/fragment.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { longestText } from '../value/longest.ts';
import { refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

/** A file. The row has its name, media type, size and hash; its bytes are beside the database. */
export interface FileType {
  readonly kind: 'file';
  /** As `application/pdf` or `image/*`; null for any. */
  readonly mediaTypes: readonly string[] | null;
  readonly maxBytes: number;
}

/** The member of a stored value that names the bytes in their store. No answer shows it. */
export const storedAs = 'object';

/** The longest name and the longest media type of a file. */
export const longestFileName = 255;
export const longestMediaType = 127;

const standardBytes = 10_485_760;
/** The most bytes that an S3 store takes as one object. */
const mostBytes = 5_497_558_138_880;

/** A media type, or all that begin alike. */
export const allowedTypePattern = '^[a-z0-9][a-z0-9!#$&^_.+-]*/([a-z0-9][a-z0-9!#$&^_.+-]*|\\*)$';

const facets = {
  media_types: {
    type: 'array',
    items: { type: 'string', pattern: allowedTypePattern, maxLength: 127 },
    minItems: 1,
    uniqueItems: true,
    description: 'Which media types an upload may name, such as application/pdf or image/*. Default: any.',
  },
  max_bytes: {
    type: 'integer',
    minimum: 0,
    maximum: mostBytes,
    default: standardBytes,
    description: 'Most bytes of a file.',
  },
} as const;

export const file: FieldTypeWord<FileType, typeof facets> = {
  traits: ['nullable'],
  means: 'a file, whose bytes lie beside the database',
  otherNames: ['attachment', 'blob', 'binary', 'bytea', 'upload'],
  facets,
  isElement: false,
  isUploaded: true,
  build: ({ media_types = null, max_bytes = standardBytes }) => ({
    kind: 'file',
    mediaTypes: media_types,
    maxBytes: max_bytes,
  }),
  read: (_, text) => refuse(`${JSON.stringify(text.slice(0, 80))} is not a file`, 'is.null, or not.is.null'),
  misfit: () => ({
    steps: [],
    message: 'a file is uploaded to a row, and a definition cannot have one',
    expected: null,
  }),
  // Unlike json it has equality, which finding updates without effect and references to the bytes needs.
  column: () => 'jsonb',
  literal: (_, text) => typedLiteral(text, 'jsonb'),
  shown: (value) => sql`(${value} - ${raw(`'${storedAs}'`)})`,
  longest: () => longestText(longestFileName) + longestText(longestMediaType) + longestRest,
  schema: (_, exact, use) =>
    use === 'response'
      ? shownSchema
      : exact({ type: 'null' }, (value) =>
          value === null ? null : 'must be null, which removes the file; upload a file by PUT to the path of the field',
        ),
  sent: (_, value) => stringify(value) ?? 'null',
  example: () => undefined,
  filter: { name: 'file', value: '(?!)' },
  filterExample: () => null,
  typescript: { read: () => 'StoredFile', sent: () => 'null', filter: () => 'FileFilter' },
  rules: ({ mediaTypes, maxBytes }) => [
    ...(mediaTypes === null ? [] : [`Its media type is ${oneOf(mediaTypes)}.`]),
    `At most ${maxBytes} bytes.`,
  ],
};

/** The size, the hash, and the names of the members. */
const longestRest = 200;

const shownSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Its file name, as it was sent.' },
    media_type: { type: 'string', description: 'The media type that the upload named. Nobody has checked the bytes.' },
    size: { type: 'integer', format: 'int64', minimum: 0, description: 'Its bytes.' },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'The SHA-256 of the bytes, in hexadecimal.' },
  },
  required: ['name', 'media_type', 'size', 'sha256'],
} as const;
