import { LosslessNumber } from 'lossless-json';
import { type FieldType, wordOf } from '../../../vocabulary/field_type.ts';
import { readJsonBody } from '../json_body.ts';

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * A function from the text of a CSV cell to the member of a JSON body that it stands for. What has parts is JSON, for which
 * it may throw a Problem. Any other text that does not fit the type stays a text, and the check of the row refuses it.
 */
export function cellReader(type: FieldType): (text: string) => unknown {
  if (wordOf(type).number !== undefined) return readNumber;
  switch (type.kind) {
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text);
    case 'json':
    case 'file':
    case 'array':
      return readJsonBody;
    default:
      return (text) => text;
  }
}

/** A number that JavaScript writes in the same way has lost nothing, and is soon checked. */
function readNumber(text: string): unknown {
  const number = Number(text);
  if (String(number) === text && Number.isFinite(number)) return number;
  return jsonNumber.test(text) ? new LosslessNumber(text) : text;
}
