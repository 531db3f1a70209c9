import type { IToken } from 'chevrotain';
import { endOfCall, withAggregates } from './aggregate.ts';
import { expectedOperator, explain, type OperatorNames, type Place } from './explain.ts';
import type { LanguageFault, Parsed } from './fault.ts';
import { Grammar } from './grammar/grammar.ts';
import { lexiconOf, type Production, productionsOf } from './grammar/notation.ts';
import type { Condition, Embed, OrderKey, Selected, WrittenValue } from './syntax.ts';
import { Close, createLexer, type EntryMode, LogicOpen, Open, RelatedLogicOpen } from './token/tokens.ts';
import { validAtOf, withValidAt } from './valid_at.ts';
import { readValue } from './value.ts';

/** Deepest nesting of logic trees that is read. A deeper tree is a fault, long before the stack overflows. */
export const maximumDepth = 64;

const tooDeep = `Nested more than ${maximumDepth} levels deep.`;

/** Reads the texts of the query language. */
export interface QueryParser {
  /**
   * Reads one URL query parameter, percent-decoded: `path` with `[not.]operator.value`, or `[not.]and` and `[not.]or`
   * with a tree `(tree,...)`. The dialect is PostgREST 12's. Offsets count in the name for its path, else in the value.
   */
  parseParameter(name: string, value: string): Parsed<Condition>;
  /** Reads the value of `embed`: relations with their modifiers, `a`, `a!`, `a(b)` or `a!(b,c!)` (specification 4.3). */
  parseEmbed(value: string): Parsed<readonly Embed[]>;
  /** Reads the value of `order`: keys `field` or `relation(field)`, each with `.asc` or `.desc`, `.nullsfirst` or `.nullslast`. */
  parseOrder(value: string): Parsed<readonly OrderKey[]>;
  /** Reads the value of `select`: `*`, fields, relations, as PostgREST 12 has them: `a,b:c::text,d->>e,f!inner(g),...h(i)`. */
  parseSelect(value: string): Parsed<readonly Selected[]>;
  /**
   * Reads a whole rule: parameters `name=value` joined by `&`, which must all hold. An `&` between double quotes
   * belongs to a value. Offsets count in the whole text.
   */
  parseRule(text: string): Parsed<readonly Condition[]>;
  /** Reads a value made of related rows: `count(a)`, `sum(a(b=eq.1).c)`, `a.b` or `first(a.b,order=c)`. */
  parseValue(text: string): Parsed<WrittenValue>;
  /** The rules of its grammar and its words, with names in lower case. */
  productions(): readonly Production[];
}

/**
 * A parser for a language with these operators. Every language has `is` and `in`, whose values have their own forms.
 */
export function createParser(operators: OperatorNames): QueryParser {
  const scalarOperators = operators.all.filter((name) => name !== 'is' && name !== 'in');
  const { tokenize, tokenTypes } = createLexer(scalarOperators);
  // One instance serves every text: it holds no state between two of them.
  const grammar = new Grammar(tokenTypes, expectedOperator(operators));

  /** Reads the whole text by one rule of the grammar; offsets in the result count from the base of the place. */
  const parse = <T>(text: string, mode: EntryMode, place: Place, rule: () => T): Parsed<T> => {
    const tokens = tokenize(text, mode);
    for (const token of tokens) token.startOffset += place.base;
    const below = firstBelow(tokens, maximumDepth);
    if (below !== undefined)
      return refused({ message: tooDeep, offset: below.startOffset, part: place.part, expected: null });
    grammar.input = tokens;
    const value = rule();
    const [error] = grammar.errors;
    if (error !== undefined) return { ok: false, fault: explain(error, { text, tokens, place }, operators) };
    return { ok: true, value };
  };

  const parameter = (name: Written, value: Written, modes: typeof inRequest): Parsed<Condition> => {
    const head = parse(name.text, modes.name, name.place, () => grammar.parameterName());
    if (!head.ok) return head;
    if (head.value.kind === 'logic') {
      const tree = parse(value.text, modes.tree, value.place, () => grammar.tree());
      return tree.ok ? { ok: true, value: { ...head.value, operands: tree.value } } : tree;
    }
    const operation = parse(value.text, modes.operation, value.place, () => grammar.operation());
    return operation.ok ? { ok: true, value: { ...head.value, ...operation.value } } : operation;
  };

  /** A rule that begins at an offset. The filter of an aggregate is a rule one level below it. */
  const rule = (text: string, base: number, depth: number): Parsed<readonly Condition[]> => {
    if (depth > maximumDepth) return refused({ message: tooDeep, offset: base, part: 'text', expected: null });
    const conditions: Condition[] = [];
    for (const { start, equals, end } of parametersOf(text)) {
      if (equals === null) {
        const message = 'A rule is a name, `=` and a value.';
        return refused({ message, offset: base + end, part: 'text', expected: '`=`' });
      }
      const name = text.slice(start, equals);
      const value = text.slice(equals + 1, end);
      const [nameBase, valueBase] = [base + start, base + equals + 1];
      const valid = validAtOf(name, nameBase, value);
      const parsed: Parsed<Condition> =
        valid !== null
          ? { ok: true, value: valid }
          : parameter(
              { text: name, place: { part: 'text', base: nameBase } },
              { text: value, place: { part: 'text', base: valueBase } },
              inRule,
            );
      if (!parsed.ok) return parsed;
      const whole = withAggregates(parsed.value, (filter, offset) => rule(filter, offset, depth + 1));
      if (!whole.ok) return whole;
      conditions.push(whole.value);
    }
    return withValidAt(conditions);
  };

  return {
    parseParameter: (name, value) =>
      parameter(
        { text: name, place: { part: 'name', base: 0 } },
        { text: value, place: { part: 'value', base: 0 } },
        inRequest,
      ),
    parseEmbed: (value) => parse(value, 'embed', { part: 'value', base: 0 }, () => grammar.embeds()),
    parseOrder: (value) => parse(value, 'order', { part: 'value', base: 0 }, () => grammar.order()),
    parseSelect: (value) => parse(value, 'select', { part: 'value', base: 0 }, () => grammar.select()),
    parseRule: (text) => rule(text, 0, 0),
    parseValue: (text) =>
      readValue(text, {
        filter: (filter, offset) => rule(filter, offset, 1),
        order: (keys, base) => parse(keys, 'order', { part: 'text', base }, () => grammar.order()),
      }),
    productions: () => [...productionsOf(grammar), ...lexiconOf(scalarOperators)],
  };
}

/** A text, and where it stands. */
interface Written {
  readonly text: string;
  readonly place: Place;
}

/** How the lexer reads a parameter. A rule has words that a request has not. */
const inRequest: Readonly<Record<'name' | 'operation' | 'tree', EntryMode>> = {
  name: 'name',
  operation: 'operation',
  tree: 'tree',
};
const inRule: typeof inRequest = { name: 'rule_name', operation: 'rule_operation', tree: 'rule_tree' };

/** The parameters of a rule, each as it is written. */
export function ruleParts(text: string): readonly string[] {
  return parametersOf(text).map(({ start, end }) => text.slice(start, end));
}

const opening = new Set([Open, LogicOpen, RelatedLogicOpen]);

/** The parenthesis that opens one level too many. The parser uses a stack frame for each level. */
function firstBelow(tokens: readonly IToken[], depth: number): IToken | undefined {
  let level = 0;
  for (const token of tokens) {
    if (opening.has(token.tokenType)) level++;
    if (token.tokenType === Close) level--;
    if (level > depth) return token;
  }
  return undefined;
}

/** Where a parameter of a rule starts, has its equals sign, and ends. */
interface ParameterPlace {
  readonly start: number;
  readonly equals: number | null;
  readonly end: number;
}

/**
 * The places of the parameters of a rule. They end at an `&` outside of double quotes and aggregates. A quote or a
 * parenthesis that is not closed does not count.
 */
function parametersOf(text: string): readonly ParameterPlace[] {
  const parameters: ParameterPlace[] = [];
  let start = 0;
  let equals: number | null = null;
  let isTree = false;
  let unclosed = false;
  for (let position = 0; position < text.length; position++) {
    const before = text[position - 1] ?? '';
    const mayCall = equals === null ? position === start || before === '.' : isTree && /[(, \t]/.test(before);
    const end = mayCall ? endOfCall(text, position) : null;
    if (end !== null) position = end - 1;
    else if (text[position] === '&') {
      parameters.push({ start, equals, end: position });
      start = position + 1;
      equals = null;
    } else if (text[position] === '=' && equals === null) {
      equals = position;
      isTree = /(?:^|\.)(?:and|or)$/.test(text.slice(start, equals));
    } else if (text[position] === '"' && !unclosed) {
      const closed = closingQuote(text, position);
      if (closed === -1) unclosed = true;
      else position = closed;
    }
  }
  return [...parameters, { start, equals, end: text.length }];
}

function closingQuote(text: string, opening: number): number {
  for (let position = opening + 1; position < text.length; position++) {
    if (text[position] === '\\') position++;
    else if (text[position] === '"') return position;
  }
  return -1;
}

function refused(fault: Omit<LanguageFault, 'nearest'>): { readonly ok: false; readonly fault: LanguageFault } {
  return { ok: false, fault: { ...fault, nearest: null } };
}
