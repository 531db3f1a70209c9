import { quote } from './identifier.ts';
import { laidOut } from './line.ts';
import { textLiteral } from './literal.ts';

/**
 * A piece of SQL as data: text, values and other fragments, in order. It is immutable, and may be used in several
 * places. `Value` is the type of its values. A fragment without values is a `Fragment`; PostgreSQL can run its text
 * alone.
 */
export type Fragment<Value = never> =
  | TextFragment
  | TemplateFragment<Value>
  | JoinedFragment<Value>
  | Placeholder<Value>;

interface TextFragment {
  readonly kind: 'text';
  readonly text: string;
}

interface TemplateFragment<Value> {
  readonly kind: 'template';
  /** The text before each part, and behind the last. */
  readonly texts: readonly string[];
  readonly parts: readonly (Fragment<Value> | number)[];
}

interface JoinedFragment<Value> {
  readonly kind: 'joined';
  readonly separator: string;
  readonly parts: readonly Fragment<Value>[];
}

interface Placeholder<Value> {
  readonly kind: 'placeholder';
  readonly value: Value;
}

/**
 * The fragment of a template in the source, laid out by `line`. A part is a fragment or a number. A text is not
 * accepted, so that input of a caller never becomes SQL by mistake.
 */
export function sql<Value = never>(
  source: TemplateStringsArray,
  ...parts: readonly (Fragment<Value> | number)[]
): Fragment<Value> {
  return { kind: 'template', texts: laidOut(source), parts };
}

/** SQL that the engine has as text. Never pass input of a caller. */
export function raw(text: string): Fragment {
  return { kind: 'text', text };
}

/** A value, which PostgreSQL gets beside the text. Where the same placeholder stands in several places, it is sent once. */
export function placeholder<Value>(value: Value): Fragment<Value> {
  return { kind: 'placeholder', value };
}

/** The fragments with a text between each two. */
export function join<Value>(parts: readonly Fragment<Value>[], separator: string): Fragment<Value> {
  return { kind: 'joined', separator, parts };
}

/** No text at all. */
export const empty: Fragment = raw('');

/** The fragment as a value of a type of PostgreSQL. */
export function cast<Value>(fragment: Fragment<Value>, type: string): Fragment<Value> {
  return { kind: 'template', texts: ['', `::${type}`], parts: [fragment] };
}

/** A name, in quotes where PostgreSQL needs them. */
export function identifier(name: string): Fragment {
  return raw(quote(name));
}

/** A column of the table that the alias stands for. Both are of the model or of the engine, never of a caller: each is made once. */
export function columnOf(alias: string, name: string): Fragment {
  const ofAlias = columns.get(alias) ?? new Map<string, Fragment>();
  const known = ofAlias.get(name);
  if (known !== undefined) return known;
  const column = raw(`${alias}.${quote(name)}`);
  columns.set(alias, ofAlias.set(name, column));
  return column;
}

const columns = new Map<string, Map<string, Fragment>>();

/** A table with the engine's data. */
export function publicTable(name: string): Fragment {
  return raw(`public.${quote(name)}`);
}

/** A text of the model as an SQL constant. */
export function textConstant(text: string): Fragment {
  return raw(textLiteral(text));
}
