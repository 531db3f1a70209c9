import { periodOf, type Value } from './values.ts';

/** A version of a row. */
export interface PlainRow {
  readonly kind: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly versionId: number;
  readonly recordedAt: bigint;
  /** Null for the current version. */
  readonly replacedAt: bigint | null;
}

export function valueIn({ values, recordedAt, replacedAt }: PlainRow, name: string): Value {
  switch (name) {
    case 'recorded':
      return periodOf(recordedAt, replacedAt);
    case 'recorded_at':
      return recordedAt;
    case 'validity':
    case 'valid_at':
      return values.valid_from === null
        ? null
        : periodOf(values.valid_from as bigint, values.valid_to as bigint | null);
  }
  return values[name] ?? null;
}
