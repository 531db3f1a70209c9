import { useLogin } from 'ra-core';
import { useLocation } from 'react-router-dom';
import { useWords } from '../words/use_words.ts';
import type { Credentials } from './credentials.ts';
import { PeopleList } from './people_list.tsx';
import { ProviderButton } from './provider_button.tsx';
import { Reason } from './reason.tsx';
import { pathOf, returnAddressOf } from './return_address.ts';
import { provider, signIn, title } from './this_page.ts';
import { TokenForm } from './token_form.tsx';

/** Where somebody says who they are: at the provider, as somebody of the demo, or with a token. */
export function SignInPage() {
  const words = useWords();
  const next = returnAddressOf(useLocation().state);
  const login = useLogin();
  const enter = (credentials: Credentials): Promise<unknown> => login(credentials, pathOf(next));
  return (
    <main className="sign-in">
      <h1>{words('signIn.title', { service: title ?? 'Studio' })}</h1>
      <Reason />
      {provider !== null && <ProviderButton provider={provider} next={next} />}
      {signIn.people && (
        <section>
          <h2>{words('signIn.people')}</h2>
          <p className="faint">{words('signIn.development')}</p>
          <PeopleList chosen={enter} />
        </section>
      )}
      <TokenForm isOnly={provider === null && !signIn.people} enter={enter} />
    </main>
  );
}
