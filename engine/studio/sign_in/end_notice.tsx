import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModel } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';
import { clockTime } from './clock_time.ts';
import type { ProviderError } from './provider_fault.ts';
import { here, keeper, provider } from './this_page.ts';
import { useSignIn } from './use_sign_in.ts';

/** Tells that the token is about to end where nobody renews it, with the way to go on at the same page. */
export function EndNotice() {
  const words = useWords();
  const navigate = useNavigate();
  const { zone } = useModel().service;
  const { credentials } = useSignIn();
  const { ends = null, renew = null, signOut = null } = credentials ?? {};
  const isNear = useNear(renew === null ? ends : null);
  if (!isNear || ends === null) return null;
  const signInAgain = () => {
    if (provider === null || signOut === null) return navigate('/sign-in', { state: here() });
    return provider.leave({ quietly: false, keep: here() }).catch(({ fault }: ProviderError) => keeper.explain(fault));
  };
  return (
    <div className="end-notice" role="status">
      <p>{words('signIn.endsSoon', { time: clockTime(ends, zone) })}</p>
      <button type="button" onClick={signInAgain}>
        {words('signIn.again')}
      </button>
    </div>
  );
}

/** Whether an instant is less than two minutes ahead, or past; from the moment at which it is. */
function useNear(instant: number | null): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    setNear(false);
    if (instant === null) return;
    // Looked at again and again: a timer of many hours would not count the time of a machine asleep.
    const look = () => setNear(instant - Date.now() < nearMilliseconds);
    look();
    const timer = setInterval(look, lookMilliseconds);
    return () => clearInterval(timer);
  }, [instant]);
  return isNear;
}

const nearMilliseconds = 120_000;
const lookMilliseconds = 5_000;
