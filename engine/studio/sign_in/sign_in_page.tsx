import { useLogin } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../words/use_words.ts';

/** Where somebody says who they are. */
export function SignInPage() {
  const words = useWords();
  const login = useLogin();
  const [isRefused, setRefused] = useState(false);
  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    setRefused(false);
    login({ token }).catch(() => setRefused(true));
  };
  return (
    <main className="sign-in">
      <h1>{words('signIn.title')}</h1>
      <form onSubmit={signIn}>
        <label>
          {words('signIn.token')}
          <textarea name="token" rows={4} required autoComplete="off" spellCheck={false} />
        </label>
        {isRefused && <p role="alert">{words('signIn.refused')}</p>}
        <button type="submit">{words('signIn.submit')}</button>
      </form>
    </main>
  );
}
