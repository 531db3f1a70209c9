import { Problem } from '../../../contract/problem.ts';
import { type JsonBody, readJsonBody } from '../json_body.ts';
import { deepest, endOfString, readPlainJson } from '../plain_json.ts';
import { type RowLimits, requireRows, requireShortRow, requireValues, turns } from './room.ts';

/**
 * The elements of a JSON array. Their number is known before one of them is read, and other requests have their turns
 * between them.
 * @throws Problem for another text, and for a longer array than `limits` allow.
 */
export async function readArray(text: string, limits: RowLimits): Promise<readonly JsonBody[]> {
  const rows: JsonBody[] = [];
  const rest = turns();
  for (const [row, [begin, end]] of elementsOf(text, limits).entries()) {
    const element = text.slice(begin, end);
    rows.push(readPlainJson(element) ?? inPlace(row, () => readJsonBody(element)));
    await rest();
  }
  return rows;
}

/** Where the elements begin and end. */
function elementsOf(text: string, limits: RowLimits): readonly (readonly [number, number])[] {
  const elements: [number, number][] = [];
  let depth = 0;
  let values = 0;
  let begin = 0;
  const add = (end: number) => {
    requireShortRow(end - begin, elements.length, limits);
    elements.push([begin, end]);
    requireRows(elements.length, limits);
    begin = end + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at = endOfString(text, at);
      if (at < 0) throw malformed('a string has no end');
    } else if (sign === '[' || sign === '{') {
      depth += 1;
      values += 1;
      if (depth === 1) begin = at + 1;
      if (depth > deepest) throw new Problem('malformed_json', `the body is nested more than ${deepest} levels deep`);
    } else if (sign === ',') {
      values += 1;
      if (depth === 1) add(at);
    } else if (sign === ']' || sign === '}') {
      depth -= 1;
      if (depth > 0) continue;
      if (sign === '}' || text.slice(at + 1).trim() !== '') throw malformed(`the array ends at character ${at}`);
      if (elements.length > 0 || text.slice(begin, at).trim() !== '') add(at);
      requireValues(values, limits);
      return elements;
    }
  }
  throw malformed('the array has no end');
}

function malformed(detail: string): Problem {
  return new Problem('malformed_json', `the body is not valid JSON: ${detail}`);
}

function inPlace(row: number, read: () => JsonBody): JsonBody {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    const { code, message, hint, errors } = thrown;
    throw new Problem(code, `/${row}: ${message}`, {
      hint,
      errors: errors.map((error) => ({ ...error, pointer: `/${row}${error.pointer ?? ''}` })),
    });
  }
}
