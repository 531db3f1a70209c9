import { buildModel } from '../engine/feature/load.ts';
import type { Model } from '../engine/model/model.ts';

/** The model of definitions that are texts, by the names of their files; throws where they have a fault. */
export function modelOfFiles(files: Readonly<Record<string, string>>): Model {
  const loaded = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}
