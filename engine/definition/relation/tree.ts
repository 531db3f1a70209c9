import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Tree } from '../../model/relation.ts';
import type { Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';

/** A relation to the rows above a row, or to those below it, by a reference that makes trees. */
export interface WrittenTree {
  readonly alias: string;
  readonly side: 'ancestors' | 'descendants';
  readonly field: string;
  readonly depth: number | undefined;
  readonly was: string | null;
}

/** Null after a fault, which is reported. */
export function buildTree(
  { alias, side, field, depth, was }: WrittenTree,
  { resource, fields }: ResourceDefinition,
  report: Report,
): Tree | null {
  const written = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const isReference = written?.type === 'reference' && written.to === resource;
  if (!isReference || written.acyclic !== true) {
    const trees = Object.keys(fields).filter((name) => fields[name]?.acyclic === true);
    const message =
      written === undefined
        ? `there is no field ${field} in ${resource}`
        : isReference
          ? `rows of ${resource} may go round in a circle by ${field}`
          : `the field ${field} is not a reference from ${resource} to ${resource}`;
    const expected =
      trees.length > 0
        ? oneOf(trees)
        : isReference
          ? `acyclic: true of ${field}`
          : `a reference to ${resource} with acyclic: true; there is none`;
    report(['relations', alias, side], { message, expected, nearest: nearest(field, trees) });
    return null;
  }
  const common = { alias, was: null, target: resource };
  const up = side === 'ancestors';
  const [from, to] = up ? [field, 'id'] : ['id', field];
  const step = { ...common, cardinality: up ? 'one' : 'many', from, to } as const;
  return { ...common, was, cardinality: 'many', start: from, step, depth: depth ?? defaultDepth };
}

const defaultDepth = 10;
