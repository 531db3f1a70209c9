import { phrase } from '../../language/wording.ts';
import type { RowContext } from '../../model/condition/bind.ts';
import type { Bound } from '../../model/condition/bound.ts';
import { callerNames } from '../../model/condition/caller_value.ts';
import { readMoment, readOwnPath, withoutSign } from '../../model/condition/rule_value.ts';
import { typeMisfit } from '../../model/condition/type_misfit.ts';
import type { GivenValue } from '../../model/consequence.ts';
import type { Field, Moment, OperandType, OwnValue } from '../../model/field.ts';
import { identityClaim } from '../../model/own_rows.ts';
import { wayText } from '../../model/relation.ts';
import { type FieldType, isAnyJson } from '../../vocabulary/field_type.ts';
import type { Json } from '../../vocabulary/value/json.ts';
import { claimFault } from '../field/claim_default.ts';
import { checkValue } from '../field/field_value.ts';
import { type Path, placeWithin } from '../file/place.ts';
import type { DefinitionFile, Finding } from '../file/report.ts';
import { partyField } from '../recipient.ts';

/** What values of a consequence may name. */
export interface GivenContext extends RowContext {
  /** The claims of the caller that the service knows. */
  readonly claims: readonly string[];
  readonly zone: string;
  /** What to write for a value of one of many rows. */
  readonly ofMany: string;
}

/** A field, and where what it gets is written. */
export interface GivenField {
  readonly field: Field;
  readonly path: Path;
}

/** What a field gets, as it is written. Null after a fault, which is reported. */
export function buildGiven(
  written: Json,
  { field, path }: GivenField,
  context: GivenContext,
  file: DefinitionFile,
): GivenValue | null {
  const { source, report } = file;
  if (written === null) {
    if (field.nullable) return { kind: 'value', value: null };
    report(path, { message: `${field.name} is not nullable, and gets null`, expected: 'a value' });
    return null;
  }
  if (typeof written === 'string' && !isAnyJson(field.type)) {
    const named = readNamed(written, field, context);
    if (named !== null && 'fault' in named) {
      report(path, named.fault);
      return null;
    }
    if (named !== null && !named.ok) {
      for (const { message, expected, nearest, offset } of named.faults)
        report(path, { message: phrase(message), expected, nearest, place: placeWithin(source, path, offset) });
      return null;
    }
    if (named !== null) return named.value;
  }
  const value = typeof written === 'string' && !isAnyJson(field.type) ? withoutSign(written) : written;
  return checkValue(value, { name: 'value', type: field.type, path }, file) ? { kind: 'value', value } : null;
}

type Named = Bound<GivenValue> | { readonly fault: Finding };

/** A value of the caller, of the time or of a row. Null for a text that names none. */
function readNamed(text: string, field: Field, context: GivenContext): Named | null {
  const names = callerNames(text);
  if (names !== null) return readCaller(names, field, context);
  return readInstant(text, field, context) ?? (text.startsWith('$') ? readOwn(text, field, context) : null);
}

/** The database knows two claims of a caller: a setting of the transaction says them. */
function readCaller(names: readonly string[], field: Field, { claims }: GivenContext): Named {
  const name = names.join('.');
  const here = claims.filter((claim) => known.has(claim));
  if (!known.has(name) && claims.includes(names[0] ?? ''))
    return {
      fault: {
        message: `the database knows the identity and the party of a caller, and not {${name}}`,
        expected: here.map((claim) => `{${claim}}`).join(' or '),
      },
    };
  const fault = claimFault(name, field, here, 'value');
  if (fault !== null) return { fault };
  return { ok: true, value: { kind: 'caller', of: name === identityClaim ? 'identity' : 'party' } };
}

const known: ReadonlySet<string> = new Set([identityClaim, partyField]);

function readInstant(text: string, { type }: Field, { zone }: GivenContext): Bound<Moment> | null {
  if (type.kind !== 'date' && type.kind !== 'datetime') return null;
  const value = { kind: 'single', text, isQuoted: false, offset: 0 } as const;
  return readMoment(value, { type, operator: 'eq', quantifier: null }, zone);
}

function readOwn(text: string, field: Field, { row, rows, ofMany }: GivenContext): Named {
  const path = readOwnPath({ text, offset: 0 }, { own: row, rows });
  if (!path.ok) return path;
  const { relations, operand } = path.value;
  if (relations.some(({ cardinality }) => cardinality === 'many')) {
    const message = `${text} is a value of each row of ${wayText(relations)}, and ${field.name} takes one`;
    return { fault: { message, expected: ofMany } };
  }
  const misfit = misfitOf(field.type, operand.type) ?? otherRow(field.type, path.value, row.name);
  if (misfit !== null)
    return {
      fault: {
        message: `${text} is ${misfit}, and ${field.name} is ${typeWords(field.type)}`,
        expected: 'a value that fits',
      },
    };
  return { ok: true, value: { kind: 'own', relations, operand } };
}

/** Why a field cannot hold the values of a type, as what they are; null where it can. */
function misfitOf(type: FieldType, own: OperandType): string | null {
  const isLossy = wider.get(type.kind)?.includes(own.kind) === true;
  return isLossy || own.kind === 'period' || typeMisfit(type, own, false) !== null ? typeWords(own) : null;
}

/** Types with values that a field of a type cannot hold, though PostgreSQL compares both. */
const wider: ReadonlyMap<string, readonly string[]> = new Map([
  ['integer', ['bigint', 'decimal', 'reference']],
  ['bigint', ['decimal']],
  ['reference', ['decimal']],
]);

/** The id of a row of a resource that a reference does not lead to; null for anything else. */
function otherRow(type: FieldType, { relations, operand }: Omit<OwnValue, 'kind'>, own: string): string | null {
  if (type.kind !== 'reference' || operand.field.name !== 'id') return null;
  const of = relations.at(-1)?.target ?? own;
  return of === type.to ? null : `the id of a ${of}`;
}

function typeWords(type: OperandType): string {
  if (type.kind === 'period') return 'a period';
  return type.kind === 'reference' ? `a reference to ${type.to}` : `of type ${type.kind}`;
}
