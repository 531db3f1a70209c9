import type { Resource } from '../../engine/model/model.ts';
import type { Imported } from '../../engine/transfer/import/import.ts';
import { refusal } from '../migrate/words.ts';
import { CommandError } from '../option/settings.ts';

/** What an import did. @throws CommandError for an import that did nothing. */
export function resultText(
  imported: Imported,
  { name }: Resource,
  { dryRun: isTrial, upsert }: { readonly dryRun: boolean; readonly upsert: boolean },
): string {
  switch (imported.kind) {
    case 'done': {
      const { rows, made, changed } = imported;
      const parts = upsert ? `: ${made} new, ${changed} changed, ${rows - made - changed} unchanged` : '';
      return isTrial
        ? `${rowsText(rows)} of ${name} can be imported${parts}. Nothing is written.`
        : `Imported ${rowsText(rows)} of ${name}${parts}.`;
    }
    case 'faulty':
      if (isTrial) return 'The file has faults. Nothing is written.';
      return imported.inside === 0
        ? 'The file has faults. No row is written.'
        : `The file has faults. Its first ${rowsText(imported.inside)} are in; correct the others, and run the import with --continue.`;
    case 'begun':
      throw new CommandError(
        `the first ${rowsText(imported.inside)} of this file are in ${name} already; add --continue to load the others, or --again to load all once more`,
      );
    case 'elsewhere':
      throw new CommandError('another process imports the same file; wait for it, or stop it and use --continue');
    case 'refused':
      throw new CommandError(
        imported.error.sqlstate === insufficientPrivilege
          ? `${refusal(imported.error)}; connect as the owner of the tables`
          : `${refusal(imported.error)}; once this is solved, run the import with --continue`,
      );
  }
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

// PostgreSQL, Appendix A.
const insufficientPrivilege = '42501';
