import { useQueryClient } from '@tanstack/react-query';
import { useLogout } from 'ra-core';
import { useRef } from 'react';
import { useModel } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';
import { clockTime } from './clock_time.ts';
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
  const menu = useRef<HTMLDivElement>(null);
  const { caller, service } = useModel();
  const { credentials } = useSignIn();
  if (credentials === null) return null;
  const { name, ends } = credentials;
  const change = (next: Credentials) => {
    menu.current?.hidePopover();
    keeper.keep(next);
    // The same page, as the other person sees it.
    void queries.resetQueries();
  };
  const facts: readonly (readonly [term: string, value: string | null])[] = [
    [words('signIn.role'), caller.role],
    [words('signIn.identity'), caller.identity],
    ...Object.entries(caller.claims),
    [words('signIn.ends'), ends === null ? null : clockTime(ends, service.zone)],
  ];
  const { subject } = contentOf(credentials.token);
  const shown = name ?? subject ?? words('signIn.somebody');
  return (
    <>
      <button type="button" className="person-button" popoverTarget="person-menu">
        <span className="hidden-text">{words('signIn.signedInAs')}</span>
        <span className="person-name">{shown}</span>
        <span className="person-initials" aria-hidden="true">
          {initialsOf(shown)}
        </span>
      </button>
      <div id="person-menu" ref={menu} popover="auto">
        <p className="person-name">
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
            <PeopleList except={subject} chosen={change} />
          </section>
        )}
        <button type="button" onClick={() => logout({}, undefined, false)}>
          {words('signIn.out')}
        </button>
      </div>
    </>
  );
}

/** The first letters of the first and of the last word. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
