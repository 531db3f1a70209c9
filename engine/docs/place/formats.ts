import { formats as known } from '../../vocabulary/value/format.ts';
import { tableText } from '../html/markdown_text.ts';

/** The formats of a text. */
export function formats(): string {
  return tableText(
    ['format', 'a value is', 'example'],
    Object.entries(known).map(([name, { description, example }]) => [`\`${name}\``, description, `\`${example}\``]),
  );
}
