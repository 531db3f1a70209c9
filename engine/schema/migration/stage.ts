import { inTransaction, type Planned, type Step, stages } from './step.ts';

/** The steps stage by stage; the steps of one table and stage that run in a transaction become one. */
export function inStages(planned: readonly Planned[]): readonly Step[] {
  return stages.flatMap((stage) => {
    const own = planned.filter((step) => step.stage === stage);
    const groups = Map.groupBy(
      own,
      (step) => `${step.table} ${step.runs.kind === 'transaction' && step.loses === null}`,
    );
    return [...groups.values()].flatMap((steps) => {
      const [first] = steps;
      const isOne = first?.runs.kind === 'transaction' && first.loses === null && steps.length > 1;
      return isOne ? [joined(steps)] : steps.map(asStep);
    });
  });
}

function joined(steps: readonly Planned[]): Step {
  const all = (of: (step: Planned) => string) => [...new Set(steps.map(of))].join('; ');
  return {
    title: all(({ title }) => title),
    runs: inTransaction,
    statements: steps.flatMap(({ statements }) => statements),
    atOnce: null,
    locks: all(({ locks }) => locks),
    work: all(({ work }) => work),
    loses: null,
    lost: [],
    asks: steps.flatMap(({ asks }) => asks),
    undo: steps.toReversed().flatMap(({ undo }) => undo ?? []),
  };
}

function asStep({ title, runs, statements, atOnce, locks, work, loses, lost, asks, undo }: Planned): Step {
  return { title, runs, statements, atOnce, locks, work, loses, lost, asks, undo };
}
