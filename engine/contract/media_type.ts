/** The forms in which rows are answered: an array, one object, comma-separated values, an object to a line. */
export const mediaTypes = {
  json: 'application/json',
  object: 'application/vnd.pgrst.object+json',
  csv: 'text/csv',
  lines: 'application/x-ndjson',
} as const;

export type Form = keyof typeof mediaTypes;
