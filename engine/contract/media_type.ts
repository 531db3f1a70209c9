/**
 * The forms in which rows are answered: an array, one object, both without members that are null, comma-separated values,
 * an object to a line.
 */
export const mediaTypes = {
  json: 'application/json',
  object: 'application/vnd.pgrst.object+json',
  stripped: 'application/vnd.pgrst.array+json;nulls=stripped',
  stripped_object: 'application/vnd.pgrst.object+json;nulls=stripped',
  csv: 'text/csv',
  lines: 'application/x-ndjson',
} as const;

export type Form = keyof typeof mediaTypes;

/** Whether a form is of one row, not of an array of them. */
export function isOne(form: Form): boolean {
  return form === 'object' || form === 'stripped_object';
}
