import { createContext, useContext } from 'react';
import type { Api } from '../api/api.ts';
import type { Model, Resource } from './model.ts';

/** What every page of a signed-in person stands on. */
export interface Session {
  readonly api: Api;
  readonly model: Model;
}

export const SessionContext = createContext<Session | null>(null);

/** @throws Error outside the pages of a signed-in person. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('this page needs somebody who has signed in');
  return session;
}

export function useModel(): Model {
  return useSession().model;
}

/** A resource that the caller may see; undefined for any other name. */
export function useResource(name: string): Resource | undefined {
  return useModel().resources.get(name);
}
