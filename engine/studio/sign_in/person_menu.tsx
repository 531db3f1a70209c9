import { useLogout } from 'ra-core';
import { useModel } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';

/** Who is signed in, and the way out. */
export function PersonMenu() {
  const words = useWords();
  const logout = useLogout();
  const { caller } = useModel();
  return (
    <button type="button" onClick={() => logout()}>
      {caller.role ?? ''} {words('signIn.out')}
    </button>
  );
}
