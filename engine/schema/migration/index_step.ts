import { quote } from '../../sql/identifier.ts';
import type { IndexCreation } from '../table/index.ts';
import { alone, beside, catalogOnly, type Step } from './step.ts';

/** An index of a table of the definitions. */
interface MadeIndex {
  readonly on: string;
  readonly name: string;
  readonly create: (how: IndexCreation) => string;
}

/** Makes an index beside all use of its table; what a failed attempt has left goes first. */
export function makeIndex({ on, name, create }: MadeIndex): Step {
  return {
    title: `make the index ${name}`,
    statements: [dropped(name, 'concurrently '), create('concurrently ')],
    atOnce: [dropped(name, ''), create('')],
    work: `scans ${on} twice`,
    undo: [dropped(name, 'concurrently ')],
    ...besideUse(on),
  };
}

/** Drops an index beside all use of its table. */
export function dropIndex({ on, name, create }: MadeIndex): Step {
  return {
    title: `drop the index ${name}`,
    statements: [dropped(name, 'concurrently ')],
    atOnce: [dropped(name, '')],
    work: catalogOnly,
    undo: [dropped(name, 'concurrently '), create('concurrently ')],
    ...besideUse(on),
  };
}

function besideUse(on: string) {
  const locks = `${beside(on)}; waits for the transactions that are running`;
  return { runs: alone, locks, loses: null, lost: [], asks: [] };
}

function dropped(name: string, how: IndexCreation): string {
  return `drop index ${how}if exists public.${quote(name)}`;
}
