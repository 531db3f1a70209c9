import { shapeOf } from './all_shapes.ts';
import { manyShapes } from './many_shapes.ts';
import { ruledShapes } from './ruled_shapes.ts';
import type { Shape } from './shape.ts';
import { shapes } from './shapes.ts';

/** Requests that are measured under one condition. */
export interface Part {
  /** Its place in speed_page.md. */
  readonly name: string;
  readonly title: string;
  readonly shapes: readonly Shape[];
  /** Whether other processes want all processors meanwhile. */
  readonly isBusy: boolean;
  /** Whether it is read from a standby. */
  readonly isReplica: boolean;
  /** Rounds at most: what stands below the first table of the page is to take less time. */
  readonly mostRounds: number;
}

/** Of each part of the page but the first. */
export const fewRounds = 5;

/** What of all is measured. */
export interface PartOptions {
  /** Names of shapes; null for the usual ones. */
  readonly shapes: readonly string[] | null;
  readonly isBusy: boolean;
  /** Each shape is measured with each of these numbers of connections; null for its own. */
  readonly connections: readonly number[] | null;
  /** All that docs/speed.md shows, whatever else is chosen. */
  readonly page: boolean;
}

export function partsOf({ shapes: names, isBusy, connections, page }: PartOptions): readonly Part[] {
  if (page) return pageParts;
  const chosen = names?.map(shapeOf) ?? shapes;
  const asked = connections === null ? chosen : chosen.flatMap((shape) => byConnections(shape, connections));
  return [part('single', isBusy ? 'Beside busy processes' : 'Requests per second', asked, { isBusy })];
}

const part = (name: string, title: string, asked: readonly Shape[], more: Partial<Part> = {}): Part => ({
  name,
  title,
  shapes: asked,
  isBusy: false,
  isReplica: false,
  mostRounds: Number.POSITIVE_INFINITY,
  ...more,
});

const numbers = [1, 16, 128];

const pageParts: readonly Part[] = [
  // First: with each row that the other parts write, a rule has more to choose from.
  part('rules', 'Lists under rules', ruledShapes, { mostRounds: fewRounds }),
  part('single', 'Requests per second', shapes),
  part('busy', 'Beside busy processes', ['read', 'embed', 'create', 'mixed'].map(shapeOf), {
    isBusy: true,
    mostRounds: fewRounds,
  }),
  part(
    'connections',
    'By connections',
    ['read', 'list', 'create'].flatMap((name) => byConnections(shapeOf(name), numbers)),
    { mostRounds: fewRounds },
  ),
  part('many', 'Many rows, and calls', manyShapes, { mostRounds: fewRounds }),
  part('replica', 'Reads from a standby', ['read', 'list', 'embed'].map(shapeOf), {
    isReplica: true,
    mostRounds: fewRounds,
  }),
];

function byConnections(shape: Shape, numbers: readonly number[]): readonly Shape[] {
  return numbers.map((connections) => ({
    ...shape,
    title: `${shape.title}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    connections,
  }));
}
