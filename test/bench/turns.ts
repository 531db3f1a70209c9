import { setTimeout as delay } from 'node:timers/promises';
import { processorTime } from '../processor_time.ts';
import { type Measured, withCost } from './cost.ts';
import { fullSize } from './data.ts';
import { load } from './load.ts';
import { type Servers, token } from './servers.ts';
import { questionsOf, type Shape, type Subject, subjects } from './shape.ts';

/** What was measured of a shape: of each server that has an answer to it, round by round. */
export interface Finding {
  readonly shape: Shape;
  readonly rounds: Readonly<Partial<Record<Subject, readonly Measured[]>>>;
}

/** Where is measured. */
interface Ground {
  readonly servers: Servers;
  /** The folders of PostgreSQL's data. */
  readonly data: readonly string[];
  /** Gives numbers that no other request has. */
  readonly next: () => number;
  /** The names of shapes that need no warming up any more. */
  readonly warm: Set<string>;
}

/** Of each shape, before the first round: V8 is not done with a program sooner. */
export const warmUpSeconds = 8;

export async function measureInTurns(
  shapes: readonly Shape[],
  { servers, data, next, warm }: Ground,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  progress: (text: string) => void,
): Promise<readonly Finding[]> {
  const findings = shapes.map((shape) => ({ shape, rounds: {} as Partial<Record<Subject, readonly Measured[]>> }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { shape, rounds: found } of findings) {
      if (round === 0 && warm.has(shape.name)) continue;
      for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
        if (shape.ask(subject, Math.random, 0, fullSize) === null) continue;
        progress(`${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}: ${shape.title}, ${subject}`);
        const questions = questionsOf(shape, subject, next, fullSize);
        const server = await servers(shape, subject);
        await untilResting(data);
        const measured = await withCost(server, data, () =>
          load(server, token(shape, { subject }), questions, round === 0 ? warmUpSeconds : seconds),
        );
        if (round > 0) found[subject] = [...(found[subject] ?? []), measured];
      }
      warm.add(shape.name);
    }
  }
  return findings;
}

const lookMilliseconds = 100;
/** Of processor time in a look: services that have nothing to do look for work now and then. */
const restMilliseconds = 10;
/** A vacuum may take longer. Nobody waits for it. */
const mostLooks = 30;

/** Waits until PostgreSQL has done the work that requests have left behind, so that the next ones do not pay for it. */
export async function untilResting(data: readonly string[]): Promise<void> {
  let before = processorTime(...data);
  for (let look = 0; look < mostLooks; look += 1) {
    await delay(lookMilliseconds);
    const now = processorTime(...data);
    if (now - before <= restMilliseconds) return;
    before = now;
  }
}
