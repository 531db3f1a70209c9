import { closing, endOfCall, matchAt, plainName, type ReadFilter, readCall, refuse, unexpected } from './aggregate.ts';
import { aggregateNames } from './aggregate_name.ts';
import type { Parsed } from './fault.ts';
import { nearest } from './nearest.ts';
import type { Name, OrderKey, WrittenStep, WrittenValue, WrittenWay } from './syntax.ts';
import { oneOf } from './wording.ts';

/** Reads the texts within a value, each of which begins at an offset. */
interface Readers {
  readonly filter: ReadFilter;
  readonly order: (text: string, offset: number) => Parsed<readonly OrderKey[]>;
}

const first = 'first';
const words = [...aggregateNames, first];

/** Whether a text has the form of a value: a rule has an equals sign outside of its parentheses. */
export function isValue(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '=') return false;
    if (text[at] === '(') at = (closing(text, at) ?? text.length) - 1;
  }
  return true;
}

/** Reads `count(relation)`, `sum(relation.field)`, `relation.field` or `first(relation.field,order=field)`. */
export function readValue(text: string, readers: Readers): Parsed<WrittenValue> {
  const isCall = endOfCall(text, 0) === text.length;
  const word = isCall ? text.slice(0, text.indexOf('(')) : '';
  if (word === first) return readFirst(text, readers);
  if (isCall && !words.includes(word))
    return refuse(0, `Unknown word \`${word}\` before the parentheses.`, oneOf(words), nearest(word, words));
  if (isCall) {
    const call = readCall({ text, offset: 0 }, readers.filter);
    return call.ok ? { ok: true, value: { kind: 'aggregate', call: call.value } } : call;
  }
  const way = readWay(text, 0, readers.filter);
  if (!way.ok) return way;
  const { end, ...value } = way.value;
  return end === text.length
    ? { ok: true, value: { ...value, order: null } }
    : refuse(end, unexpected(text, end), '`.`');
}

/** `first(relation.field,order=field.desc)`. */
function readFirst(text: string, readers: Readers): Parsed<WrittenWay> {
  const way = readWay(text, first.length + 1, readers.filter);
  if (!way.ok) return way;
  const { end, ...value } = way.value;
  const begin = matchAt(orderSign, text, end);
  if (begin === null)
    return refuse(
      end,
      text[end] === ')' ? 'first needs an order.' : unexpected(text, end),
      '`,order=` and the fields to order by',
    );
  const at = end + begin.length;
  const order = readers.order(text.slice(at, -1), at);
  return order.ok ? { ok: true, value: { ...value, order: order.value } } : order;
}

const orderSign = /,[ ]*order=/y;

/** Relations, perhaps each with a rule in parentheses, and a field. */
function readWay(
  text: string,
  start: number,
  readFilter: ReadFilter,
): Parsed<Pick<WrittenWay, 'kind' | 'steps' | 'field'> & { readonly end: number }> {
  const steps: WrittenStep[] = [];
  let at = start;
  for (;;) {
    const name = readName(text, at);
    if (name === null) return refuse(at, unexpected(text, at), 'the name of a relation or a field');
    at += name.text.length;
    const isFiltered = text[at] === '(';
    if (!isFiltered && text[at] !== '.') {
      if (steps.length > 0) return { ok: true, value: { kind: 'way', steps, field: name, end: at } };
      return refuse(
        name.offset,
        `${name.text} is one name, and a value of related rows has two.`,
        '<relation>.<field>',
      );
    }
    let filter: WrittenStep['filter'] = [];
    if (isFiltered) {
      const close = closing(text, at);
      if (close === null) return refuse(text.length, 'The text ends too early.', '`)`');
      const read = readFilter(text.slice(at + 1, close - 1), at + 1);
      if (!read.ok) return read;
      filter = read.value;
      at = close;
    }
    if (text[at] !== '.') return refuse(at, unexpected(text, at), '`.` and a field');
    at += 1;
    steps.push({ relation: name, filter });
  }
}

function readName(text: string, offset: number): Name | null {
  const read = matchAt(plainName, text, offset);
  return read === null ? null : { text: read, offset };
}
