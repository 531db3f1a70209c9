import { useWords } from '../words/use_words.ts';
import type { Words } from '../words/words.ts';
import type { SignInReason } from './credentials.ts';
import { provider } from './this_page.ts';
import { useSignIn } from './use_sign_in.ts';

/** Why somebody must sign in again, where there is more to say than that nobody has. */
export function Reason() {
  const words = useWords();
  const { reason } = useSignIn();
  const text = reason === null ? null : reasonText(reason, words);
  if (text === null) return null;
  return (
    <p className="refusal" role="alert">
      {text}
    </p>
  );
}

function reasonText(reason: SignInReason, words: Words): string | null {
  const host = provider?.host ?? '';
  switch (reason.kind) {
    case 'ask':
      return null;
    case 'token':
      return words('signIn.tokenRefused', { detail: reason.detail });
    case 'away':
      return words('signIn.providerAway', { host });
    case 'unknown':
      return words('signIn.notBegunHere');
    case 'refused':
      return words('signIn.providerRefused', { host, detail: reason.detail });
    case 'unfit':
      return words('signIn.providerUnfit', { host, detail: reason.detail });
  }
}
