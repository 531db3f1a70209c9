import fc from 'fast-check';
import type { LanguageFault, Parsed } from '../../engine/language/fault.ts';
import type { Condition, Embed, JsonStep, Name, OrderKey, Selected } from '../../engine/language/syntax.ts';
import { operatorNames as operators } from '../../engine/vocabulary/operator/operators.ts';
import { anyCharacter } from '../any_character.ts';

// Syntax written as text again, in the one form in which nothing is left to chance: every value and odd name in quotes.

/** A condition as it stands in a tree. */
export function writtenCondition(condition: Condition): string {
  const not = condition.negated ? 'not.' : '';
  const path = condition.path.map(writtenName).join('.');
  if (condition.kind === 'logic') {
    const dot = path === '' ? '' : '.';
    return `${path}${dot}${not}${condition.operator}(${condition.operands.map(writtenCondition)})`;
  }
  const { steps, operator, modifier, value } = condition;
  const list = value.kind === 'list' ? `(${value.items.map(({ text }) => quote(text))})` : '';
  const operand = value.kind === 'list' ? list : operator === 'is' ? value.text : quote(value.text);
  const parentheses = modifier === null ? '' : `(${modifier.text})`;
  return `${path}${writtenSteps(steps)}.${not}${operator}${parentheses}.${operand}`;
}

export function writtenEmbeds(embeds: readonly Embed[]): string {
  return embeds
    .map(({ alias, inner, embeds: below }) => {
      return `${writtenName(alias)}${inner ? '!' : ''}${below.length === 0 ? '' : `(${writtenEmbeds(below)})`}`;
    })
    .join(',');
}

export function writtenOrder(keys: readonly OrderKey[]): string {
  return keys
    .map(({ relation, field, steps, descending, nulls }) => {
      const own = `${writtenName(field)}${writtenSteps(steps)}`;
      const key = relation === null ? own : `${writtenName(relation)}(${own})`;
      return `${key}${descending ? '.desc' : ''}${nulls === null ? '' : `.nulls${nulls}`}`;
    })
    .join(',');
}

export function writtenSelect(selected: readonly Selected[]): string {
  return selected
    .map((each) => {
      if (each.kind === 'all') return '*';
      const as = each.as === null ? '' : `${writtenName(each.as)}:`;
      if (each.kind === 'count') return `${as}count()${writtenCast(each.cast)}`;
      if (each.kind === 'field') {
        const { aggregate } = each;
        const taken = aggregate === null ? '' : `.${aggregate.name.text}()${writtenCast(aggregate.cast)}`;
        return `${as}${writtenName(each.field)}${writtenSteps(each.steps)}${writtenCast(each.cast)}${taken}`;
      }
      const hints = each.hints.map((hint) => `!${writtenName(hint)}`).join('');
      return `${each.spread ? '...' : ''}${as}${writtenName(each.alias)}${hints}(${writtenSelect(each.selected)})`;
    })
    .join(',');
}

function writtenCast(cast: Name | null): string {
  return cast === null ? '' : `::${cast.text}`;
}

function writtenSteps(steps: readonly JsonStep[]): string {
  return steps
    .map(({ key, asText }) => `${asText ? '->>' : '->'}${typeof key === 'number' ? key : quote(key)}`)
    .join('');
}

function writtenName({ text }: Name): string {
  return nameText(text);
}

/** Behind a dot of a tree, the name of an operator is one, unless it stands in quotes. */
export function nameText(name: string): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !operators.some((operator) => operator === name);
  return isPlain ? name : quote(name);
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Names as resources have them, and as a client may call a column: anything in quotes. */
export const anyName = fc
  .oneof(
    fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/).filter((name) => !['and', 'or', 'not'].includes(name)),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }).filter((name) => !name.includes('\0')),
  )
  .map(nameText);

/** Steps into a document, mostly none. */
export const anySteps = fc
  .array(
    fc.tuple(
      fc.constantFrom('->', '->>'),
      fc.oneof(
        fc.integer({ min: -999_999_999, max: 999_999_999 }).map(String),
        fc.string({ unit: anyCharacter }).map(quote),
      ),
    ),
    { maxLength: 2 },
  )
  .map((steps) => steps.map((step) => step.join('')).join(''));

/** Texts near the language: pieces of it, and of anything else, in any order. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('(', ')', ',', '.', '"', '\\', ' ', '!', '*', ':', '::', '...', '->', '->>', '{', '}', '&', '='),
      fc.constantFrom(
        'not',
        'and',
        'or',
        'a',
        'b_1',
        'A-b',
        'eq',
        'in',
        'is',
        'null',
        'fts',
        'any',
        'text',
        '.desc',
        '0',
      ),
      fc.string({ unit: anyCharacter }),
    ),
  )
  .map((parts) => parts.join(''));

/** Sizes of the property tests. */
export const runs = { numRuns: process.env.ALMANAC_LONG ? 50_000 : 300 };

/** Any text, or a right one with something put in anywhere, is read or refused at a place within it. */
export function checkRefusals(right: fc.Arbitrary<string>, parse: (text: string) => Parsed<unknown>): void {
  const spoiled = fc.tuple(right, fc.nat(), fc.string({ maxLength: 2 })).map(([text, at, noise]) => {
    const position = at % (text.length + 1);
    return `${text.slice(0, position)}${noise}${text.slice(position)}`;
  });
  const isPlaced = ({ offset, message }: LanguageFault, text: string) =>
    message !== '' && offset >= 0 && offset <= text.length;
  fc.assert(
    fc.property(fc.oneof(anyText, spoiled), (text) => {
      const parsed = parse(text);
      return parsed.ok || isPlaced(parsed.fault, text);
    }),
    runs,
  );
}

/** Milliseconds of the processor's time, the best of three: others may be using the machine. */
function measured(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** How many times as long ten times the text takes; what takes almost no time counts as five milliseconds. */
export function growth(parse: (size: number) => unknown): number {
  const shortest = (size: number) => measured(() => parse(size));
  return shortest(100_000) / Math.max(5, shortest(10_000));
}
