import { historyName } from '../model/history_name.ts';
import type { WellFormed } from './definitions.ts';
import type { Fault } from './file/fault.ts';
import { reportTo } from './file/report.ts';

/** As with the names of fields: a migration renames what has the old one. */
export function checkFormerResources(byName: ReadonlyMap<string, WellFormed>, faults: Fault[]): void {
  const claimed = new Map<string, string>();
  for (const { source, definition } of byName.values()) {
    const { resource, was } = definition;
    if (was === undefined) continue;
    const other = claimed.get(was);
    const message = was === resource ? `${resource} was always called so` : `${other} was called ${was} as well`;
    if (was === resource || other !== undefined) {
      reportTo(faults, source)(['was'], { message, expected: 'another name, or none' });
    } else claimed.set(was, resource);
  }
}

/** A history has the name of its resource, with an ending. */
export function checkHistoryName(
  { source, definition }: WellFormed,
  byName: ReadonlyMap<string, WellFormed>,
  faults: Fault[],
): void {
  const history = historyName(definition.resource);
  const taken = byName.get(history);
  if (taken !== undefined) {
    reportTo(faults, taken.source)(['resource'], {
      message: `the name ${history} belongs to the history of ${definition.resource}`,
      expected: 'another name',
    });
  }
  if (history.length > 63) {
    reportTo(faults, source)(['resource'], {
      message: `the name of its history, ${history}, is longer than PostgreSQL keeps`,
      expected: 'at most 55 characters',
    });
  }
}
