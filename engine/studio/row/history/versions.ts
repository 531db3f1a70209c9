import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { compareInstants } from '../instant.ts';
import { correctedTime, hasValidity, validityOf } from '../validity.ts';
import { comparedFields, type Difference, differencesOf } from './differences.ts';

/** A version of a row, and what it changed. */
export interface Version {
  readonly id: string;
  /** As the history lists it. */
  readonly row: Row;
  readonly recordedAt: string;
  /** Null for the current version. */
  readonly replacedAt: string | null;
  readonly kind: 'first' | 'changed' | 'deleted' | 'restored';
  /** The version before; null for the first. */
  readonly before: Row | null;
  readonly differences: readonly Difference[];
  /** The time gone by about which it says something else than the version before. */
  readonly corrected: { readonly from: string; readonly to: string } | null;
  /** Whether there were versions before it that the caller may not read. */
  readonly isAfterGap: boolean;
}

/**
 * The versions of a row, newest first, from the rows of its history in this order. If older ones follow, the last row is
 * there for the differences to it alone.
 */
export function versionsOf(history: HistoryFields, rows: readonly Row[], hasOlder: boolean): readonly Version[] {
  const fields = comparedFields(history);
  const shown = hasOlder ? rows.slice(0, -1) : rows;
  return shown.map((row, index) => {
    const before = rows[index + 1];
    const version = {
      id: String(row.id),
      row,
      recordedAt: String(row.recorded_at),
      replacedAt: typeof row.replaced_at === 'string' ? row.replaced_at : null,
    };
    if (before === undefined)
      return { ...version, kind: 'first', before: null, differences: [], corrected: null, isAfterGap: false };
    const differences = differencesOf(fields, before, row);
    return {
      ...version,
      kind: kindOf(history, before, row),
      before,
      differences,
      corrected: hasValidity(history) ? correctedBy(differences, before, row) : null,
      isAfterGap: !meets(before, row),
    };
  });
}

type HistoryFields = Pick<Resource, 'fields' | 'of'>;

function kindOf(history: HistoryFields, before: Row, row: Row): Version['kind'] {
  if (!hasValidity(history)) return 'changed';
  const [was, is] = [validityOf(before), validityOf(row)];
  if (was !== null && is === null) return 'deleted';
  return was === null && is !== null ? 'restored' : 'changed';
}

function correctedBy(differences: readonly Difference[], before: Row, row: Row): Version['corrected'] {
  return correctedTime({
    before: validityOf(before),
    after: validityOf(row),
    isOther: differences.some(({ field }) => field.name !== 'valid_from' && field.name !== 'valid_to'),
    recordedAt: String(row.recorded_at),
  });
}

function meets(before: Row, row: Row): boolean {
  return typeof before.replaced_at === 'string' && compareInstants(before.replaced_at, String(row.recorded_at)) === 0;
}

/** The version that stood at an instant, or stands now for null. */
export function versionAt(versions: readonly Version[], instant: string | null): Version | undefined {
  if (instant === null) return versions.find(({ replacedAt }) => replacedAt === null);
  return versions.find(
    ({ recordedAt, replacedAt }) =>
      compareInstants(recordedAt, instant) <= 0 && (replacedAt === null || compareInstants(replacedAt, instant) > 0),
  );
}
