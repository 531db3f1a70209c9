import { type Caller, type Graph, holds, type Surroundings, type World } from './evaluator.ts';
import type { Kind, Kinds } from './kinds.ts';
import type { PlainRow } from './row.ts';

/** What a role may do with the rows of a kind. Without `ofThen` and `ofNow` the past is what the rule for reading says. */
export interface PlainAccess {
  readonly read: string;
  readonly create: string;
  readonly before: string;
  readonly after: string;
  readonly delete: string;
  readonly ofThen: string | null;
  readonly ofNow: string | null;
}

/** What the rules decide of the rows that there are, for one caller at one instant. */
export interface Decisions {
  reads(row: PlainRow, graph: Graph, now: bigint): boolean;
  /** Whether a rule holds for a row now; with the row as it is after a change, among all others. */
  holdsNow(rule: string, row: PlainRow): boolean;
  rows(kind: Kind, graph: Graph): readonly PlainRow[];
  versions(kind: Kind): readonly PlainRow[];
  related(row: PlainRow, alias: string, graph: Graph): readonly PlainRow[];
}

interface Held {
  readonly kinds: Kinds;
  readonly versions: ReadonlyMap<string, readonly PlainRow[]>;
  readonly named: ReadonlyMap<string, string>;
  readonly access: ReadonlyMap<string, PlainAccess>;
}

/** The decisions at a present. */
export function decide({ kinds, versions, named, access }: Held, caller: Caller, present: bigint): Decisions {
  const versionsOf = ({ name }: Kind): readonly PlainRow[] => versions.get(name) ?? [];
  const rows = (kind: Kind, graph: Graph): readonly PlainRow[] =>
    versionsOf(kind)
      .filter(
        (row) =>
          (!kind.isTimeline || row.values.valid_from !== null) && isThere(row, kind.hasHistory ? graph : 'present'),
      )
      // As of an instant, a row is the current one.
      .map((row) => ({ ...row, replacedAt: null }));
  const accessOf = (row: PlainRow) => access.get(row.kind) as PlainAccess;
  const maySee = (row: PlainRow, { graph, now }: Surroundings): boolean => {
    const { read } = accessOf(row);
    const isPast = graph !== 'present' && kinds.get(row.kind)?.hasHistory === true;
    if (!isPast) return holds(read, row, { graph: 'present', now: present, present }, world);
    return maySeePast(row, { graph, now, present });
  };
  const maySeePast = (row: PlainRow, around: Surroundings): boolean => {
    const { read, ofThen, ofNow } = accessOf(row);
    const isOpened = ofThen !== null || ofNow !== null;
    if (!holds(isOpened ? (ofThen ?? 'all') : read, row, around, world)) return false;
    if (ofNow === null) return true;
    const kind = kinds.get(row.kind) as Kind;
    const states = versionsOf(kind).filter(
      ({ values }) => values.id === row.values.id && (!kind.isTimeline || values.valid_from !== null),
    );
    const [first, ...others] = states;
    if (first === undefined) return false;
    const last = others.reduce((one, other) => (other.recordedAt > one.recordedAt ? other : one), first);
    const { graph, now } = lastMoment(last, present);
    return holds(ofNow, last, { graph, now, present }, world);
  };
  const world: World = { kinds, caller, named, rows, maySee };
  return {
    reads: (row, graph, now) => maySee(row, { graph, now, present }),
    holdsNow: (rule, row) => holds(rule, row, { graph: 'present', now: present, present }, world),
    rows,
    versions: versionsOf,
    related: (row, alias, graph) => {
      const relation = kinds.get(row.kind)?.relations[alias];
      const target = kinds.get(relation?.to ?? '');
      if (relation === undefined || target === undefined) return [];
      const key = row.values[relation.from];
      return key === null ? [] : rows(target, graph).filter(({ values }) => values[relation.by] === key);
    },
  };
}

/** The last moment of a version: what is around it then, and when that is. */
export function lastMoment({ replacedAt }: PlainRow, present: bigint): { readonly graph: Graph; readonly now: bigint } {
  if (replacedAt === null) return { graph: { at: 'last' }, now: present };
  return { graph: { at: replacedAt - 1n }, now: replacedAt - 1n };
}

function isThere({ recordedAt, replacedAt }: PlainRow, graph: Graph): boolean {
  if (graph === 'present' || graph.at === 'last') return replacedAt === null;
  return recordedAt <= graph.at && (replacedAt === null || replacedAt > graph.at);
}
