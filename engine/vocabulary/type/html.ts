import { textLiteral } from '../../sql/literal.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { anything } from '../filter_form.ts';
import { type Lengths, lengths } from '../value/length.ts';
import { longestText } from '../value/longest.ts';
import { textMisfit } from '../value/misfit.ts';
import { accept } from '../value/read_value.ts';

/** Rich text. */
export interface HtmlType extends Lengths {
  readonly kind: 'html';
}

export const html: FieldTypeWord<HtmlType, typeof lengths.facets> = {
  traits: ['equal', 'ordered', 'nullable', 'listed', 'textual', 'ranked'],
  means: 'rich text (HTML), stored as sent: sanitise it before you show it',
  facets: lengths.facets,
  isElement: false,
  shorthand: lengths.shorthand,
  build: (facets, place) => ({ kind: 'html', ...lengths.build(facets, place) }),
  read: (_, text) => accept(text),
  misfit: (type, value, written) =>
    textMisfit(value, written, accept) ?? lengths.misfit([...String(value)].length, type, 'characters'),
  column: () => 'text',
  literal: (_, text) => textLiteral(text),
  checks: (type, column) => lengths.checks(`char_length(${column})`, type),
  longest: ({ maxLength }) => longestText(maxLength ?? Number.POSITIVE_INFINITY),
  schema: (type) => ({ type: 'string', ...lengths.schema(type, 'Length'), contentMediaType: 'text/html' }),
  sent: (_, value) => String(value),
  example: lengths.example,
  filter: { name: 'text', value: anything },
  filterExample: () => null,
  typescript: { read: () => 'string', filter: () => 'TextFilter' },
  rules: (type) => [
    'Rich text, stored as sent: clean it before you show it.',
    ...lengths.rules(type, 'character', 'characters'),
  ],
};
