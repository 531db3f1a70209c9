import type { Query } from '../statement.ts';

const kibibyte = 1024;

/**
 * An expression that bounds the temporary files of a session or of a transaction (temp_file_limit), where its role may and no
 * lower bound is set. Without the grant, PostgreSQL would refuse the setting in a connection's URL together with the connection.
 */
export function renderTemporaryLimit(bytes: number, of: 'session' | 'transaction'): string {
  const most = Math.max(1, Math.floor(bytes / kibibyte));
  return (
    `case when has_parameter_privilege('temp_file_limit', 'set') ` +
    `and pg_size_bytes(current_setting('temp_file_limit')) not between 0 and ${most * kibibyte} ` +
    `then set_config('temp_file_limit', '${most}kB', ${of === 'transaction'}) end`
  );
}

/** What an operator should know and do where nothing bounds the temporary files of a statement; null where something does. */
export async function temporaryFilesWarning(query: Query): Promise<string | null> {
  const found = await query({
    text: "select current_user as role, current_setting('temp_file_limit') as bound",
    values: [],
  });
  // A database that is away is told to those who ask it something.
  const { role, bound } = (found.ok && found.rows[0]) || {};
  if (bound !== '-1') return null;
  return (
    `temp_file_limit is not set: one statement may fill the disk of PostgreSQL. ` +
    `Run as a superuser: grant set on parameter temp_file_limit to "${role}"`
  );
}
