import { operatorWord } from '../../vocabulary/operator/operators.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import type { BoundComparison, BoundCondition, Operand, OperandType } from '../field.ts';
import { type Relation, stepOf } from '../relation.ts';
import { comparisonsIn } from './atom.ts';
import { askedWhole } from './looks.ts';

/** A claim, and where the values stand of which one must be the caller's if the condition is to hold for a row. */
export interface CallerKey {
  readonly claim: string;
  readonly type: OperandType;
  readonly values: readonly KeyValue[];
}

/** A value of the rows that a path leads to, or one that stands in the condition. */
export type KeyValue =
  | { readonly kind: 'field'; readonly path: readonly Relation[]; readonly operand: Operand }
  | { readonly kind: 'written'; readonly text: string };

export type CallerKeys =
  | { readonly ok: true; readonly keys: readonly CallerKey[] }
  | { readonly ok: false; readonly message: string; readonly expected: string };

/**
 * The claims that a condition compares. Each has the values by which the callers of a row are found: one of these values is
 * the caller's wherever the condition holds. Or why they cannot be found.
 */
export function callerKeys(condition: BoundCondition): CallerKeys {
  if (askedWhole(condition).some(({ kind }) => kind === 'visible'))
    return refuse('visible does not tell for which callers the rule holds', 'the rule itself in its place');
  const comparisons = comparisonsIn(condition);
  if (comparisons.some(asksIdentity))
    return refuse(
      "a value of the caller's identity may change, and does not tell for which callers the rule holds",
      'a claim, or {identity}',
    );
  const claims = new Set(comparisons.flatMap(claimsOf).map(({ claim }) => claim));
  if (claims.size === 0) return refuse('the rule holds for every caller of the role, or for none', anEquality);
  const found = keyValues(condition, []);
  const keys: CallerKey[] = [];
  for (const claim of claims) {
    const values = found.get(claim);
    if (values === undefined) return refuse(`the rule does not say which value of ${claim} it holds for`, anEquality);
    const types = comparisons.flatMap(claimsOf).filter((each) => each.claim === claim);
    const [first] = types;
    const other = types.find(({ type }) => sameType(type) !== sameType(first?.type));
    if (first === undefined || other !== undefined)
      return refuse(`the rule compares ${claim} with values of different types`, 'values of one type');
    if (!textual.has(first.type.kind))
      return refuse(
        `the rule compares ${claim} with a ${first.type.kind}, which can be written in several ways`,
        'a text, enum, boolean, whole number, reference or uuid',
      );
    keys.push({ claim, type: first.type, values });
  }
  return { ok: true, keys };
}

const anEquality = 'a comparison of a field with a claim that every alternative has, such as party_id=eq.{party_id}';

function refuse(message: string, expected: string): CallerKeys {
  return { ok: false, message, expected };
}

/** Types whose values PostgreSQL writes in one way, under all settings of a session. */
const textual: ReadonlySet<OperandType['kind']> = new Set([
  'text',
  'enum',
  'uuid',
  'boolean',
  'integer',
  'bigint',
  'reference',
]);

/** A reference is an id. */
function sameType(type: OperandType | undefined): string | undefined {
  if (type?.kind === 'enum') return type.values.join();
  return type?.kind === 'reference' ? 'bigint' : type?.kind;
}

/** The claims on both sides of a comparison, with the types that they are read as. */
function claimsOf({ operand, operator, comparand }: BoundComparison) {
  const { type } = operand;
  const read = operatorWord(operator).operand.type === null ? type : anyText;
  const element = read.kind === 'array' ? read.of : read;
  return [
    ...('caller' in operand && operand.caller.kind === 'claim' ? [{ claim: operand.caller.claim, type }] : []),
    ...(comparand.kind === 'claim' ? [{ claim: comparand.claim, type: element }] : []),
  ];
}

function asksIdentity({ operand, comparand }: BoundComparison): boolean {
  return comparand.kind === 'identity' || ('caller' in operand && operand.caller.kind === 'identity');
}

type KeyValues = ReadonlyMap<string, readonly KeyValue[]>;

const none: KeyValues = new Map();

/** For each claim the values of which one is the caller's wherever the condition holds. A claim without them is left out. */
function keyValues(condition: BoundCondition, path: readonly Relation[]): KeyValues {
  switch (condition.kind) {
    case 'comparison':
      return ofComparison(condition, path);
    case 'rule':
      return keyValues(condition.condition, path);
    case 'related': {
      const { relation, negated, condition: below } = condition;
      return negated || below === null ? none : keyValues(below, [...path, stepOf(relation)]);
    }
    case 'logic': {
      const { operator, negated, operands } = condition;
      if (negated) return none;
      const each = operands.map((operand) => keyValues(operand, path));
      return operator === 'and' ? ofAny(each) : ofEvery(each);
    }
    case 'covered':
    case 'visible':
      return none;
  }
}

function ofComparison(comparison: BoundComparison, path: readonly Relation[]): KeyValues {
  const { operand, operator, negated, quantifier, comparand } = comparison;
  if (operator !== 'eq' || negated || quantifier !== null) return none;
  if ('caller' in operand) {
    const [text = null] = comparand.kind === 'values' ? comparand.values : [];
    if (operand.caller.kind !== 'claim' || text === null) return none;
    return new Map([[operand.caller.claim, [{ kind: 'written', text }]]]);
  }
  if (comparand.kind !== 'claim' || !('field' in operand) || operand.type.kind === 'period') return none;
  return new Map([[comparand.claim, [{ kind: 'field', path, operand }]]]);
}

/** All of them hold: the values of any one are enough. */
function ofAny(each: readonly KeyValues[]): KeyValues {
  const found = new Map<string, readonly KeyValue[]>();
  for (const values of each) for (const [claim, own] of values) if (!found.has(claim)) found.set(claim, own);
  return found;
}

/** One of them holds: it may be any. */
function ofEvery([first, ...others]: readonly KeyValues[]): KeyValues {
  const found = new Map<string, readonly KeyValue[]>();
  for (const [claim, own] of first ?? none) {
    const further = others.map((each) => each.get(claim));
    if (further.every((each) => each !== undefined)) found.set(claim, [...own, ...further.flat()]);
  }
  return found;
}
