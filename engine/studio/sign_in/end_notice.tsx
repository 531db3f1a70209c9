import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModel } from '../model/use_model.ts';
import { instantText } from '../parts/instant_text.ts';
import { useWords } from '../words/use_words.ts';
import { here, provider } from './this_page.ts';
import { useSignIn } from './use_sign_in.ts';

/** Tells that the token is about to end where nobody renews it, with the way to go on at the same page. */
export function EndNotice() {
  const words = useWords();
  const navigate = useNavigate();
  const { zone } = useModel().service;
  const { credentials } = useSignIn();
  const { ends = null, renew = null, signOut = null } = credentials ?? {};
  const [isAway, setAway] = useState(false);
  const left = useTimeLeft(renew === null ? ends : null);
  if (left === null || ends === null || left > nearMilliseconds) return null;
  const isPast = left <= 0;
  const signInAgain = () => {
    if (provider === null || signOut === null) return navigate('/sign-in', { state: here() });
    // What is left of the token is still good where the provider does not answer.
    return provider.leave({ quietly: false, keep: here() }).catch(() => setAway(true));
  };
  return (
    <div className="end-notice" role="status">
      {isAway && <p role="alert">{words('signIn.providerAway', { host: provider?.host ?? '' })}</p>}
      <p>
        {words(isPast ? 'signIn.ended' : 'signIn.endsSoon', { time: instantText(new Date(ends).toISOString(), zone) })}
      </p>
      <button type="button" onClick={signInAgain}>
        {words('signIn.again')}
      </button>
    </div>
  );
}

/** The milliseconds until an instant, every few seconds; null for none. */
function useTimeLeft(instant: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    setLeft(null);
    if (instant === null) return;
    // Looked at again and again: a timer of many hours would not count the time of a machine asleep.
    const look = () => setLeft(instant - Date.now());
    look();
    const timer = setInterval(look, lookMilliseconds);
    return () => clearInterval(timer);
  }, [instant]);
  return left;
}

const nearMilliseconds = 120_000;
const lookMilliseconds = 5_000;
