import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/use_words.ts';

/** The facts of a picture as a table, which is made when it is opened: it may have thousands of rows. */
export function AsTable({ table }: { readonly table: () => ReactNode }) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words('timeline.asTable')}</summary>
      {isOpen && table()}
    </details>
  );
}
