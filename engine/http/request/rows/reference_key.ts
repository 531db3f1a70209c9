import { LosslessNumber } from 'lossless-json';
import type { ProblemError } from '../../../contract/problem.ts';
import { oneOf } from '../../../language/wording.ts';
import type { Field } from '../../../model/field.ts';
import type { Model, Table } from '../../../model/model.ts';
import { isDirect } from '../../../model/relation.ts';
import { seenCombinations } from '../../../model/unique.ts';
import { faultsOfValues } from '../sent_back.ts';
import { isRow, type SentRow } from './sent_rows.ts';

/** A reference that a row gives by a key of the row that it refers to: `party: { number: 7 }` instead of `party_id`. */
export interface ReferenceKey {
  /** The row in the body. */
  readonly place: number;
  /** The member with the key. */
  readonly alias: string;
  readonly field: Field;
  /** As the role of the caller sees it. */
  readonly target: Table;
  readonly key: SentRow;
}

/** What is wrong with a key of a row. */
interface KeyFault {
  readonly place: number;
  readonly error: ProblemError;
}

/** The tables as the role of the caller sees them: of the rows of a body, and of the rows that they refer to. */
interface Seen {
  readonly resource: Table;
  readonly model: Model;
}

/** The references that rows give by keys, and what is wrong with others. `isPlain`: no row has a member for a key. */
export function readReferenceKeys(rows: readonly unknown[], seen: Seen) {
  const keys: ReferenceKey[] = [];
  const faults: KeyFault[] = [];
  let isPlain = true;
  const aliases = aliasesOf(seen);
  for (const [place, row] of rows.entries()) {
    if (!isRow(row) || !aliases.some((alias) => Object.hasOwn(row, alias))) continue;
    for (const [alias, key] of Object.entries(row)) {
      const reference = referenceOf(alias, seen);
      if (reference === null) continue;
      isPlain = false;
      const errors = faultsOf(row, alias, key, reference);
      if (errors.length > 0) faults.push(...errors.map((error) => ({ place, error })));
      else if (isRow(key)) keys.push({ place, alias, ...reference, key });
    }
  }
  return { keys, faults, isPlain };
}

const known = new WeakMap<Seen, readonly string[]>();

/** The members of rows that may be keys. They are found once for all requests of a caller. */
function aliasesOf(seen: Seen): readonly string[] {
  const kept = known.get(seen);
  if (kept !== undefined) return kept;
  const aliases = [...seen.resource.relations.keys()].filter((name) => referenceOf(name, seen) !== null);
  known.set(seen, aliases);
  return aliases;
}

/** A row with the ids that its keys mean, by the members that have them. A key that is null is a reference to nothing. */
export function withIds(row: unknown, ids: ReadonlyMap<string, string>, seen: Seen): unknown {
  if (!isRow(row)) return row;
  const members = Object.entries(row).map(([name, value]) => {
    const reference = referenceOf(name, seen);
    if (reference === null) return [name, value];
    const id = ids.get(name);
    return [reference.field.name, id === undefined ? null : new LosslessNumber(id)];
  });
  return Object.fromEntries(members);
}

/** The field of a key that a column holds. */
interface KeyPart {
  readonly alias: string;
  readonly field: Field;
}

/** What the columns of CSV stand for: a field, or in `party.number` a field of a key of `party`. */
export function csvColumns(seen: Seen) {
  const keyed = (column: string): KeyPart | null => {
    const [alias = '', name = '', ...more] = column.split('.');
    const reference = more.length === 0 ? referenceOf(alias, seen) : null;
    const field = reference?.target.fields.get(name);
    return field === undefined ? null : { alias, field };
  };
  const rowOf = (line: SentRow, keys: ReadonlyMap<string, KeyPart>): SentRow => {
    const members = Object.entries(line).map(([column, value]) => ({ column, value, of: keys.get(column) ?? null }));
    const plain = members.filter(({ of }) => of === null).map(({ column, value }) => [column, value] as const);
    const parts = Map.groupBy(
      members.flatMap(({ value, of }) => (of === null ? [] : [{ ...of, value }])),
      ({ alias }) => alias,
    );
    // An empty cell is null: a key of nothing but empty cells refers to nothing.
    const byKey = [...parts].map(([alias, own]) => {
      const isEmpty = own.every(({ value }) => value === null);
      return [alias, isEmpty ? null : Object.fromEntries(own.map(({ field, value }) => [field.name, value]))] as const;
    });
    return Object.fromEntries([...plain, ...byKey]);
  };
  const rowsOf = (lines: readonly SentRow[], columns: readonly string[]): readonly SentRow[] => {
    const keys = new Map(
      columns.flatMap((column) => {
        const part = keyed(column);
        return part === null ? [] : [[column, part] as const];
      }),
    );
    return keys.size === 0 ? lines : lines.map((line) => rowOf(line, keys));
  };
  return { fieldOf: (column: string) => seen.resource.fields.get(column) ?? keyed(column)?.field, rowsOf };
}

/** The reference whose relation has this alias; null for any other name. */
function referenceOf(alias: string, { resource, model }: Seen): Pick<ReferenceKey, 'field' | 'target'> | null {
  if (resource.fields.has(alias)) return null;
  const relation = resource.relations.get(alias);
  if (relation === undefined || !isDirect(relation)) return null;
  const field = resource.fields.get(relation.from);
  const target = model.resources.get(relation.target);
  return field?.type.kind === 'reference' && target?.kind === 'table' ? { field, target } : null;
}

function faultsOf(
  row: SentRow,
  alias: string,
  key: unknown,
  { field, target }: Pick<ReferenceKey, 'field' | 'target'>,
): readonly ProblemError[] {
  const pointer = `/${alias}`;
  if (Object.hasOwn(row, field.name)) return [{ pointer, detail: `stands beside ${field.name}; send one of them` }];
  if (key === null) return [];
  const combinations = seenCombinations(target);
  const names = isRow(key) ? Object.keys(key) : [];
  const isKey = combinations.some((each) => each.length === names.length && each.every((name) => names.includes(name)));
  if (!isRow(key) || !isKey) {
    const known = combinations.map((each) => `{ ${each.join(', ')} }`);
    const expected = known.length === 0 ? `send ${field.name}` : `expected ${oneOf(known)}, or ${field.name}`;
    return [{ pointer, detail: `does not identify a row of ${target.name}`, hint: expected }];
  }
  const nulls = names.filter((name) => key[name] === null);
  if (nulls.length > 0) return nulls.map((name) => ({ pointer: `${pointer}/${name}`, detail: 'must not be null' }));
  return faultsOfValues(key, target).map((error) => ({ ...error, pointer: `${pointer}${error.pointer ?? ''}` }));
}
