import fc from 'fast-check';
import type { Belief } from '../../engine/studio/time/entries/entry.ts';
import { instantAt } from '../../engine/studio/time/instant.ts';

/** What is done to a timeline, as docs/time.md says. Times are small numbers. */
type Step =
  | { readonly kind: 'create'; readonly from: number; readonly length: number | null; readonly value: string }
  | { readonly kind: 'delete'; readonly which: number }
  | { readonly kind: 'end'; readonly which: number; readonly at: number };

interface Part {
  readonly id: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** A timeline at each instant of record time: what a plain reader of its history says. */
export interface History {
  readonly states: readonly { readonly at: number; readonly parts: readonly Part[] }[];
  readonly beliefs: readonly Belief[];
}

const open = Number.POSITIVE_INFINITY;

const value = fc.constantFrom('A', 'B', 'C');
const time = fc.integer({ min: 0, max: 20 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create'),
      from: time,
      length: fc.option(fc.integer({ min: 1, max: 9 })),
      value,
    }),
  },
  fc.record({ kind: fc.constant('delete'), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('end'), which: fc.nat(9), at: time }),
);

/** Histories of one timeline, whose entries make room for each other. */
export const history: fc.Arbitrary<History> = fc.array(step, { maxLength: 12 }).map((steps) => {
  const states: History['states'][number][] = [];
  for (const [index, each] of steps.entries())
    states.push({ at: 2 * index + 1, parts: after(states.at(-1)?.parts ?? [], each, String(index)) });
  return { states, beliefs: beliefsOf(states) };
});

function after(parts: readonly Part[], step: Step, id: string): readonly Part[] {
  if (step.kind === 'create') {
    const made = { id, value: step.value, from: step.from, to: step.length === null ? open : step.from + step.length };
    return [...parts.flatMap((part) => roomOf(part, made)), made];
  }
  const chosen = parts[step.which];
  if (chosen === undefined) return parts;
  if (step.kind === 'delete') return parts.filter((part) => part !== chosen);
  return parts.map((part) =>
    part === chosen && step.at > part.from && step.at < part.to ? { ...part, to: step.at } : part,
  );
}

function roomOf(part: Part, made: Part): readonly Part[] {
  if (part.to <= made.from || part.from >= made.to) return [part];
  if (part.from < made.from) return [{ ...part, to: made.from }];
  return part.to > made.to ? [{ ...part, from: made.to }] : [];
}

/** A version for each stretch of states in which an entry is the same. */
function beliefsOf(states: History['states']): readonly Belief[] {
  const beliefs: Belief[] = [];
  states.forEach(({ at, parts }, index) => {
    for (const part of parts) {
      const isSame = (other: Part) => other.id === part.id && other.from === part.from && other.to === part.to;
      if (states[index - 1]?.parts.some(isSame)) continue;
      const end = states.find((later) => later.at > at && !later.parts.some(isSame));
      beliefs.push({
        ...{ id: part.id, value: part.value, label: part.value, recordedBy: 'somebody', replacedBy: 'somebody' },
        ...{ from: day(part.from), to: part.to === open ? null : day(part.to) },
        ...{ recordedAt: day(at), replacedAt: end === undefined ? null : day(end.at) },
      });
    }
  });
  return beliefs;
}

/** The instant for a small number. */
export function day(number: number): string {
  return instantAt(milliseconds(number));
}

export function milliseconds(number: number): number {
  return Date.UTC(2024, 0, 1) + number * 86_400_000;
}
