import { stringify } from 'lossless-json';
import { answerTable } from '../../../contract/call.ts';
import { Problem } from '../../../contract/problem.ts';
import type { Call } from '../../../model/call.ts';
import { type JsonBody, readJsonBody } from '../../request/json_body.ts';
import { createValidator } from '../../request/validator.ts';
import type { JsonAnswer } from '../../response/send.ts';

/** Reads what a handler answered, as a text of JSON. @throws Problem for an answer that does not fit the definition. */
export type ReadAnswer = (text: string) => JsonAnswer;

/** Reads the answers of a call. */
export function answerReader(call: Call): ReadAnswer {
  const table = answerTable(call);
  if (table === null)
    return (text) => {
      if (text === 'null') return { status: 204, headers: {}, body: null };
      throw misfit('it is a value, and the call declares no answer');
    };
  // Each member is there, or null where it may be.
  const own = [...table.fields].map(
    ([name, field]) => [name, { ...field, create: true, computed: null, default: null }] as const,
  );
  const validate = createValidator({ ...table, fields: new Map(own) }, 'create');
  const absent = Object.fromEntries(own.map(([name]) => [name, null]));
  return (text) => {
    const answered = readAnswered(text);
    const [fault] = validate(answered);
    if (fault !== undefined) throw misfit(`${fault.pointer ?? ''} ${fault.detail}`.trim());
    const whole = { ...absent, ...(answered as object) };
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    return { status: 200, headers, body: stringify(whole) ?? null };
  };
}

function readAnswered(text: string): JsonBody {
  try {
    return readJsonBody(text);
  } catch (thrown) {
    throw thrown instanceof Problem ? misfit(thrown.message) : thrown;
  }
}

function misfit(reason: string): Problem {
  const cause = `the answer of the handler does not fit the definition: ${reason}`;
  return Object.assign(new Problem('internal', 'the service could not carry out the request'), { cause });
}
