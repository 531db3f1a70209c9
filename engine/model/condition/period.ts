import { readDatetime } from '../../language/time/datetime.ts';
import { quote } from '../../language/wording.ts';
import type { ReadValue } from '../../vocabulary/value/read_value.ts';
import type { Operand } from '../field.ts';
import type { RowType } from './row_type.ts';

/** The period of a row that a name stands for: `validity` or, in a rule, `recorded`, in which a version stood. */
export function periodOf(name: string, { fields }: RowType, isRule: boolean): Operand | null {
  const beginning = name === 'validity' ? 'valid_from' : name === 'recorded' && isRule ? 'recorded_at' : null;
  const field = beginning === null ? undefined : fields.get(beginning);
  if (field === undefined) return null;
  if (name === 'validity') return { field, steps: [], type: { kind: 'period', end: 'valid_to' } };
  // As of an instant, a row is the current one as it was then.
  return { field, steps: [], type: { kind: 'period', end: fields.has('replaced_at') ? 'replaced_at' : null } };
}

/**
 * Reads a period in PostgreSQL's range notation (manual, 8.17.5), `[from,to)`, in which an open bound is left out. An
 * instant counts as the period that has only itself. The result is the text of a tstzrange.
 */
export function readPeriod(text: string): ReadValue {
  if (text === 'empty') return { ok: true, value: text };
  const [, open, from, to, close] = /^([[(])([^,]*),([^,]*)([\])])$/.exec(text.trim()) ?? [];
  if (open === undefined || from === undefined || to === undefined) {
    const instant = readDatetime(text);
    if (instant.ok) return { ok: true, value: `["${instant.value}","${instant.value}"]` };
    return { ok: false, message: `${quote(text)} is not a period`, expected };
  }
  const start = readBound(from);
  const end = readBound(to);
  if (!start.ok) return start;
  if (!end.ok) return end;
  if (start.value !== '' && end.value !== '' && isLater(start.value, end.value)) {
    return { ok: false, message: `${quote(text)} ends before it begins`, expected };
  }
  return { ok: true, value: `${open}${quoted(start.value)},${quoted(end.value)}${close}` };
}

const expected = 'a period such as [2026-01-01T00:00Z,2026-02-01T00:00Z)';

function readBound(text: string): ReadValue {
  const bound = text.trim().replace(/^"(.*)"$/, '$1');
  if (bound === '') return { ok: true, value: '' };
  const instant = readDatetime(bound);
  return instant.ok ? instant : { ok: false, message: instant.message, expected: instant.hint ?? expected };
}

/** To the microsecond, which a Date does not keep. */
function isLater(one: string, other: string): boolean {
  const seconds = (text: string) => Date.parse(text.replace(/\.\d+/, ''));
  const fraction = (text: string) => (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0');
  const difference = seconds(one) - seconds(other);
  return difference > 0 || (difference === 0 && fraction(one) > fraction(other));
}

function quoted(bound: string): string {
  return bound === '' ? '' : `"${bound}"`;
}
