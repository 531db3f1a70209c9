import type { Call } from './call.ts';
import type { Model, Table } from './model.ts';
import { oncePerModel } from './once.ts';

/** A call, and its resource. */
export type OwnedCall = readonly [table: Table, call: Call];

/** All calls of a model, in the order of their resources. */
export function callsOf({ resources }: Pick<Model, 'resources'>): readonly OwnedCall[] {
  return [...resources.values()].flatMap((resource) =>
    resource.kind === 'table' ? [...resource.calls.values()].map((call): OwnedCall => [resource, call]) : [],
  );
}

/**
 * The calls by the names that clients of PostgREST use: `<resource>.<call>`, and `<call>` alone where no other resource has a
 * call of this name.
 */
export const rpcCalls = oncePerModel((model): ReadonlyMap<string, OwnedCall> => {
  const calls = callsOf(model);
  const byName = Map.groupBy(calls, ([, { name }]) => name);
  return new Map(
    calls.flatMap(([table, call]) => {
      const isAlone = byName.get(call.name)?.length === 1;
      return [`${table.name}.${call.name}`, ...(isAlone ? [call.name] : [])].map(
        (name) => [name, [table, call]] as const,
      );
    }),
  );
});
