import type { Field, FieldAccess } from './field.ts';

/** What a role may do with a field. */
export function fieldAccess({ access }: Pick<Field, 'access'>, role: string | null): FieldAccess {
  return access === null ? fieldWords.all : (access.get(role ?? '') ?? fieldWords.nothing);
}

/** The words for the usual ones. */
export const fieldWords = {
  all: { read: true, where: null, create: true, update: true },
  read: { read: true, where: null, create: false, update: false },
  nothing: { read: false, where: null, create: false, update: false },
} as const satisfies Readonly<Record<string, FieldAccess>>;

/** Whether a role reads the field in every row that it reads. */
export function readsEverywhere(field: Pick<Field, 'access'>, role: string | null): boolean {
  const { read, where } = fieldAccess(field, role);
  return read && where === null;
}

/** Whether an answer may show null for an existing value. */
export function mayBeHidden({ access, shownWhere }: Field): boolean {
  return shownWhere !== null || [...(access?.values() ?? [])].some(({ where }) => where !== null);
}
