import { isLosslessNumber, parse } from 'lossless-json';
import { readDecimal } from '../definition/decimal.ts';
import { Problem, type ProblemError } from './problem.ts';

const deepest = 100;
// PostgreSQL has no decimal of more digits than 1000 for a column to be declared with.
const longestNumber = 1100;

/** A parsed JSON value whose numbers are still the text that was sent. */
export type JsonBody = unknown;

/**
 * Parses a request body without losing a digit of its numbers.
 * @throws Problem when it is no JSON text, names a member twice, or holds what PostgreSQL cannot store.
 */
export function readJsonBody(text: string): JsonBody {
  const body = parseJson(text);
  const { members, errors } = survey(body, '', 0);
  if (members < countColons(text)) {
    throw new Problem('malformed_json', 'an object has a member twice', { hint: 'send each member once' });
  }
  const [first] = errors;
  if (first !== undefined) throw new Problem('invalid_body', `${first.pointer}: ${first.detail}`, { errors });
  return body;
}

function parseJson(text: string): JsonBody {
  try {
    return parse(text, undefined, {
      onDuplicateKey: ({ key, position }) => {
        const detail = `the member ${JSON.stringify(key.slice(0, 80))} stands a second time, at character ${position}`;
        throw new Problem('malformed_json', detail, { hint: 'send each member once' });
      },
    });
  } catch (error) {
    // The parser descends a stack frame for each level.
    if (error instanceof RangeError) throw new Problem('malformed_json', 'the body is nested too deeply');
    if (error instanceof SyntaxError) throw new Problem('malformed_json', `the body is no JSON: ${error.message}`);
    throw error;
  }
}

interface Survey {
  /** The members of all objects. */
  readonly members: number;
  /** What PostgreSQL cannot store. */
  readonly errors: readonly ProblemError[];
}

function survey(value: unknown, pointer: string, depth: number): Survey {
  if (depth > deepest) throw new Problem('malformed_json', `the body is nested more than ${deepest} levels deep`);
  if (typeof value === 'string') return { members: 0, errors: textErrors(value, pointer) };
  if (isLosslessNumber(value)) return { members: 0, errors: numberErrors(value.value, pointer) };
  if (typeof value !== 'object' || value === null) return { members: 0, errors: [] };
  let members = 0;
  const errors: ProblemError[] = [];
  for (const [key, member] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const below = survey(member, at, depth + 1);
    members += below.members + (Array.isArray(value) ? 0 : 1);
    errors.push(...textErrors(key, at), ...below.errors);
  }
  return { members, errors };
}

function textErrors(text: string, pointer: string): readonly ProblemError[] {
  if (text.includes('\0')) return [{ pointer, detail: 'holds a NUL character, which cannot be stored' }];
  if (!text.isWellFormed()) return [{ pointer, detail: 'holds half of a surrogate pair, which cannot be stored' }];
  return [];
}

function numberErrors(text: string, pointer: string): readonly ProblemError[] {
  if (text.length <= longestNumber && readDecimal(text) !== null) return [];
  return [{ pointer, detail: 'is a number of more digits than can be stored' }];
}

/** Colons outside of strings: one for each member. Two members that are alike to the letter show only here. */
function countColons(text: string): number {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1;
}
