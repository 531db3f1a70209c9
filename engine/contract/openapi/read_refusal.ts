import type { Model, Resource } from '../../model/model.ts';
import { oncePerModel } from '../../model/once.ts';
import type { ProblemCode } from '../problem.ts';

/** How rows of a resource, and what is embedded in them at any depth, can be refused to a reader. */
export function readRefusals({ name }: Resource, model: Model): readonly ProblemCode[] {
  return [
    ...(limited(model).has(name) ? (['forbidden'] as const) : []),
    ...(failing(model).has(name) ? (['view_failed'] as const) : []),
  ];
}

/** Where a role may read no row at all, of the resource or of one that relations lead to. */
const limited = oncePerModel((model) =>
  leadingTo(model, (resource) =>
    [resource, ...tablesOf(resource).map((name) => model.resources.get(name))].some(
      (each) => (each?.access ?? null) !== null,
    ),
  ),
);

/** Where an expression of a view can fail, of the resource or of one that relations lead to. */
const failing = oncePerModel((model) =>
  leadingTo(model, (resource) => resource.kind === 'view' && resource.statement.mayFail),
);

function tablesOf(resource: Resource): readonly string[] {
  return resource.kind === 'view' ? [...resource.statement.reads.keys()] : [];
}

/** The names of some resources, and of all from which relations lead to them. */
function leadingTo({ resources }: Model, isOne: (resource: Resource) => boolean): ReadonlySet<string> {
  const related = [...resources.values()].flatMap(({ name, relations }) =>
    [...relations.values()].map(({ target }) => ({ name, target })),
  );
  const before = Map.groupBy(related, ({ target }) => target);
  const found = new Set([...resources.values()].filter(isOne).map(({ name }) => name));
  // What is added meanwhile is looked at too.
  for (const each of found) for (const { name } of before.get(each) ?? []) found.add(name);
  return found;
}
