import { isLosslessNumber, parse } from 'lossless-json';
import { Problem } from './problem.ts';

const deepest = 100;

/** A parsed JSON value whose numbers are still the text that was sent. */
export type JsonBody = unknown;

/**
 * Parses a request body without losing a digit of its numbers.
 * @throws Problem when it is no JSON text, names a member twice, or holds text that PostgreSQL cannot store.
 */
export function readJsonBody(text: string): JsonBody {
  const body = parseJson(text);
  const counted = countMembers(body, '');
  if (counted < countColons(text)) {
    throw new Problem('malformed_json', 'an object has a member twice', { hint: 'send each member once' });
  }
  return body;
}

function parseJson(text: string): JsonBody {
  try {
    return parse(text, undefined, {
      onDuplicateKey: ({ key, position }) => {
        throw new Problem(
          'malformed_json',
          `the member ${JSON.stringify(key)} stands a second time, at character ${position}`,
          {
            hint: 'send each member once',
          },
        );
      },
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof RangeError) throw new Problem('malformed_json', 'the body is nested too deeply');
    if (error instanceof SyntaxError) throw new Problem('malformed_json', `the body is no JSON: ${error.message}`);
    throw error;
  }
}

/** The members of all objects; on the way, every text is checked for what PostgreSQL cannot store. */
function countMembers(value: unknown, pointer: string, depth = 0): number {
  if (depth > deepest) throw new Problem('malformed_json', `the body is nested more than ${deepest} levels deep`);
  if (typeof value === 'string') {
    checkText(value, pointer);
    return 0;
  }
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return 0;
  let count = 0;
  for (const [key, member] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    checkText(key, at);
    count += countMembers(member, at, depth + 1);
    if (!Array.isArray(value)) count += 1;
  }
  return count;
}

function checkText(text: string, pointer: string): void {
  const fault = text.includes('\0')
    ? 'holds a NUL character'
    : text.isWellFormed()
      ? null
      : 'holds half of a surrogate pair';
  if (fault === null) return;
  const detail = `a text ${fault}, which cannot be stored`;
  throw new Problem('invalid_body', detail, { errors: [{ pointer: pointer.toWellFormed(), detail }] });
}

/** Colons outside of strings: one for each member. Two members that are alike to the letter show only here. */
function countColons(text: string): number {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}
