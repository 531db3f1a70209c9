import { type FormEvent, useId } from 'react';
import { useWords } from '../../words/use_words.ts';
import type { Filter } from './filter.ts';

interface SearchBoxProps {
  readonly filters: readonly Filter[];
  readonly onFilters: (filters: readonly Filter[]) => void;
}

/** The full-text search of a resource, as search engines read what is written. */
export function SearchBox({ filters, onFilters }: SearchBoxProps) {
  const words = useWords();
  const id = useId();
  const at = filters.findIndex(({ parameter, value }) => parameter === 'search' && value.startsWith('wfts.'));
  const present = filters[at]?.value.slice('wfts.'.length) ?? '';
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    const others = at === -1 ? filters : filters.toSpliced(at, 1);
    onFilters(text === '' ? others : [...others, { parameter: 'search', value: `wfts.${text}` }]);
  };
  return (
    <search>
      <form className="search-box" onSubmit={search}>
        <label className="hidden-text" htmlFor={id}>
          {words('browse.searchRows')}
        </label>
        <input
          key={present}
          id={id}
          type="search"
          name="text"
          defaultValue={present}
          placeholder={words('browse.searchRows')}
        />
      </form>
    </search>
  );
}
