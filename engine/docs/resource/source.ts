import type { Model, View } from '../../model/model.ts';
import { resourceAddress } from '../address.ts';
import { type Block, heading, text } from '../block.ts';

/** What the rows of a view are made of, and what its readers need. */
export function sourceSection({ statement }: View, model: Model): readonly Block[] {
  const links = [...statement.reads.keys()].map((name) => `[${name}](${resourceAddress(name, model)})`);
  const past = statement.hasPast ? ' With `as_of`, the rows are made of what was recorded at that instant.' : '';
  return [
    heading('Source'),
    text(
      `A [view](views.html): \`${statement.file}\` makes its rows of ${links.join(', ')}. They are made of the rows and fields that you may read. A request needs the scopes of these resources too.${past}`,
    ),
  ];
}
