import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useModel } from '../model/use_model.ts';
import { Combobox } from '../parts/combobox.tsx';
import { useDelayed } from '../parts/use_delayed.ts';
import { clockOf, withClock } from '../time/clock.ts';
import { useWords } from '../words/use_words.ts';
import { useFound, useFoundLabel } from './use_found.ts';

/** The search over all resources. It offers rows as somebody writes; a slash goes to it from anywhere. */
export function FindBox() {
  const words = useWords();
  const model = useModel();
  const navigate = useNavigate();
  const labelOf = useFoundLabel();
  const field = useRef<HTMLInputElement>(null);
  const [search] = useSearchParams();
  const [text, setText] = useState('');
  const { data } = useFound(useDelayed(text));
  useSlash(field);
  const go = (pathname: string, query: URLSearchParams) =>
    navigate({ pathname, search: withClock(query, clockOf(search)).toString() });
  const results = text.trim() === '' ? [] : (data?.results ?? []).slice(0, offered);
  return (
    <search>
      <Combobox
        named={{ 'aria-label': words('browse.find') }}
        text={text}
        placeholder={words('browse.findHint')}
        field={field}
        offers={results.map((found) => ({
          id: `${found.resource} ${found.id}`,
          label: labelOf(found, model),
          about: model.resources.get(found.resource)?.title ?? found.resource,
          path: `/browse/${found.resource}/${encodeURIComponent(found.id)}`,
        }))}
        onText={setText}
        onChoose={({ path }) => {
          setText('');
          go(path, new URLSearchParams());
        }}
        onEnter={() => {
          if (text.trim() !== '') go('/find', new URLSearchParams({ q: text.trim() }));
        }}
      />
    </search>
  );
}

const offered = 10;

/** A slash leads to the field, unless somebody is writing. */
function useSlash(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isWriting = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (key !== '/' || isWriting || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}
