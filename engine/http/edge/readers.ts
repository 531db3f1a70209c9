import type { FastifyRequest } from 'fastify';
import type { Database, Share } from '../../../db/database.ts';
import { createReader, type Reader } from '../../../db/replica/reader.ts';
import type { Replicas } from '../../../db/replica/replicas.ts';
import type { Model } from '../../model/model.ts';
import { identifiesOnPrimary } from '../../model/read_on_primary.ts';
import { sentPreference } from '../request/prefer.ts';
import { sentPosition } from './consistency.ts';
import type { Follow } from './telemetry/follow.ts';
import { databaseByCaller, shareOf } from './turn/share.ts';

/** What runs the statements of a request that only reads. */
interface ReadingShare extends Share {
  /** From now on, the request reads on the primary; absent where it does anyway. */
  readonly usePrimary?: () => void;
}

/** Gives each request the database to read from. A request that may write reads on the primary, and so do all without replicas. */
export interface Readers {
  /** In the share of its caller. */
  readonly readerOf: (request: FastifyRequest) => ReadingShare;
  /** In no share of a caller, to find out who it is. */
  readonly identityReaderOf: (request: FastifyRequest) => ReadingShare;
  /** Statements that were read so far, by the kind of server. */
  readonly counts: Readonly<Record<'primary' | 'replica', number>>;
}

export function createReaders(
  database: Database,
  several: { readonly replicas: Replicas; readonly follow: Follow } | null,
  model: Model,
): Readers {
  const databaseOf = databaseByCaller(database);
  const counts = { primary: 0, replica: 0 };
  if (several === null) return { readerOf: databaseOf, identityReaderOf: () => database, counts };
  const { replicas, follow } = several;
  const readers = new WeakMap<FastifyRequest, Reader>();
  const open = (request: FastifyRequest): Reader => {
    const reader = createReader({
      primary: database,
      choose: () => replicas.choose(sentPosition(request)),
      follow: (share, { number }) => follow(share, `replica ${number}`),
      reads: (server) => {
        counts[server] += 1;
      },
    });
    if (sentPreference(request, 'consistency') === 'strong') reader.usePrimary();
    readers.set(request, reader);
    return reader;
  };
  const readsOnly = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';
  const of = (request: FastifyRequest, share?: string): ReadingShare => {
    const reader = readers.get(request) ?? open(request);
    return { ...reader.share(share), usePrimary: reader.usePrimary };
  };
  const identifies = identifiesOnPrimary(model);
  return {
    readerOf: (request) => (readsOnly(request) ? of(request, shareOf(request)) : databaseOf(request)),
    identityReaderOf: (request) => (readsOnly(request) && !identifies ? of(request) : database),
    counts,
  };
}
