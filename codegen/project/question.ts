import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from 'commander';
import { fieldTypes } from '../../engine/vocabulary/field_type.ts';
import { toldToStop } from '../serve/stop.ts';
import { type FieldArgument, readField } from './field_argument.ts';

/** Asks somebody, and gives what they type. */
export type Ask = (question: string) => Promise<string>;

/** Asks on the terminal. Questions go to standard error, so that standard output is the outcome alone. */
export async function onTerminal<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await work((question) => terminal.question(question));
  } finally {
    terminal.close();
  }
}

/** Asks for what a new resource is: its fields, one after the other, and whether it has a history. */
export async function askForResource(
  ask: Ask,
  say: (line: string) => void,
): Promise<{ readonly fields: readonly FieldArgument[]; readonly history: boolean }> {
  say('Fields as name:type, such as title:text; an empty line ends them.');
  say(`Types: ${[...fieldTypes.keys()].join(', ')}`);
  const fields: FieldArgument[] = [];
  for (;;) {
    const answer = (await ask('field: ')).trim();
    if (answer === '' && fields.length > 0) break;
    try {
      fields.push(readField(answer));
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      say(error.message);
    }
  }
  const history = /^y(es)?$/i.test((await ask('Keep every version of a row? [y/N] ')).trim());
  return { fields, history };
}

/** Prints a text on the terminal and asks whether to go on. A signal to stop counts as no. */
export async function agreeOnTerminal(said: string, question: string): Promise<boolean> {
  console.error(`almanac: ${said}`);
  // Without `terminal`, which would keep Ctrl-C from ending the process.
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  // A question that stands keeps the process from ending.
  const answered = new AbortController();
  return Promise.race([
    terminal.question(`${question} [y/N] `).then((answer) => /^y(es)?$/i.test(answer.trim())),
    toldToStop(answered.signal).then(() => false),
  ]).finally(() => {
    answered.abort();
    terminal.close();
  });
}
