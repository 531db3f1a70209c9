import type { ServicePart } from '../../http/feature.ts';
import type { Model } from '../../model/model.ts';
import { eventResource } from '../event/resource.ts';
import { subscriptionResource } from './resource.ts';
import { subscriptionRules } from './write_rule.ts';

/** The rules of writing subscriptions; null for a model without any. */
export function subscriptionService({ service, resources }: Model): ServicePart | null {
  const event = resources.get(eventResource);
  if (!service.events?.webhooks || event === undefined) return null;
  return { writeRules: [subscriptionResource, subscriptionRules(event, service)] };
}
