/**
 * The forms in which rows are answered: an array or one object, comma-separated values, an object to a line. An array and
 * an object may be stripped of members that are null. A plan is how PostgreSQL finds the rows of a list, instead of these.
 */
export const mediaTypes = {
  json: 'application/json',
  object: 'application/vnd.pgrst.object+json',
  stripped: 'application/vnd.pgrst.array+json;nulls=stripped',
  stripped_object: 'application/vnd.pgrst.object+json;nulls=stripped',
  plan: 'application/vnd.pgrst.plan+text',
  plan_json: 'application/vnd.pgrst.plan+json',
  csv: 'text/csv',
  lines: 'application/x-ndjson',
} as const;

export type Form = keyof typeof mediaTypes;

/** Whether a form is of one row, not of an array of them. */
export function isOne(form: Form): boolean {
  return form === 'object' || form === 'stripped_object';
}
