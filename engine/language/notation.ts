import type { Grammar } from './grammar.ts';

/** The form of a text: what its grammar says, free of the parser that reads it. */
export type Form =
  | { readonly kind: 'literal'; readonly text: string }
  /** Something named: a rule of the grammar, or a word that is told by its letters. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Form[] }
  | { readonly kind: 'choice'; readonly parts: readonly Form[] }
  | { readonly kind: 'option'; readonly part: Form }
  | { readonly kind: 'repetition'; readonly part: Form };

export interface Production {
  readonly name: string;
  readonly form: Form;
}

/** A part of the grammar as chevrotain tells it, of which some have a name and some have parts. */
interface Part {
  readonly type: string;
  readonly name?: string;
  readonly definition?: readonly Part[];
}

/** The rules of the grammar as the parser has them, in its order, under names in small letters. */
export function productionsOf(grammar: Grammar): readonly Production[] {
  const rules: readonly Part[] = grammar.getSerializedGastProductions();
  return rules.map(({ name = '', definition = [] }) => ({
    name: snakeCase(name),
    form: sequence(definition.map(formOf)),
  }));
}

/** What the parser takes as one word, by its letters; what has no letters of its own is told in words. */
export function lexiconOf(scalarOperators: readonly string[]): readonly Production[] {
  return [
    { name: 'logic', form: sequence([option(literal('not.')), choice([literal('and'), literal('or')])]) },
    { name: 'operator', form: choice(scalarOperators.map(literal)) },
    {
      name: 'modifier',
      form: sequence([literal('('), choice([literal('any'), literal('all'), named('language')]), literal(')')]),
    },
    { name: 'name', form: choice([named('plain_name'), named('quoted')]) },
    { name: 'key', form: choice([named('index'), named('bare_key'), named('quoted')]) },
    { name: 'item', form: choice([named('bare_item'), named('quoted')]) },
  ];
}

/** The words that the grammar ends in, by the parser's names for them. */
const terminals: Readonly<Record<string, Form>> = {
  LogicName: named('logic'),
  LogicOpen: sequence([named('logic'), literal('(')]),
  RelatedLogicOpen: sequence([named('logic'), literal('(')]),
  Name: named('name'),
  Dot: literal('.'),
  Arrow: choice([literal('->'), literal('->>')]),
  JsonKey: named('key'),
  Not: literal('not.'),
  ScalarOperator: named('operator'),
  Modifier: named('modifier'),
  Operand: sequence([literal('.'), named('value')]),
  IsOperator: literal('is.'),
  Truth: choice(['null', 'not_null', 'true', 'false', 'unknown'].map(literal)),
  InOperator: literal('in.'),
  ListOpen: literal('('),
  ListItem: named('item'),
  ListComma: literal(','),
  ListClose: literal(')'),
  Open: literal('('),
  Comma: literal(','),
  Close: literal(')'),
  Direction: choice([literal('.asc'), literal('.desc')]),
  Nulls: choice([literal('.nullsfirst'), literal('.nullslast')]),
  Star: literal('*'),
  Spread: literal('...'),
  Colon: literal(':'),
  Inner: literal('!'),
  Cast: literal('::'),
  TypeName: named('type'),
};

function formOf({ type, name = '', definition = [] }: Part): Form {
  const parts = definition.map(formOf);
  switch (type) {
    case 'Terminal':
      return terminalOf(name);
    case 'NonTerminal':
      return named(snakeCase(name));
    case 'Alternative':
      return sequence(parts);
    case 'Alternation':
      return choice(parts);
    case 'Option':
      return option(sequence(parts));
    case 'Repetition':
      return { kind: 'repetition', part: sequence(parts) };
    default:
      throw new Error(`the grammar has a ${type}, which has no notation here`);
  }
}

function terminalOf(name: string): Form {
  const form = terminals[name];
  if (form === undefined) throw new Error(`the word ${name} of the grammar has no notation here`);
  return form;
}

function literal(text: string): Form {
  return { kind: 'literal', text };
}

function named(name: string): Form {
  return { kind: 'name', name };
}

function option(part: Form): Form {
  return { kind: 'option', part };
}

function sequence(parts: readonly Form[]): Form {
  return onlyOf(parts) ?? { kind: 'sequence', parts };
}

function choice(parts: readonly Form[]): Form {
  return onlyOf(parts) ?? { kind: 'choice', parts };
}

function onlyOf(parts: readonly Form[]): Form | null {
  const [first, ...others] = parts;
  return first !== undefined && others.length === 0 ? first : null;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
