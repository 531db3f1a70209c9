import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Clock, clockOf, withClock } from './clock.ts';

interface ClockOfPage {
  readonly clock: Clock;
  /** Shows the page for other instants. With `replace`, back does not lead to the ones before. */
  readonly setClock: (changed: Partial<Clock>, options?: { readonly replace?: boolean }) => void;
}

/** The clock of the page, which is in its address. */
export function useClock(): ClockOfPage {
  const [search, setSearch] = useSearchParams();
  const setClock = useCallback<ClockOfPage['setClock']>(
    (changed, { replace = false } = {}) =>
      setSearch((current) => withClock(current, { ...clockOf(current), ...changed }), {
        replace,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  return { clock: clockOf(search), setClock };
}
