import { createToken, type IToken, Lexer, type TokenType } from 'chevrotain';
import { callPattern } from '../aggregate.ts';
import { unescapedItem } from './unescaped_item.ts';
import { quoted } from './unquoted.ts';

export type EntryMode =
  | 'name'
  | 'operation'
  | 'tree'
  | 'rule_name'
  | 'rule_operation'
  | 'rule_tree'
  | 'embed'
  | 'select'
  | 'order';

const wordEnd = '(?![A-Za-z0-9_])';
// As PostgREST has it: letters of any script, digits, _ and $, dashes within; or anything in double quotes but nothing at
// all, and not the NUL that PostgreSQL cannot store.
const letter = 'A-Za-z_$\\u0080-\\uffff';
export const name = new RegExp(`[${letter}][${letter}0-9]*(?:-(?!>)[${letter}0-9]+)*|"(?:[^"\\\\\\0]|\\\\[^\\0])+"`);

export const Word = createToken({ name: 'Word', pattern: /(?:(?!->)[^.,()=\s])+/, label: 'a word' });
// A run of space at once: each token that may begin with space has looked through the run in vain.
const Unexpected = createToken({ name: 'Unexpected', pattern: /[ \t]+|[\s\S]/ });

export const Dot = createToken({ name: 'Dot', pattern: /\./, label: '`.`' });
const SpaceBeforeDot = createToken({ name: 'SpaceBeforeDot', pattern: /[ \t]+(?=\.)/, group: Lexer.SKIPPED });
export const Name = createToken({ name: 'Name', pattern: name, longer_alt: Word, label: 'a name' });
/** The whole name of a parameter, or its end below a relation. */
export const LogicName = createToken({
  name: 'LogicName',
  pattern: /(?:not\.)?(?:and|or)(?![\s\S])/,
  label: '`and` or `or`',
});

/** A step into a JSON document: `->` gives the value, `->>` its text. */
export const Arrow = createToken({ name: 'Arrow', pattern: /->>?/, push_mode: 'key', label: '`->` or `->>`' });
const keyWord = '(?:(?!->)[^\\s.,()":=>])+';
export const JsonKey = createToken({
  name: 'JsonKey',
  // Spaces within are its own.
  pattern: new RegExp(`${quoted}|${keyWord}(?: +${keyWord})*`),
  pop_mode: true,
  label: 'a key or an index',
});

const is = { pattern: /is\./, label: '`is.`' };
const list = { pattern: /in\./, label: '`in.`' };
export const Not = createToken({ name: 'Not', pattern: /not\./, label: '`not.`' });
/** An operator before a dot and one value. The lexer gets its names when it is made. */
export const ScalarOperator = createToken({ name: 'ScalarOperator', pattern: Lexer.NA, label: 'an operator' });
export const IsOperator = createToken({ name: 'IsOperator', ...is, push_mode: 'truth' });
export const InOperator = createToken({ name: 'InOperator', ...list, push_mode: 'list' });

/** What follows an operator: `any`, `all`, or the language of a text search. */
export const Modifier = createToken({ name: 'Modifier', pattern: /\([A-Za-z0-9_ $]*\)/, label: '`(` and a word' });
/** The dot belongs to the operand: a value may be empty, a token may not. */
export const Operand = createToken({ name: 'Operand', pattern: /\.[\s\S]*/, label: '`.` and a value' });
const TreeOperand = createToken({
  name: 'TreeOperand',
  // Quoted if a comma, a parenthesis or the end follows the quotes; a PostgreSQL array; or raw.
  pattern: new RegExp(`\\.(?:${quoted}(?![^,)])|\\{[^{}]*\\}|[^,)]*)`),
  categories: [Operand],
  pop_mode: true,
});
export const Truth = createToken({
  name: 'Truth',
  pattern: new RegExp(`(?:null|not_null|true|false|unknown)${wordEnd}`, 'i'),
  pop_mode: true,
  label: 'null, not_null, true, false or unknown',
});
export const ListOpen = createToken({
  name: 'ListOpen',
  pattern: /[ \t]*\([ \t]*/,
  pop_mode: true,
  push_mode: 'items',
  label: '`(`',
});
/** In rules, the values of a row: a path behind `$`. */
export const OwnValues = createToken({
  name: 'OwnValues',
  pattern: /\$[A-Za-z_][A-Za-z0-9_.]*/,
  pop_mode: true,
  label: '`$` and a path',
});
export const ListItem = createToken({
  name: 'ListItem',
  pattern: new RegExp(`${quoted}(?![^,)])|[^,)]+`),
  label: 'a value',
});
/** A text that was put in quotes as it is, with quotes of its own. */
export const UnescapedItem = createToken({
  name: 'UnescapedItem',
  pattern: unescapedItem,
  start_chars_hint: ['"'],
  line_breaks: true,
  categories: [ListItem],
});
export const ListComma = createToken({ name: 'ListComma', pattern: /,/, label: '`,`' });
export const ListClose = createToken({ name: 'ListClose', pattern: /\)[ \t]*/, pop_mode: true, label: '`)`' });

export const Open = createToken({ name: 'Open', pattern: /[ \t]*\([ \t]*/, label: '`(`' });
export const LogicOpen = createToken({
  name: 'LogicOpen',
  pattern: /(?:not\.)?(?:and|or)[ \t]*\([ \t]*/,
  label: '`and(` or `or(`',
});
/** The same below a relation, behind its dot. */
export const RelatedLogicOpen = createToken({
  name: 'RelatedLogicOpen',
  pattern: /(?:not\.)?(?:and|or)[ \t]*\([ \t]*/,
  pop_mode: true,
  label: '`and(` or `or(`',
});
export const Comma = createToken({ name: 'Comma', pattern: /[ \t]*,[ \t]*/, label: '`,`' });
export const Close = createToken({ name: 'Close', pattern: /[ \t]*\)[ \t]*/, label: '`)`' });

// In a tree the first word is a name whatever it spells; after it, an operator ends the path.
const TreeName = createToken({
  name: 'TreeName',
  pattern: name,
  longer_alt: Word,
  categories: [Name],
  push_mode: 'path',
});
/** In rules, what is asked of a related row as a whole: another rule, or whether the caller may read it. */
export const RuleWord = createToken({
  name: 'RuleWord',
  pattern: /(?:rule\.[A-Za-z_]\w*|visible)(?![\s\S])/,
  label: '`rule.` and the name of a rule, or `visible`',
});
const TreeRuleWord = createToken({
  name: 'TreeRuleWord',
  pattern: /(?:rule\.[A-Za-z_]\w*|visible)(?=[ \t]*[,)])/,
  categories: [RuleWord],
  pop_mode: true,
});

/** In rules, a value of the caller instead of a field: its path in braces. */
const caller = { pattern: /\{[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\}/, categories: [Name] };
const CallerName = createToken({ name: 'CallerName', ...caller });
const TreeCallerName = createToken({ name: 'TreeCallerName', ...caller, push_mode: 'rule_path' });
const RuleTreeName = createToken({
  name: 'RuleTreeName',
  pattern: name,
  longer_alt: Word,
  categories: [Name],
  push_mode: 'rule_path',
});
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'];
/** In rules, an aggregate of related rows instead of a field, with all of its parentheses. */
const call = { pattern: callPattern, start_chars_hint: letters, line_breaks: true, categories: [Name] };
const Call = createToken({ name: 'Call', ...call });
const TreeCall = createToken({ name: 'TreeCall', ...call, push_mode: 'rule_path' });
const leavePath = { pop_mode: true };
const TreeIsOperator = createToken({
  name: 'TreeIsOperator',
  ...is,
  ...leavePath,
  push_mode: 'truth',
  categories: [IsOperator],
});
const TreeInOperator = createToken({
  name: 'TreeInOperator',
  ...list,
  ...leavePath,
  push_mode: 'list',
  categories: [InOperator],
});

// Not the longer word, as Name has it: a modifier follows without a space.
const BareName = createToken({ name: 'BareName', pattern: name, categories: [Name] });
export const Inner = createToken({ name: 'Inner', pattern: /!/, label: '`!`' });
const Space = createToken({ name: 'Space', pattern: /[ \t]+/, group: Lexer.SKIPPED });

export const Star = createToken({ name: 'Star', pattern: /\*/, label: '`*`' });
export const Spread = createToken({ name: 'Spread', pattern: /\.\.\./, label: '`...`' });
export const Colon = createToken({ name: 'Colon', pattern: /:/, label: '`:`' });
export const Cast = createToken({ name: 'Cast', pattern: /::[ \t]*/, push_mode: 'type', label: '`::`' });
export const TypeName = createToken({
  name: 'TypeName',
  pattern: /[A-Za-z_][A-Za-z0-9_]*(?: [A-Za-z]+)*(?:\[\])?/,
  pop_mode: true,
  label: 'the name of a type',
});

/** What is taken of the values of a group. Whether there is such an aggregate, the plan knows. */
export const Aggregated = createToken({
  name: 'Aggregated',
  pattern: /\.[ \t]*[A-Za-z_]\w*[ \t]*\([ \t]*\)/,
  label: 'an aggregate such as `.sum()`',
});

// With their dots: a field may well be called asc.
export const Direction = createToken({
  name: 'Direction',
  pattern: new RegExp(`\\.(?:asc|desc)${wordEnd}`),
  label: '`.asc` or `.desc`',
});
export const Nulls = createToken({
  name: 'Nulls',
  pattern: new RegExp(`\\.nulls(?:first|last)${wordEnd}`),
  label: '`.nullsfirst` or `.nullslast`',
});
/** A word behind a dot that is not a modifier of a key. */
export const Dotted = createToken({ name: 'Dotted', pattern: /\.[^.,()\s]*/ });

const stray = [Word, Unexpected];

/**
 * Splits text into tokens, given the operators that take one value. The meaning of a character depends on its place: a
 * raw value may hold dots and parentheses. So the lexer has modes, and a token that opens a place switches to its mode.
 *
 * - `name`: the name of a parameter
 * - `operation`: the value of a filter, `[not.]operator.value`; a scalar's value is the raw rest
 * - `tree`: the value of `and` or `or`
 * - `rule_name`, `rule_operation`, `rule_tree`: the same in a rule of the definitions
 * - `embed`: the value of `embed`
 * - `select`: the value of `select`
 * - `order`: the value of `order`
 *
 * The lexer accepts every text. Unknown text becomes a `Word` or an `Unexpected` that no rule accepts. So all faults
 * come from the parser, which knows what it expected.
 */
export function createLexer(scalarOperators: readonly string[]): QueryLexer {
  const scalar = {
    pattern: new RegExp(`(?:${scalarOperators.join('|')})${wordEnd}`),
    label: 'an operator',
    categories: [ScalarOperator],
  };
  const PlainOperator = createToken({ name: 'PlainOperator', ...scalar, push_mode: 'operand' });
  const TreeOperator = createToken({ name: 'TreeOperator', ...scalar, ...leavePath, push_mode: 'tree_operand' });
  const inName = [LogicName, Arrow, Name, Dot, ...stray];
  const inTree = [LogicOpen, TreeName, Open, Comma, Close, ...stray];
  const inPath = [
    SpaceBeforeDot,
    Dot,
    Arrow,
    RelatedLogicOpen,
    Not,
    TreeOperator,
    TreeIsOperator,
    TreeInOperator,
    Name,
    ...stray,
  ];
  const inOperation = [Not, PlainOperator, IsOperator, InOperator, ...stray];
  const modes = {
    name: inName,
    rule_name: [CallerName, Call, ...inName],
    key: [JsonKey, ...stray],
    operation: inOperation,
    rule_operation: [RuleWord, ...inOperation],
    operand: [Modifier, Operand, ...stray],
    truth: [Truth, ...stray],
    list: [ListOpen, OwnValues, ...stray],
    items: [UnescapedItem, ListItem, ListComma, ListClose],
    tree: inTree,
    rule_tree: [LogicOpen, TreeCallerName, TreeCall, RuleTreeName, Open, Comma, Close, ...stray],
    path: inPath,
    rule_path: [TreeRuleWord, ...inPath],
    tree_operand: [Modifier, TreeOperand, ...stray],
    embed: [Comma, Open, Close, Inner, Space, BareName, ...stray],
    select: [Comma, Open, Close, Inner, Star, Spread, Aggregated, Cast, Colon, Arrow, Space, BareName, ...stray],
    type: [TypeName, ...stray],
    order: [Comma, Open, Close, Direction, Nulls, Dotted, Arrow, Space, BareName, ...stray],
  };
  const lexer = new Lexer({ modes, defaultMode: 'name' }, { positionTracking: 'onlyOffset' });
  return {
    tokenTypes: [ScalarOperator, ...new Set(Object.values(modes).flat())],
    tokenize: (text, mode) => lexer.tokenize(text, mode).tokens,
  };
}

export interface QueryLexer {
  /** Every token type, for the parser. */
  readonly tokenTypes: TokenType[];
  tokenize(text: string, mode: EntryMode): IToken[];
}
