import { useSyncExternalStore } from 'react';
import type { SignInState } from './credentials.ts';
import { keeper } from './this_page.ts';

/** Who is signed in, now and after each change. */
export function useSignIn(): SignInState {
  return useSyncExternalStore(keeper.watch, keeper.state);
}
