import { type FunctionObject, keyOf, type SchemaObject } from './object.ts';

/**
 * A function. `name` is its name for `drop`, with the types of its parameters. `signature` is its name with parameters
 * and result; `text` is the rest.
 */
export function databaseFunction(name: string, signature: string, text: string): FunctionObject {
  return {
    kind: 'function',
    name,
    on: null,
    signature,
    create: `create or replace function ${signature}\n${text}`,
    drop: `drop function ${name}`,
    dependsOn: [],
  };
}

interface Trigger {
  readonly name: string;
  /** `before insert or update`. */
  readonly runs: string;
  /** The table. */
  readonly on: string;
  /** The names of the rows of the statement, where the function reads them. */
  readonly rows?: string;
  /** A condition on the rows; absent for all. */
  readonly when?: string;
  readonly calls: FunctionObject;
}

/** A trigger that calls a function for each row. */
export function trigger({ name, runs, on, rows, when, calls }: Trigger): SchemaObject {
  const condition = when === undefined ? '' : ` when (${when})${when.length > inline ? '\n ' : ''}`;
  return {
    kind: 'trigger',
    name,
    on,
    create: `create or replace trigger ${name}
  ${runs} on ${on}${rows === undefined ? '' : `\n  referencing ${rows}`}
  for each row${condition} execute function ${calls.name}`,
    drop: `drop trigger ${name} on ${on}`,
    dependsOn: [`table ${on}`, keyOf(calls)],
  };
}

/** A trigger that calls a function once for a statement, which reads its rows under a name. */
export function statementTrigger({
  name,
  runs,
  on,
  rows,
  when,
  calls,
}: Trigger & { readonly rows: string }): SchemaObject {
  return {
    kind: 'trigger',
    name,
    on,
    create: `create or replace trigger ${name}
  ${runs} on ${on}
  referencing ${rows}
  for each statement${when === undefined ? '' : ` when (${when})`} execute function ${calls.name}`,
    drop: `drop trigger ${name} on ${on}`,
    dependsOn: [`table ${on}`, keyOf(calls)],
  };
}

/** A trigger that calls a function for each row, when the transaction ends or its constraints are checked. */
export function deferredTrigger({ name, runs, on, calls }: Omit<Trigger, 'when'>): SchemaObject {
  return {
    kind: 'trigger',
    name,
    on,
    create: `create constraint trigger ${name}
  ${runs} on ${on}
  deferrable initially deferred
  for each row execute function ${calls.name}`,
    drop: `drop trigger ${name} on ${on}`,
    dependsOn: [`table ${on}`, keyOf(calls)],
  };
}

/** The longest condition that stays on one line with the rest. */
const inline = 40;
