import type { StudioModel } from '../../contract/studio/studio_model.ts';
import type { Shape } from '../../contract/typescript/client/shape.ts';
import { serviceSettings } from './settings.ts';

// What is generated with a client is known here when the service has told its model.

export const basePath: string = serviceSettings().basePath;

const known: Record<string, Shape> = {};

export const shapes: Readonly<Record<string, Shape>> = known;

/** Tells the client which values are numbers of many digits, and where rows are within rows. */
export function learnShapes({ resources }: StudioModel): void {
  for (const { name, fields, relations } of resources) {
    known[name] = {
      exact: fields.filter(({ isExact }) => isExact).map((field) => field.name),
      json: fields.filter(({ type }) => type === 'json').map((field) => field.name),
      relations: Object.fromEntries(relations.map(({ alias, target }) => [alias, target])),
    };
  }
}
