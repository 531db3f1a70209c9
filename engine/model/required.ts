import type { Field } from './field.ts';

/** Whether a client that creates a row has to send the field. */
export function isRequired({
  create,
  nullable,
  default: given,
}: Pick<Field, 'create' | 'nullable' | 'default'>): boolean {
  return create && !nullable && given === null;
}
