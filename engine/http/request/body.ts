import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mediaTypes } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import type { Limits } from '../../model/service.ts';
import { actionWord } from '../../vocabulary/action/actions.ts';
import { type JsonBody, readJsonBody } from './json_body.ts';
import { readPlainJson } from './plain_json.ts';
import { readArray } from './rows/array.ts';
import { readCsv } from './rows/csv.ts';
import { readLines } from './rows/lines.ts';

/** The media types of bodies that are read: JSON for all requests, and others where the action takes many rows. */
export function acceptBodies(server: FastifyInstance, limits: Limits): void {
  server.removeAllContentTypeParsers();
  const accept = (type: RegExp, read: (bytes: Buffer, request: FastifyRequest) => JsonBody | Promise<JsonBody>) => {
    server.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
      checkCharset(request);
      const body = read(bytes, request);
      if (body instanceof Promise) body.then((later) => done(null, later), done);
      else done(null, body);
    });
  };
  const acceptRows = (type: RegExp, read: (text: string, limits: Limits) => JsonBody | Promise<JsonBody>) => {
    accept(type, (bytes, request) => {
      if (!takesRows(request)) throw unsupported(request);
      return read(textOf(bytes), limits);
    });
  };
  accept(/^application\/(?:merge-patch\+)?json(?:;|$)/i, (bytes, request) => readJson(bytes, request, limits));
  acceptRows(/^application\/x-ndjson(?:;|$)/i, readLines);
  acceptRows(/^text\/csv(?:;|$)/i, readCsv);
}

/** Bytes that a body may have at most; one object may have fewer than many rows. */
export function longestBody(limits: Limits, hasRows: boolean): number {
  return hasRows ? Math.max(limits.payloadBytes, limits.rowsPayloadBytes) : limits.payloadBytes;
}

/** The media types that the body of a request may have. */
function bodyTypes(request: FastifyRequest): readonly string[] {
  return takesRows(request) ? [mediaTypes.json, mediaTypes.lines, mediaTypes.csv] : [mediaTypes.json];
}

export function bodyTooLong(bytes: number): Problem {
  return new Problem('payload_too_large', `the body has more than ${bytes} bytes`);
}

/** The refusal of a body whose type the request may not have. */
export function unsupported(request: FastifyRequest): Problem {
  const { 'content-type': type } = request.headers;
  const detail = type === undefined ? 'a body without Content-Type' : `a body of type ${type.slice(0, 80)}`;
  const hint = `send ${bodyTypes(request).join(', ')}`;
  return new Problem('unsupported_media_type', `${detail} cannot be read`, { hint });
}

function takesRows({ config: { action } }: FastifyRequest): boolean {
  return action !== undefined && actionWord(action).takesRows === true;
}

function readJson(bytes: Buffer, { config }: FastifyRequest, limits: Limits): JsonBody | Promise<JsonBody> {
  if (bytes.length === 0) return undefined;
  const isArray = bytes[0] !== openingBrace && /^\s*\[/.test(bytes.toString('latin1', 0, 80));
  const longest = longestBody(limits, isArray);
  if (bytes.length > longest) throw bodyTooLong(longest);
  if (isArray) return readArray(textOf(bytes), limits);
  // A row may have numbers of JavaScript, as those of an array have; batches and calls look at the digits.
  const isRow = config.action !== undefined;
  const read = () => readObject(textOf(bytes), isRow);
  return bytes.length > longBody ? inTurn(read) : read();
}

function readObject(text: string, isRow: boolean): JsonBody {
  return (isRow ? readPlainJson(text) : undefined) ?? readJsonBody(text);
}

/** So many bytes take some milliseconds to read. */
const longBody = 65_536;

let latest = Promise.resolve();

/** Reads a long body when earlier ones are read. Between two of them, the process turns to other requests. */
function inTurn<T>(read: () => T): Promise<T> {
  const turn = latest.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  latest = turn;
  return turn.then(read);
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed_json', 'the body is not encoded as UTF-8');
  }
}

/** Of the parameters of a media type only this one means anything, and JSON has but one (RFC 8259, 8.1). */
function checkCharset({ headers }: FastifyRequest): void {
  const contentType = headers['content-type'] ?? '';
  if (contentType === mediaTypes.json) return;
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  if (charset.toLowerCase() === 'utf-8') return;
  throw new Problem('unsupported_media_type', `a body in ${charset.slice(0, 80)} cannot be read`, {
    hint: `send ${contentType.split(';', 1)[0]} in UTF-8`,
  });
}

const openingBrace = '{'.charCodeAt(0);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
