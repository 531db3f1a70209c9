import type { Definitions } from './load.ts';

interface Cycle {
  readonly resource: string;
  readonly path: readonly string[];
  readonly message: string;
}

/** References that no row can ever satisfy first: each of the resources on the way round requires the next. */
export function cyclesOfRequiredReferences(definitions: Definitions): readonly Cycle[] {
  const cycles: Cycle[] = [];
  const done = new Set<string>();
  const visit = (resource: string, trail: readonly { readonly resource: string; readonly field: string }[]): void => {
    const begin = trail.findIndex((step) => step.resource === resource);
    if (begin >= 0) {
      const round = trail.slice(begin);
      const [first] = round;
      if (first === undefined) return;
      const way = [...round.map((step) => `${step.resource}.${step.field}`), resource].join(' -> ');
      cycles.push({
        resource: first.resource,
        path: ['fields', first.field],
        message: `no row can be the first one: ${way}`,
      });
      return;
    }
    if (done.has(resource)) return;
    for (const { field, to } of requiredReferences(resource, definitions)) visit(to, [...trail, { resource, field }]);
    done.add(resource);
  };
  for (const resource of definitions.wellFormed.keys()) visit(resource, []);
  return cycles;
}

function requiredReferences(
  resource: string,
  definitions: Definitions,
): readonly { readonly field: string; readonly to: string }[] {
  const fields = definitions.wellFormed.get(resource)?.definition.fields ?? {};
  return Object.entries(fields).flatMap(([field, { to, nullable }]) =>
    to !== undefined && nullable !== true ? [{ field, to }] : [],
  );
}
