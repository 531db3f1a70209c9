import type { Fault, Place } from './fault.ts';
import { type Path, placeOf } from './place.ts';
import type { Source } from './source.ts';

/** Adds a fault at a key or value of a file. */
export type Report = (path: Path, fault: Finding) => void;

export interface Finding {
  readonly message: string;
  readonly expected?: string | null;
  readonly nearest?: string | null;
  /** Of the path's last step, its value when left out. */
  readonly part?: 'key' | 'value';
  /** Instead of that of the path. */
  readonly place?: Place;
}

/** A file whose definition is read: as it was written, and where its faults are reported. */
export interface DefinitionFile {
  readonly source: Source;
  readonly report: Report;
}

/** A report that finds the place in a file and adds the fault to a list; of doubtful fields it says nothing. */
export function reportTo(faults: Fault[], source: Source, doubtful: ReadonlySet<unknown> = new Set()): Report {
  return (path, { message, expected = null, nearest = null, part = 'value', place }) => {
    if (path[0] === 'fields' && doubtful.has(path[1])) return;
    faults.push({ ...(place ?? placeOf(source, path, part)), message, expected, nearest });
  };
}
