import type { Field, FieldAccess } from './field.ts';

/** What a role may do with a field. */
export function fieldAccess({ access }: Pick<Field, 'access'>, role: string | null): FieldAccess {
  return access === null ? fieldWords.all : (access.get(role ?? '') ?? fieldWords.nothing);
}

/** The words for the usual ones. */
export const fieldWords = {
  all: { read: true, create: true, update: true },
  read: { read: true, create: false, update: false },
  nothing: { read: false, create: false, update: false },
} as const satisfies Readonly<Record<string, FieldAccess>>;
