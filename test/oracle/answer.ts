import { isLosslessNumber, parse } from 'lossless-json';
import type { Answer } from '../http/service.ts';
import type { PeerAnswer } from './postgrest.ts';
import type { PeerQuestion } from './postgrest_url.ts';

/**
 * Whether two answers say the same: the same rows in the same order, to the last digit, and the same range; or, both,
 * that the question is wrong. The order of the fields within a row is left out where PostgREST 12 loses it: in what is
 * embedded, which it keeps as jsonb, and between what is embedded.
 */
export function saysTheSame(
  ours: Answer,
  theirs: PeerAnswer,
  { names, isOrdered }: Pick<PeerQuestion, 'names' | 'isOrdered'>,
): boolean {
  if (ours.status >= 400 || theirs.status >= 400) return isRefusal(ours.status) && isRefusal(theirs.status);
  if (ours.status !== theirs.status) return false;
  if (ours.headers['content-range'] !== theirs.headers['content-range']) return false;
  // Most rows are alike as text, and text takes a tenth of the time.
  if (ours.text === theirs.text.replaceAll(', \n ', ',')) return true;
  const form = { names, ordered: isOrdered ? rowDepth : 0 };
  return canonical(ours.text, form) === canonical(theirs.text, form);
}

/**
 * Whether two answers to a write say the same: the same status and headers, and the same rows in any order, to the last
 * digit. When and by whom they were recorded is left out. Without `Prefer`, ours has the number of rows too.
 */
export function writesTheSame(ours: Answer, theirs: PeerAnswer, isPreferred: boolean): boolean {
  // Of several rows that nobody may delete, one of the two first sees that they are several.
  if ([ours.status, theirs.status].every((status) => status === 406 || status === 409)) return true;
  if (ours.status !== theirs.status) return false;
  if (ours.status >= 400) return true;
  if (ours.headers['preference-applied'] !== theirs.headers['preference-applied']) return false;
  // A create that counts nothing has no header from us.
  const [our, their] = [ours, theirs].map(({ headers }) => String(headers['content-range'] ?? '*/*').split('/'));
  if (our?.[0] !== their?.[0] || (isPreferred && our?.[1] !== their?.[1])) return false;
  const [ourRows, theirRows] = [ours, theirs].map(({ text }) => writtenRows(text));
  return JSON.stringify(ourRows) === JSON.stringify(theirRows);
}

/** The rows of an answer to a write, each as text, in one order. */
function writtenRows(text: string): readonly string[] {
  if (text === '') return [];
  const shown = parse(text);
  const rows = Array.isArray(shown) ? shown : [shown];
  return rows
    .map((row) => Object.entries(row as object).filter(([name]) => !/^recorded_/.test(name)))
    .map((members) => write(Object.fromEntries(members), rowDepth, { names: new Map(), ordered: rowDepth }))
    .sort();
}

/** Rows as texts in one order, whatever the order of the rows and of their fields. */
export function inAnyOrder(text: string): readonly string[] {
  const rows = parse(text);
  if (!Array.isArray(rows)) return [text];
  return rows.map((row) => write(row, 1, { names: new Map(), ordered: 0 })).sort();
}

interface Form {
  readonly names: PeerQuestion['names'];
  /** How deep the order of fields counts. */
  readonly ordered: number;
}

// Of rows in an array.
const rowDepth = 1;

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

function canonical(text: string, form: Form): string {
  return write(parse(text), 0, form);
}

function write(value: unknown, depth: number, form: Form): string {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1, form)).join()}]`;
  if (typeof value === 'string') return JSON.stringify(withDatetimes(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, member]) => {
    const name = form.names.get(key) ?? key;
    return name === '' ? [] : [`${JSON.stringify(name)}:${write(member, depth + 1, form)}`];
  });
  return `{${(depth > form.ordered ? members.sort() : members).join()}}`;
}

/** A range of instants as we write it: PostgreSQL has its own form of datetimes in the text of a range. */
function withDatetimes(text: string): string {
  if (!/^[[(].*,.*[\])]$/s.test(text)) return text;
  return text.replace(/"(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00"/g, '$1T$2+00:00');
}
