import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Loading } from '../parts/loading.tsx';
import type { ProviderError } from './provider_fault.ts';
import { pathOf, returnAddressOf } from './return_address.ts';
import { keeper, provider } from './this_page.ts';

/** Where the provider leads back to: it goes on to the page that was asked for, or says what is amiss. */
export function SignedInPage() {
  const navigate = useNavigate();
  useEffect(() => {
    // The address has a code, which counts once: nobody shall come back to it.
    const goOn = (path: string, state: unknown) => navigate(path, { replace: true, state });
    if (provider === null) return void goOn('/', null);
    provider.finish(window.location.href).then(
      ({ credentials, kept }) => {
        keeper.keep(credentials);
        goOn(pathOf(returnAddressOf(kept)), null);
      },
      ({ fault, kept }: ProviderError) => {
        keeper.explain(fault);
        goOn('/sign-in', returnAddressOf(kept));
      },
    );
  }, [navigate]);
  return (
    <main className="sign-in">
      <Loading />
    </main>
  );
}
