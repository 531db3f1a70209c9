import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useWords } from '../../words/use_words.ts';
import { type AskedCaller, withCaller } from './asked_access.ts';

/** Chooses somebody else about whose rights to ask. */
export function AccessChoice({ caller }: { readonly caller: AskedCaller | null }) {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setSearch(withCaller(search, { role: String(given.get('role')), claims: String(given.get('claims')) }));
  };
  return (
    <details className="access-choice" open={caller !== null}>
      <summary>{words('row.askOther')}</summary>
      <form onSubmit={choose} key={search.toString()}>
        <label>
          {words('row.role')}
          <input name="role" required defaultValue={caller?.role ?? ''} autoCapitalize="none" spellCheck={false} />
        </label>
        <label>
          {words('row.claims')}
          <input name="claims" defaultValue={caller?.claims ?? ''} autoCapitalize="none" spellCheck={false} />
        </label>
        <button type="submit">{words('row.ask')}</button>
        {caller !== null && (
          <button type="button" onClick={() => setSearch(withCaller(search, null))}>
            {words('row.askOwn')}
          </button>
        )}
      </form>
    </details>
  );
}
