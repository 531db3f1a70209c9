import type { Field } from './field.ts';

/** The name of the sibling field whose value chooses the format of a field; null where none does. */
export function formatChooser({ type }: Field): string | null {
  return type.kind === 'text' && type.format?.kind === 'by' ? type.format.field : null;
}
