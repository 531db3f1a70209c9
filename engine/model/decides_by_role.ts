import { tablesOf } from './condition/look.ts';
import type { Model, Table } from './model.ts';

/** Whether a rule that the database keeps depends on the role of the writer. It is found once for each model. */
export function decidesByRole(model: Model): boolean {
  const known = decided.get(model) ?? tablesOf(model).some(hasRules);
  decided.set(model, known);
  return known;
}

const decided = new WeakMap<Model, boolean>();

function hasRules({ checks, temporal, fields }: Table): boolean {
  const choices = [
    ...checks.map(({ moment }) => moment?.roles ?? null),
    temporal?.freeze?.roles ?? null,
    temporal?.startWindow?.roles ?? null,
  ];
  return (
    choices.some((choice) => choice !== null) ||
    [...fields.values()].some(({ type }) => type.kind === 'enum' && type.movers !== undefined)
  );
}
