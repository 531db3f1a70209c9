import type { CustomPatternMatcherFunc } from 'chevrotain';
import { aggregateNames } from './aggregate_name.ts';
import type { Parsed } from './fault.ts';
import { nearest } from './nearest.ts';
import type { AggregateCall, Comparison, Condition, Name } from './syntax.ts';
import { quoted } from './token/unquoted.ts';
import { oneOf } from './wording.ts';

/** Reads the rule within an aggregate, whose text begins at an offset. */
export type ReadFilter = (text: string, offset: number) => Parsed<readonly Condition[]>;

/** Matches a word with parentheses behind it. Without the last parenthesis it goes on to the end. */
export const callPattern: CustomPatternMatcherFunc = (text, offset) => {
  const open = openingOf(text, offset);
  return open === null ? null : [text.slice(offset, closing(text, open) ?? text.length)];
};

/** The offset behind a call that begins somewhere in a text; null where none does, or where it does not end. */
export function endOfCall(text: string, offset: number): number | null {
  const open = openingOf(text, offset);
  return open === null ? null : closing(text, open);
}

/** A parsed condition, with what its aggregates say within their parentheses. */
export function withAggregates(condition: Condition, readFilter: ReadFilter): Parsed<Condition> {
  const last = condition.kind === 'comparison' ? condition.path.at(-1) : undefined;
  const above = last === undefined ? condition.path : condition.path.slice(0, -1);
  const misplaced = above.find(isCall);
  if (misplaced !== undefined) {
    const { text, offset } = misplaced;
    return refuse(
      offset + text.length,
      `${text} is a value, and nothing stands below it.`,
      `${text}=<operator>.<value>`,
    );
  }
  if (condition.kind === 'logic') {
    const operands: Condition[] = [];
    for (const operand of condition.operands) {
      const read = withAggregates(operand, readFilter);
      if (!read.ok) return read;
      operands.push(read.value);
    }
    return { ok: true, value: { ...condition, operands } };
  }
  return last === undefined || !isCall(last) ? { ok: true, value: condition } : withCall(condition, last, readFilter);
}

function withCall(comparison: Comparison, name: Name, readFilter: ReadFilter): Parsed<Comparison> {
  const [step] = comparison.steps;
  if (step !== undefined) return refuse(step.offset, `${name.text} holds no JSON.`, '`=` and an operator');
  const call = readCall(name, readFilter);
  return call.ok ? { ok: true, value: { ...comparison, aggregate: call.value } } : call;
}

/** `count(relation)`, `sum(relation.field)`, each with a rule in parentheses behind the relation. */
export function readCall({ text, offset }: Name, readFilter: ReadFilter): Parsed<AggregateCall> {
  const open = text.indexOf('(');
  const word = text.slice(0, open);
  const name = aggregateNames.find((each) => each === word);
  if (name === undefined)
    return refuse(offset, `Unknown aggregate \`${word}\`.`, oneOf(aggregateNames), nearest(word, aggregateNames));
  const end = text.length - 1;
  let at = open + 1;
  const readName = (): Name | null => {
    const read = matchAt(plainName, text, at);
    if (read === null) return null;
    const own = { text: read, offset: offset + at };
    at += read.length;
    return own;
  };
  const relation = readName();
  if (relation === null) return refuse(offset + at, unexpected(text, at), 'the name of a relation');
  let filter: readonly Condition[] = [];
  if (text[at] === '(') {
    const close = closing(text, at);
    if (close === null) return refuse(offset + text.length, 'The text ends too early.', '`)`');
    const read = readFilter(text.slice(at + 1, close - 1), offset + at + 1);
    if (!read.ok) return read;
    filter = read.value;
    at = close;
  }
  let field: Name | null = null;
  if (text[at] === '.') {
    if (name === 'count')
      return refuse(offset + at, 'count counts rows, and takes no field.', `count(${relation.text})`);
    at += 1;
    field = readName();
    if (field === null) return refuse(offset + at, unexpected(text, at), 'the name of a field');
    if (text[at] === '.')
      return refuse(offset + at, `${name} looks at rows one relation away.`, `${name}(<relation>.<field>)`);
  }
  if (text[at] !== ')' || at !== end) return refuse(offset + at, unexpected(text, at), '`)`');
  if (name !== 'count' && field === null)
    return refuse(offset + at, `${name} takes a field of ${relation.text}.`, `${name}(${relation.text}.<field>)`);
  return { ok: true, value: { name, relation, filter, field } };
}

export const plainName = /[A-Za-z_][A-Za-z0-9_]*/y;
const opening = /[A-Za-z_][A-Za-z0-9_]*\(/y;
const inQuotes = new RegExp(quoted, 'y');

function isCall({ text }: Name): boolean {
  return openingOf(text, 0) !== null;
}

/** The offset of the parenthesis behind the word that begins at an offset. */
function openingOf(text: string, offset: number): number | null {
  const matched = matchAt(opening, text, offset);
  return matched === null || logic.has(matched) ? null : offset + matched.length - 1;
}

const logic: ReadonlySet<string> = new Set(['and(', 'or(']);

/** The offset behind the parenthesis that closes another; null if none does. Parentheses in quotes do not count. */
export function closing(text: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
    else if (text[at] === '"') at += Math.max(matchAt(inQuotes, text, at)?.length ?? 0, 1) - 1;
  }
  return null;
}

export function matchAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? null;
}

export function unexpected(text: string, at: number): string {
  return at >= text.length ? 'The text ends too early.' : `Unexpected \`${text[at]}\`.`;
}

export function refuse(offset: number, message: string, expected: string, near: string | null = null): Parsed<never> {
  return { ok: false, fault: { message, offset, part: 'text', expected, nearest: near } };
}
