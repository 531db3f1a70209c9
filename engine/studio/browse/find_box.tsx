import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useWords } from '../words/use_words.ts';

/** The search over all resources. */
export function FindBox() {
  const words = useWords();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    navigate(`/find?${new URLSearchParams({ q: text })}`);
  };
  return (
    <search>
      <form onSubmit={find}>
        <input
          type="search"
          aria-label={words('browse.find')}
          placeholder={words('browse.find')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </search>
  );
}
