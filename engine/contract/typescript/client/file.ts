import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import { parseExact, rowsOf } from './json.ts';
import type { NameWith, Signalled } from './options.ts';
import type { Resources } from './resources.ts';
import type { Name, Row } from './row.ts';
import type { BigintInput } from './value.ts';

/** A field of a resource whose values are files. */
type FileField<N extends Name> = Resources[N]['files'];

/** Where a file is: in a field of a row. */
export interface FilePlace<N extends Name> {
  readonly resource: N;
  readonly id: BigintInput;
  readonly field: FileField<N>;
}

export interface UploadOptions extends Signalled {
  /** The name of the file. Default: the name of a File, or of the field. */
  readonly name?: string;
  /** Its media type. Default: the type of a Blob, or application/octet-stream. */
  readonly type?: string;
  /** The etag of the row: it is changed only in this version. */
  readonly ifMatch?: string;
}

export interface DownloadOptions extends Signalled {
  /** The first and the last byte; to the end without a last one. */
  readonly range?: readonly [first: number, last?: number];
  /** The instant at which the row had the file. */
  readonly asOf?: string;
}

/** Makes bytes the file of a row. Gives the row as it is then; null if you may not read it. */
export async function uploadFile<N extends NameWith<'update'>>(
  client: Pick<Client, 'request'>,
  { resource, id, field }: FilePlace<N>,
  bytes: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string,
  { name, type, ifMatch, signal }: UploadOptions = {},
): Promise<Answer<Row<N>> | null> {
  const ownName = name ?? (bytes instanceof Blob && 'name' in bytes ? String(bytes.name) : undefined);
  const ownType = type ?? (bytes instanceof Blob && bytes.type !== '' ? bytes.type : 'application/octet-stream');
  const response = await client.request('PUT', `/${resource}/${id}/${field}`, {
    headers: {
      'Content-Type': ownType,
      ...(ownName === undefined ? {} : { 'Content-Disposition': `attachment; filename*=UTF-8''${encoded(ownName)}` }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    body: bytes,
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  if (text === '') return null;
  // The type follows from the name of the resource.
  return { row: rowsOf(resource, parseExact(text)) as Row<N>, etag: response.headers.get('ETag') ?? '' };
}

/** The file of a row: read its `body` as it comes, or take all of it with `blob()`. */
export async function downloadFile<N extends NameWith<'read'>>(
  client: Pick<Client, 'request'>,
  { resource, id, field }: FilePlace<N>,
  { range, asOf, signal }: DownloadOptions = {},
): Promise<Response> {
  const query = asOf === undefined ? '' : `?as_of=${encodeURIComponent(asOf)}`;
  return client.request('GET', `/${resource}/${id}/${field}${query}`, {
    headers: { Accept: '*/*', ...(range === undefined ? {} : { Range: `bytes=${range[0]}-${range[1] ?? ''}` }) },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** RFC 8187, 3.2.1: fewer characters stand for themselves than in a URL. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
}
