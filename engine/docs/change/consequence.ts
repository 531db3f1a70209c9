import type { Table } from '../../model/model.ts';
import { creationWords, setWords } from '../consequence_words.ts';

/** What the database sets in rows that are written. */
export function setChanges({ sets: was }: Table, { sets: now }: Table): readonly string[] {
  return changes(was.map(setWords), now.map(setWords), 'the service sets', 'the service no longer sets');
}

/** What the database creates when rows are written. */
export function creationChanges({ creates: was }: Table, { creates: now }: Table): readonly string[] {
  return changes(
    was.map(creationWords),
    now.map(creationWords),
    'the service creates',
    'the service no longer creates',
  );
}

function changes(
  before: readonly string[],
  after: readonly string[],
  added: string,
  removed: string,
): readonly string[] {
  return [
    ...after.filter((each) => !before.includes(each)).map((each) => `${added} ${each}`),
    ...before.filter((each) => !after.includes(each)).map((each) => `${removed} ${each}`),
  ];
}
