import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../words/use_words.ts';
import type { Credentials } from './credentials.ts';
import { choosePerson, listPeople } from './people.ts';

interface PeopleListProps {
  /** The subject of a person who is left out, since they have signed in. */
  readonly except?: string | null;
  readonly chosen: (credentials: Credentials) => unknown;
}

/** The people of the demo, and the role that may do most: one click each. */
export function PeopleList({ except = null, chosen }: PeopleListProps) {
  const words = useWords();
  const [isRefused, setRefused] = useState(false);
  const { data } = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => listPeople(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) return null;
  if (data.length === 0) return <p>{words('signIn.nobody')}</p>;
  const others = data.filter(({ subject }) => subject !== except);
  return (
    <>
      <ul className="people">
        {others.map((person) => {
          const name = person.name ?? words('signIn.everything');
          const choose = () => {
            setRefused(false);
            choosePerson({ ...person, name })
              .then(chosen)
              .catch(() => setRefused(true));
          };
          return (
            <li key={person.subject}>
              <button type="button" onClick={choose}>
                <strong>{name}</strong>
                {person.role !== null && <span className="role">{person.role}</span>}
                <span className="about">{person.about ?? words('signIn.everythingAbout')}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {isRefused && <p role="alert">{words('signIn.notChosen')}</p>}
    </>
  );
}
