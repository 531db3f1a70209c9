import { tablesOf } from './condition/look.ts';
import type { Table } from './model.ts';
import { oncePerModel } from './once.ts';

/** Whether a rule that the database keeps depends on the role of the writer. */
export const decidesByRole = oncePerModel((model) => tablesOf(model).some(hasRules));

function hasRules({ checks, sets, creates, temporal, fields }: Table): boolean {
  const choices = [
    ...[...checks, ...sets, ...creates].map(({ moment }) => moment?.roles ?? null),
    temporal?.freeze?.roles ?? null,
    temporal?.startWindow?.roles ?? null,
  ];
  return (
    choices.some((choice) => choice !== null) ||
    [...fields.values()].some(({ type }) => type.kind === 'enum' && type.movers !== undefined)
  );
}
