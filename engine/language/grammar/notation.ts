import { aggregateNames, columnAggregates } from '../aggregate_name.ts';
import type { Grammar } from './grammar.ts';

/** The form of a text, as its grammar defines it; independent of the parser. */
export type Form =
  | { readonly kind: 'literal'; readonly text: string }
  /** A name: a rule of the grammar, or a word that is defined by its letters. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Form[] }
  | { readonly kind: 'choice'; readonly parts: readonly Form[] }
  | { readonly kind: 'option'; readonly part: Form }
  | { readonly kind: 'repetition'; readonly part: Form };

export interface Production {
  readonly name: string;
  readonly form: Form;
}

/** A part of the grammar as chevrotain returns it. It may have a name, and parts. */
interface Part {
  readonly type: string;
  readonly name?: string;
  readonly definition?: readonly Part[];
}

/** The rules of the grammar in the order of the parser, with names in lower case. */
export function productionsOf(grammar: Grammar): readonly Production[] {
  const rules: readonly Part[] = grammar.getSerializedGastProductions();
  return rules.map(({ name = '', definition = [] }) => ({
    name: snakeCase(name),
    form: sequence(definition.map(formOf)),
  }));
}

/** The words of the parser, each with its letters. A word without fixed letters has a description. */
export function lexiconOf(scalarOperators: readonly string[]): readonly Production[] {
  return [
    { name: 'logic', form: sequence([option(literal('not.')), choice([literal('and'), literal('or')])]) },
    { name: 'operator', form: choice(scalarOperators.map(literal)) },
    {
      name: 'modifier',
      form: sequence([literal('('), choice([literal('any'), literal('all'), named('language')]), literal(')')]),
    },
    { name: 'name', form: choice([named('plain_name'), named('quoted'), named('caller'), named('aggregate')]) },
    {
      name: 'caller',
      form: sequence([literal('{'), named('plain_name'), repeated(literal('.'), named('plain_name')), literal('}')]),
    },
    { name: 'rule_word', form: choice([sequence([literal('rule.'), named('plain_name')]), literal('visible')]) },
    {
      name: 'aggregate',
      form: sequence([
        choice(aggregateNames.map(literal)),
        literal('('),
        named('plain_name'),
        option(sequence([literal('('), named('filter'), repeated(literal('&'), named('filter')), literal(')')])),
        option(sequence([literal('.'), named('plain_name')])),
        literal(')'),
      ]),
    },
    {
      name: 'filter',
      form: sequence([named('parameter_name'), literal('='), choice([named('operation'), named('tree')])]),
    },
    { name: 'key', form: choice([named('index'), named('bare_key'), named('quoted')]) },
    { name: 'item', form: choice([named('bare_item'), named('quoted')]) },
  ];
}

/** The words at the leaves of the grammar, by their names in the parser. */
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
  RuleWord: named('rule_word'),
  OwnValues: sequence([literal('$'), named('plain_name'), repeated(literal('.'), named('plain_name'))]),
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
  Aggregated: sequence([literal('.'), choice(columnAggregates.map(literal)), literal('()')]),
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
      throw new Error(`the notation does not cover the grammar part ${type}`);
  }
}

function terminalOf(name: string): Form {
  const form = terminals[name];
  if (form === undefined) throw new Error(`the notation does not cover the word ${name}`);
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

function repeated(...parts: readonly Form[]): Form {
  return { kind: 'repetition', part: sequence(parts) };
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
