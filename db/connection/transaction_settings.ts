import { createHash } from 'node:crypto';
import type { Statement } from '../statement.ts';
import type { ClientOptions } from './session.ts';
import { renderTemporaryLimit } from './temporary_files.ts';

/**
 * The statement that gives a transaction behind a pooler the settings that a session of its own would have. It goes out
 * before the first statement of the transaction, in the same round trip, and PostgreSQL takes the settings back at the end.
 * `set` would leave them to other clients of the pooler. Null where each connection keeps its session.
 */
export function transactionSettings({
  settings,
  temporaryBytes,
  pooler,
}: Pick<ClientOptions, 'settings' | 'temporaryBytes' | 'pooler'>): Pick<Statement, 'text' | 'values' | 'name'> | null {
  if (pooler === null) return null;
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const limits = temporaryBytes === null ? [] : [renderTemporaryLimit(temporaryBytes, 'transaction')];
  const text = `select ${[...set, ...limits].join(', ')}`;
  // Pools with other settings may share sessions of the pooler.
  const name = `settings_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return { text, values: [], name };
}
