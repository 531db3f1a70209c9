import type { ColumnAggregate } from '../../engine/language/aggregate_name.ts';
import type { Field } from '../../engine/model/field.ts';
import type { Resource } from '../../engine/model/model.ts';
import type { AnyRelation, Relation } from '../../engine/model/relation.ts';

/** A question to a list, in no dialect. */
export interface Question {
  readonly level: Level;
  /** Whether relations that may are asked for by `embed`, else all are by `select`. */
  readonly spelling: 'embed' | 'select';
  /** Asks how many rows there are in all. */
  readonly counted: boolean;
  /** First and last row, as the header `Range` has it; null where the level has a limit or an offset. */
  readonly range: readonly [first: number, last: number] | null;
}

/** What is asked of the rows of a resource: of the list itself, or of those embedded by a relation. */
export interface Level {
  readonly resource: Resource;
  /** Null for all. */
  readonly columns: readonly Column[] | null;
  readonly embeds: readonly Embedding[];
  readonly conditions: readonly Condition[];
  readonly order: readonly Key[];
  readonly limit: number | null;
  readonly offset: number | null;
}

export interface Column extends Target {
  readonly rename: string | null;
  readonly cast: string | null;
  /** What is taken of the values of a group; null for the value of each row. */
  readonly taken: Taken | null;
}

export interface Taken {
  /** `rows` for their number, whatever the field. */
  readonly aggregate: 'rows' | ColumnAggregate;
  readonly cast: string | null;
}

/** A field, or what is somewhere in its JSON. */
export interface Target {
  readonly field: Field;
  readonly steps: readonly Step[];
}

export interface Step {
  /** The second gives text, and ends the path. */
  readonly arrow: '->' | '->>';
  readonly key: string | number;
}

export interface Embedding {
  readonly relation: AnyRelation;
  readonly rename: string | null;
  /** How our dialect calls the relation: by its alias, by its field, or by its resource with the field as a hint. */
  readonly naming: 'alias' | 'field' | 'resource';
  readonly join: 'left' | 'inner' | null;
  /** Shows the columns of the row that is referred to among those of its parent. */
  readonly spread: boolean;
  readonly level: Level;
}

export type Condition = Comparison | Logic | Presence;

export interface Comparison extends Target {
  readonly kind: 'comparison';
  /** Relations that are not embedded: there is a row behind them for which this holds. */
  readonly relations: readonly AnyRelation[];
  readonly negated: boolean;
  readonly operator: string;
  readonly modifier: 'any' | 'all' | null;
  readonly language: string | null;
  readonly operand: Operand;
  /** A value that PostgreSQL alone takes for one of the type, or what nobody takes; null where it is sound. */
  readonly fault: 'loose_value' | 'misuse' | null;
}

/** Items are quoted where they need it, and here and there where they do not. */
export type Operand =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'list'; readonly items: readonly Item[] };

export interface Item {
  readonly text: string;
  readonly quoted: boolean;
  /** Whether it is quoted as it is, where it needs quotes. */
  readonly unescaped: boolean;
  /** Whether space is around it, which is no part of a number or an instant. */
  readonly padded: boolean;
}

/** Whether quotes stand around a quote or a backslash as it is: the two read it in other ways. */
export function hasQuoteInQuotes(operand: Operand): boolean {
  return operand.kind === 'list' && operand.items.some(({ text, unescaped }) => unescaped && /["\\]/.test(text));
}

interface Logic {
  readonly kind: 'logic';
  readonly relations: readonly AnyRelation[];
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly operands: readonly Condition[];
}

/** Whether there are related rows: of what is embedded under the name, or of a relation that is not. */
interface Presence {
  readonly kind: 'presence';
  readonly of: { readonly name: string } | { readonly relation: AnyRelation };
  readonly negated: boolean;
}

export interface Key extends Target {
  /** To one. */
  readonly relation: Relation | null;
  /** The name under which the relation, or else the field, shows; our dialect takes it in the place of its own. */
  readonly shownAs: string | null;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'nullsfirst' | 'nullslast' | null;
}

/** The name under which an embedding shows, and by which filters and orders refer to it. */
export function nameOf({ rename, relation }: Embedding): string {
  return rename ?? relation.alias;
}

/** Whether rows are shown in groups. */
export function isGrouped({ columns }: Level): boolean {
  return columns?.some(({ taken }) => taken !== null) ?? false;
}

/** The name under which a column shows. */
export function shownName({ rename, field, steps, taken }: Column): string {
  if (taken !== null) return rename ?? (taken.aggregate === 'rows' ? 'count' : taken.aggregate);
  return rename ?? (steps.findLast(({ key }) => typeof key === 'string')?.key as string | undefined) ?? field.name;
}

/** Whether anything of an embedding shows; one that shows nothing is for what it filters. */
export function shows({ level: { columns, embeds } }: Embedding): boolean {
  return columns === null || columns.length > 0 || embeds.some(shows);
}

/** Every comparison of a question, at every depth. */
export function comparisonsOf({ conditions, embeds }: Level): readonly Comparison[] {
  return [...conditions.flatMap(comparisonsIn), ...embeds.flatMap(({ level }) => comparisonsOf(level))];
}

export function comparisonsIn(condition: Condition): readonly Comparison[] {
  if (condition.kind === 'logic') return condition.operands.flatMap(comparisonsIn);
  return condition.kind === 'comparison' ? [condition] : [];
}
