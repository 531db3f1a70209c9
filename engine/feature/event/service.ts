import type { ServicePart } from '../../http/feature.ts';
import type { Model } from '../../model/model.ts';
import { addLagMetrics } from './lag_metrics.ts';
import { eventResource } from './resource.ts';
import { createFollowers } from './stream/followers.ts';
import { addEventStream, eventStreamConstraint } from './stream/stream.ts';

/** The events as a stream, and how far they are behind; null for a model without events. */
export function eventService({ service, resources }: Model): ServicePart | null {
  const event = resources.get(eventResource);
  if (service.events === null || event === undefined) return null;
  return {
    constraints: { accept: eventStreamConstraint },
    addMetrics: addLagMetrics,
    addRoutes: (server, context) => {
      // Nobody's request: what follows these into the database is not theirs to tell.
      const failed = (error: unknown) => server.log.error({ err: error }, 'followers of the events');
      addEventStream(server, event, { ...context, followers: createFollowers(context.database, failed) });
    },
  };
}
