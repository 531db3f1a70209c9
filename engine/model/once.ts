import type { Model } from './model.ts';

/** The same function, which computes what it finds once for each model. A model never changes. */
export function oncePerModel<Found>(find: (model: Model) => Found): (model: Model) => Found {
  const known = new WeakMap<Model, { readonly found: Found }>();
  return (model) => {
    const kept = known.get(model) ?? { found: find(model) };
    known.set(model, kept);
    return kept.found;
  };
}
