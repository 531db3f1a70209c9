import { useState } from 'react';
import { useWords } from '../words/use_words.ts';
import type { Provider } from './provider.ts';
import type { ProviderError } from './provider_fault.ts';
import type { ReturnAddress } from './return_address.ts';
import { keeper } from './this_page.ts';

interface ProviderButtonProps {
  readonly provider: Provider;
  /** The page to come back to. */
  readonly next: ReturnAddress | null;
}

/** Leaves for the pages of the provider. */
export function ProviderButton({ provider, next }: ProviderButtonProps) {
  const words = useWords();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    provider.leave({ quietly: false, keep: next }).catch(({ fault }: ProviderError) => {
      setLeaving(false);
      keeper.explain(fault);
    });
  };
  return (
    <button type="button" className="main-button" disabled={isLeaving} onClick={leave}>
      {words('signIn.atProvider', { host: provider.host })}
    </button>
  );
}
