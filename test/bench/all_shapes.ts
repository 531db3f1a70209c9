import { manyShapes } from './many_shapes.ts';
import { ruledShapes } from './ruled_shapes.ts';
import type { Shape } from './shape.ts';
import { shapes } from './shapes.ts';

const all = [...shapes, ...manyShapes, ...ruledShapes];

export function shapeOf(name: string): Shape {
  const found = all.find((each) => each.name === name);
  if (found === undefined)
    throw new Error(`there is no shape ${name}; there are ${all.map(({ name }) => name).join(', ')}`);
  return found;
}
