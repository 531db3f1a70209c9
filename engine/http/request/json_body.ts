import { isLosslessNumber, parse } from 'lossless-json';
import { mostErrors, Problem, type ProblemError } from '../../contract/problem.ts';
import { isDecimal } from '../../vocabulary/value/decimal.ts';

const deepest = 100;
// PostgreSQL has no decimal of more digits than 1000 for a column to be declared with.
const longestNumber = 1100;

/** A parsed JSON value whose numbers are still the text that was sent. */
export type JsonBody = unknown;

/**
 * Parses a request body without losing a digit of its numbers.
 * @throws Problem when it is not JSON, names a member twice, or has a value that PostgreSQL cannot store.
 */
export function readJsonBody(text: string): JsonBody {
  const body = parseJson(text);
  const survey: Survey = { members: 0, path: [], errors: [] };
  look(body, survey);
  if (survey.members < countColons(text)) {
    throw new Problem('malformed_json', 'an object has a member twice', { hint: 'send each member once' });
  }
  const [first] = survey.errors;
  if (first === undefined) return body;
  const where = first.pointer === '' ? 'the body' : first.pointer;
  throw new Problem('invalid_body', `${where}: ${first.detail}`, { errors: survey.errors });
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
    if (error instanceof SyntaxError)
      throw new Problem('malformed_json', `the body is not valid JSON: ${error.message}`);
    throw error;
  }
}

/** What is gathered from a body on one way through it. */
interface Survey {
  /** The members of all objects. */
  members: number;
  /** The members and places that lead to the value that is looked at. */
  readonly path: (string | number)[];
  /** What PostgreSQL cannot store. */
  readonly errors: ProblemError[];
}

function look(value: unknown, survey: Survey): void {
  if (typeof value === 'string') note(textFault(value), survey);
  else if (isLosslessNumber(value)) note(numberFault(value.value), survey);
  else if (typeof value === 'object' && value !== null) {
    const { path } = survey;
    if (path.length === deepest)
      throw new Problem('malformed_json', `the body is nested more than ${deepest} levels deep`);
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        path.push(at);
        look(value[at], survey);
        path.pop();
      }
      return;
    }
    for (const key of Object.keys(value)) {
      survey.members += 1;
      path.push(key);
      note(textFault(key), survey);
      look(Reflect.get(value, key), survey);
      path.pop();
    }
  }
}

function note(detail: string | null, { path, errors }: Survey): void {
  if (detail === null || errors.length >= mostErrors) return;
  const pointer = path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  errors.push({ pointer, detail });
}

function textFault(text: string): string | null {
  if (text.includes('\0')) return 'holds a NUL character, which cannot be stored';
  return text.isWellFormed() ? null : 'holds half of a surrogate pair, which cannot be stored';
}

function numberFault(text: string): string | null {
  const fits = text.length <= longestNumber && isDecimal(text);
  return fits ? null : 'is a number of more digits than can be stored';
}

/** Colons outside of strings: one for each member. Two members that are alike to the letter show only here. */
function countColons(text: string): number {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1;
}
