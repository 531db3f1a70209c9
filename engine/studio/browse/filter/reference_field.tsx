import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelOf } from '../../model/label.ts';
import type { Resource } from '../../model/model.ts';
import { useSession } from '../../model/use_model.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { useDelayed } from '../../parts/use_delayed.ts';
import { useWords } from '../../words/use_words.ts';
import { rowQuery } from './row_query.ts';

interface ReferenceFieldProps {
  readonly target: Resource;
  readonly named: { readonly 'aria-label'?: string };
  /** The id of a row. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses a row by its label or its number: rows are offered as somebody writes. */
export function ReferenceField({ target, named, value, onChange }: ReferenceFieldProps) {
  const words = useWords();
  const { api } = useSession();
  const [text, setText] = useState<string | null>(null);
  const asked = useDelayed(text ?? '');
  const query = rowQuery(target, text === null ? { id: value } : { text: asked });
  const { data } = useQuery({
    queryKey: ['offers', target.name, query],
    queryFn: async ({ signal }) => (await api.list(target.name, query, { signal })).rows,
    enabled: target.actions.includes('list') && (text !== null || value !== ''),
  });
  const offers = (data ?? []).map((row) => ({ id: String(row.id), label: labelOf(target, row) }));
  const known = text === null ? offers.find(({ id }) => id === value)?.label : undefined;
  return (
    <Combobox
      named={named}
      text={text ?? known ?? value}
      placeholder={words('browse.findRow', { title: target.title })}
      offers={text === null ? [] : offers}
      onText={(written) => {
        setText(written);
        onChange(/^\d+$/.test(written) ? written : '');
      }}
      onChoose={({ id, label }) => {
        setText(label);
        onChange(id);
      }}
    />
  );
}
