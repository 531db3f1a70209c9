import { Problem } from '../../../contract/problem.ts';
import type { JsonBody } from '../json_body.ts';
import { deepest, JsonScan } from '../json_scan.ts';
import type { ScannedText } from '../plain_json.ts';
import { type RowLimits, requireRows, requireShortRow, requireValues } from './room.ts';
import { readValues } from './values.ts';

/**
 * The elements of a JSON array. Their number is known before one of them is read, and other requests have their turns
 * between them.
 * @throws Problem for another text, and for a longer array than `limits` allow.
 */
export async function readArray(text: string, limits: RowLimits): Promise<readonly JsonBody[]> {
  return readValues(elementsOf(text, limits), ({ code, message, hint, errors }, row) => {
    const placed = errors.map((error) => ({ ...error, pointer: `/${row}${error.pointer ?? ''}` }));
    return new Problem(code, `/${row}: ${message}`, { hint, errors: placed });
  });
}

function elementsOf(text: string, limits: RowLimits): readonly ScannedText[] {
  const elements: ScannedText[] = [];
  const scan = new JsonScan(text);
  // The array is a value itself.
  let values = 1;
  for (let begin = text.indexOf('[') + 1; ; ) {
    const scanned = scan.part(begin);
    const { end } = scanned;
    // The array is a level too.
    if (scanned.depth >= deepest)
      throw new Problem('malformed_json', `the body is nested more than ${deepest} levels deep`);
    if (end < 0) throw malformed('a string has no end');
    if (end === text.length) throw malformed('the array has no end');
    const element = text.slice(begin, end);
    const isLast = text[end] !== ',';
    if (isLast && (text[end] === '}' || text.slice(end + 1).trim() !== ''))
      throw malformed(`the array ends at character ${end}`);
    values += scanned.values;
    if (!isLast || elements.length > 0 || element.trim() !== '') {
      requireShortRow(element.length, elements.length, limits);
      elements.push({ text: element, scanned });
      requireRows(elements.length, limits);
    }
    if (!isLast) values += 1;
    else {
      requireValues(values, limits);
      return elements;
    }
    begin = end + 1;
  }
}

function malformed(detail: string): Problem {
  return new Problem('malformed_json', `the body is not valid JSON: ${detail}`);
}
