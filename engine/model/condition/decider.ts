import type { BoundComparison, BoundCondition, CallerValue, Moment, Operand, OperandType, OwnValue } from '../field.ts';
import { type Relation, stepOf, wayText } from '../relation.ts';
import { atomsOf, comparisonsIn } from './atom.ts';
import { momentType } from './moment_type.ts';
import type { RowType } from './row_type.ts';

/** A value that decides whether a condition holds for a row, and how a rule names it. */
export interface Decider {
  readonly name: string;
  readonly value:
    | {
        readonly kind: 'operand';
        readonly operand: Exclude<BoundComparison['operand'], { readonly caller: CallerValue }>;
      }
    | Moment
    | OwnValue
    | CallerValue;
  /** The type that it is compared as. */
  readonly type: OperandType;
}

/**
 * The values that a condition compares, each once. From the row itself, these are its fields, its references to one row, and what
 * its related rows have together. Wherever they are compared, they are also the values of the caller, of time and of `$`. Values of related rows are left out.
 */
export function decidersOf(condition: BoundCondition, row: RowType): readonly Decider[] {
  const atoms = atomsOf(condition);
  // In a named rule, $ is a row that a relation leads to.
  const named = atoms.flatMap((atom) => (atom.kind === 'whole' && atom.asked.kind === 'rule' ? [atom.asked] : []));
  const elsewhere = new Set(named.flatMap((rule) => comparisonsIn(rule.condition)));
  const found = atoms.flatMap(({ path, ...atom }): readonly Decider[] => {
    if (atom.kind === 'related' && path.length === 0) return referenceDecider(stepOf(atom.related.relation), row);
    if (atom.kind !== 'comparison') return [];
    const { operand, comparand } = atom.comparison;
    const left = path.length === 0 || 'caller' in operand ? operandDecider(operand) : [];
    const right = comparand.kind === 'own' && elsewhere.has(atom.comparison) ? [] : comparandDecider(atom.comparison);
    return [...left, ...right];
  });
  return [...new Map(found.map((each) => [each.name, each])).values()];
}

/** Of a row that one reference leads to, its id can be looked up. */
function referenceDecider({ from, to, inArray }: Relation, { fields }: RowType): readonly Decider[] {
  const field = to === 'id' && inArray === undefined ? fields.get(from) : undefined;
  return field === undefined ? [] : operandDecider({ field, steps: [], type: field.type });
}

function operandDecider(operand: BoundComparison['operand']): readonly Decider[] {
  if ('caller' in operand) return [callerDecider(operand.caller, operand.type)];
  if ('aggregate' in operand)
    return [{ name: operand.aggregate.text, value: { kind: 'operand', operand }, type: operand.type }];
  if ('document' in operand || operand.field.writeOnly) return [];
  return [{ name: nameOf(operand), value: { kind: 'operand', operand }, type: operand.type }];
}

function comparandDecider({ comparand, operand: { type } }: BoundComparison): readonly Decider[] {
  switch (comparand.kind) {
    case 'values':
      return [];
    case 'claim':
    case 'identity':
      return [callerDecider(comparand, type)];
    case 'moment':
      return [{ name: momentName(comparand), value: comparand, type: momentType(type) ?? type }];
    case 'own':
      return [{ name: `$${pathName(comparand)}`, value: comparand, type: comparand.operand.type }];
  }
}

function callerDecider(value: CallerValue, type: OperandType): Decider {
  const element = type.kind === 'array' ? type.of : type;
  return value.kind === 'claim'
    ? { name: `{${value.claim}}`, value, type: element }
    : { name: `{identity.${pathName(value)}}`, value, type: value.operand.type };
}

function momentName({ from, offset }: Moment): string {
  return offset === null ? from : `${from}${offset.startsWith('-') ? '' : '+'}${offset}`;
}

function pathName({ relations, operand }: Pick<OwnValue, 'relations' | 'operand'>): string {
  return [...(relations.length === 0 ? [] : [wayText(relations)]), nameOf(operand)].join('.');
}

function nameOf({ field, steps, type }: Operand): string {
  if (type.kind === 'period') return type.end === 'valid_to' ? 'validity' : 'recorded';
  return [field.name, ...steps.map(({ key, asText }) => `${asText ? '->>' : '->'}${key}`)].join('');
}
