import { parse } from 'content-disposition';
import { Problem } from '../../contract/problem.ts';
import type { ActionRequest } from '../../http/request/action_request.ts';
import { refusedHeader } from '../../http/response/etag.ts';
import { oneOf } from '../../language/wording.ts';
import { longestFileName, longestMediaType } from '../../vocabulary/type/file.ts';
import type { FileField } from './field.ts';

/** What the headers of an upload say of its file. */
export interface FileHead {
  readonly name: string;
  readonly mediaType: string;
}

type Headed = Pick<ActionRequest, 'headers'>;

/** @throws Problem for a name, a media type or a length that the field does not take. */
export function readFileHead({ headers }: Headed, field: FileField): FileHead {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers;
  if (encoding.toLowerCase() !== 'identity') {
    const detail = `a file in the encoding ${encoding.slice(0, 80)} cannot be read`;
    throw new Problem('unsupported_media_type', detail, { hint: 'send its bytes without Content-Encoding' });
  }
  if (length !== undefined && Number(length) > field.type.maxBytes) throw fileTooLong(field);
  return { name: nameOf(headers['content-disposition']) ?? field.name, mediaType: mediaTypeOf(headers, field) };
}

export function fileTooLong({ name, type }: FileField): Problem {
  return new Problem('payload_too_large', `${name} may have ${type.maxBytes} bytes, and the file has more`, {
    // What is still on its way is not read.
    headers: { connection: 'close' },
  });
}

const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const mediaTypePattern = new RegExp(`^(${token}/${token})[ \\t]*(?:;(.*))?$`, 'i');
const charsetPattern = new RegExp(`(?:^|;)[ \\t]*charset[ \\t]*=[ \\t]*"?(${token})"?[ \\t]*(?:;|$)`, 'i');

/** Without parameters but the one that says how to read text. */
function mediaTypeOf(
  { 'content-type': header = 'application/octet-stream' }: Headed['headers'],
  field: FileField,
): string {
  const [, type = '', parameters = ''] = mediaTypePattern.exec(header.trim()) ?? [];
  const essence = type.toLowerCase();
  const { mediaTypes } = field.type;
  const hint = mediaTypes === null ? 'send its media type, such as application/pdf' : `send ${oneOf(mediaTypes)}`;
  const refuse = (detail: string) => new Problem('unsupported_media_type', detail, { hint });
  if (essence === '' || essence.length > longestMediaType) throw refuse('Content-Type is not a media type');
  if (essence.startsWith('multipart/')) {
    throw new Problem('unsupported_media_type', `${field.name} takes the bytes of one file, and no ${essence}`, {
      hint: 'send the bytes as the body, and the name in Content-Disposition',
    });
  }
  if (mediaTypes !== null && !mediaTypes.some((each) => covers(each, essence)))
    throw refuse(`${field.name} takes no ${essence}`);
  const [, charset] = charsetPattern.exec(parameters) ?? [];
  const whole = charset === undefined ? essence : `${essence};charset=${charset.toLowerCase()}`;
  return whole.length > longestMediaType ? essence : whole;
}

function covers(allowed: string, essence: string): boolean {
  return allowed.endsWith('/*') ? essence.startsWith(allowed.slice(0, -1)) : allowed === essence;
}

/** The last part of a path, as browsers send it; null without a name. */
function nameOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const { filename } = parse(header).parameters;
  const name = filename?.split(/[/\\]/).at(-1)?.trim() ?? '';
  if (name === '' || name === '.' || name === '..') return null;
  if (name.length <= longestFileName && !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name))
    return name;
  const detail = `the file name of Content-Disposition is longer than ${longestFileName} characters, or has control characters`;
  throw refusedHeader('Content-Disposition', detail, 'send another name');
}
