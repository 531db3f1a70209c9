import type { Table } from '../../../model/model.ts';
import { claimOf } from '../condition/claim.ts';
import type { Assignment, Writer } from './writer.ts';

/**
 * What fields get whose default is a claim of the writer, where a new row does not have them. It comes with the statement and
 * not from a setting, which any session can make.
 */
export function claimDefaults(
  { fields }: Pick<Table, 'fields'>,
  isSent: (field: string) => boolean,
  writer: Writer,
): readonly Assignment[] {
  return [...fields.values()].flatMap((field): readonly Assignment[] => {
    const { name, type, default: own } = field;
    if (own?.kind !== 'claim' || isSent(name)) return [];
    return [{ field, value: null, given: claimOf(writer, { claim: own.claim, type }) }];
  });
}
