import { type FormEvent, useState } from 'react';
import { ProblemError } from '../../contract/typescript/client/problem.ts';
import { useWords } from '../words/use_words.ts';
import type { Credentials } from './credentials.ts';
import { contentOf, tokenOf } from './token_text.ts';

interface TokenFormProps {
  /** Whether there is no other way to sign in. */
  readonly isOnly: boolean;
  readonly enter: (credentials: Credentials) => Promise<unknown>;
}

/** A token that somebody has from elsewhere, such as from `almanac token`. */
export function TokenForm({ isOnly, enter }: TokenFormProps) {
  const words = useWords();
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = tokenOf(String(new FormData(event.currentTarget).get('token') ?? ''));
    setRefusal(token === null ? words('signIn.notAToken') : null);
    if (token === null) return;
    const { ends } = contentOf(token);
    enter({ token, name: null, ends, renew: null, signOut: null }).catch((error: unknown) => {
      // Of a refused token, the page tells already.
      if (error instanceof ProblemError && error.status === 401) return;
      setRefusal(words('common.refused', { detail: error instanceof Error ? error.message : String(error) }));
    });
  };
  return (
    <details open={isOnly}>
      <summary>{words('signIn.byToken')}</summary>
      <form onSubmit={submit}>
        <label>
          {words('signIn.token')}
          <textarea
            name="token"
            rows={4}
            required
            autoComplete="off"
            spellCheck={false}
            aria-describedby="token-help"
          />
        </label>
        <p id="token-help" className="faint">
          {words('signIn.tokenHelp')}
        </p>
        {refusal !== null && (
          <p className="refusal" role="alert">
            {refusal}
          </p>
        )}
        <button type="submit">{words('signIn.submit')}</button>
      </form>
    </details>
  );
}
