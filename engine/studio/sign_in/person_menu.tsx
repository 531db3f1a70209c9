import { useQueryClient } from '@tanstack/react-query';
import { useLogout } from 'ra-core';
import { useModel } from '../model/use_model.ts';
import { instantText } from '../parts/instant_text.ts';
import { Popover } from '../parts/popover.tsx';
import { useWords } from '../words/use_words.ts';
import type { Credentials } from './credentials.ts';
import { PeopleList } from './people_list.tsx';
import { keeper, signIn } from './this_page.ts';
import { contentOf } from './token_text.ts';
import { useSignIn } from './use_sign_in.ts';

/** Who is signed in: what the service knows of them, others to change to, and the way out. */
export function PersonMenu() {
  const words = useWords();
  const logout = useLogout();
  const queries = useQueryClient();
  const { caller, service } = useModel();
  const { credentials } = useSignIn();
  if (credentials === null) return null;
  const { name, ends } = credentials;
  const change = (next: Credentials) => {
    keeper.keep(next);
    // The same page, as the other person sees it.
    void queries.resetQueries();
  };
  const facts: readonly (readonly [term: string, value: string | null])[] = [
    [words('signIn.role'), caller.role],
    [words('signIn.identity'), caller.identity],
    ...Object.entries(caller.claims),
    [words('signIn.ends'), ends === null ? null : instantText(new Date(ends).toISOString(), service.zone)],
  ];
  const { subject } = contentOf(credentials.token);
  const shown = name ?? subject ?? words('signIn.somebody');
  const button = (
    <>
      <span className="hidden-text">{words('signIn.signedInAs')}</span>
      <span className="person-name">{shown}</span>
      <span className="person-initials" aria-hidden="true">
        {initialsOf(shown)}
      </span>
    </>
  );
  return (
    <Popover className="person-button" button={button}>
      {(close) => (
        <div className="person-menu">
          <p>
            <strong>{shown}</strong>
          </p>
          <dl>
            {facts
              .filter(([, value]) => value !== null)
              .map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          {signIn.people && (
            <section>
              <h2>{words('signIn.changeTo')}</h2>
              <PeopleList
                except={subject}
                chosen={(next) => {
                  close();
                  change(next);
                }}
              />
            </section>
          )}
          <button type="button" onClick={() => logout({}, undefined, false)}>
            {words('signIn.out')}
          </button>
        </div>
      )}
    </Popover>
  );
}

/** The first letters of the first and of the last word. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
