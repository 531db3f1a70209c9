import type { Database, Share } from '../../../../db/database.ts';

/** Follows the statements of a share. The server is named where there are several. */
export type Follow = (share: Share, server: string | null) => Share;

/** A database whose statements are followed, in every share. */
export function followed(database: Database, follow: Follow, server: string | null): Database {
  return { ...database, ...follow(database, server), share: (name) => follow(database.share(name), server) };
}
