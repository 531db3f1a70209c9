import type { Definitions } from '../definitions.ts';
import type { Path } from '../file/place.ts';
import type { Source } from '../file/source.ts';

interface Cycle {
  /** The reference from which the way round is told. */
  readonly source: Source;
  readonly path: Path;
  readonly way: string;
}

/** References that no row can ever satisfy first: each of the resources on the way round requires the next. */
export function cyclesOfRequiredReferences(definitions: Definitions): readonly Cycle[] {
  const cycles: Cycle[] = [];
  const done = new Set<string>();
  const visit = (resource: string, trail: readonly { readonly resource: string; readonly field: string }[]): void => {
    const begin = trail.findIndex((step) => step.resource === resource);
    const first = trail[begin];
    const source = definitions.wellFormed.get(resource)?.source;
    if (first !== undefined && source !== undefined) {
      const way = [...trail.slice(begin).map((step) => `${step.resource}.${step.field}`), resource].join(' -> ');
      cycles.push({ source, path: ['fields', first.field], way });
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
