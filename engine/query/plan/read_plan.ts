import type { Model, Resource } from '../../definition/model.ts';
import { type EmbedPlan, planEmbeds } from './embed_plan.ts';
import { planInstants } from './instant.ts';
import type { Parameter, Result } from './query_string.ts';

/** One row, and what is fetched along with it. */
export interface ReadPlan {
  readonly resource: Resource;
  readonly id: string;
  /** The instant as of which the row was recorded; null for now. */
  readonly asOf: string | null;
  readonly embeds: readonly EmbedPlan[];
}

/** Reads the parameters of a read: an instant and embeds. Any other is the caller's to refuse. */
export function planRead(
  resource: Resource,
  id: string,
  parameters: readonly Parameter[],
  model: Model,
): Result<ReadPlan> {
  const instants = planInstants(resource, parameters);
  if (!instants.ok) return instants;
  const embeds = planEmbeds(resource, parameters, model);
  if (!embeds.ok) return embeds;
  return { ok: true, value: { resource, id, asOf: instants.value.asOf, embeds: embeds.value } };
}
