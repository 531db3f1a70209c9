import { scopeOf } from '../../access/scope.ts';
import type { ProblemError } from '../../contract/problem.ts';
import type { WriteRules } from '../../http/context.ts';
import type { Resource } from '../../model/model.ts';
import type { Service } from '../../model/service.ts';
import { readFilter } from './delivery.ts';
import { targetObstacle } from './target.ts';
import { isSecret } from './webhook.ts';

/**
 * Holds what is sent of a subscription against what no schema says: where events may go, which, and under what key. Who has
 * events sent may read them.
 */
export function subscriptionRules(event: Resource, { events }: Service): WriteRules {
  const allowsPrivate = events?.webhooks?.privateAddresses === true;
  return {
    scope: scopeOf('read', event.name),
    need: 'a subscription to events',
    faultsOf: (body, model) => {
      const { url, filter, secret } = body as Readonly<Record<string, unknown>>;
      const errors: ProblemError[] = [];
      // What is no text at all, the schema refuses.
      const obstacle = typeof url === 'string' ? targetObstacle(url, allowsPrivate) : null;
      if (obstacle !== null) errors.push({ pointer: '/url', detail: obstacle });
      const shown = model.resources.get(event.name) ?? event;
      const read = typeof filter === 'string' ? readFilter(filter, shown, model) : null;
      if (read?.ok === false) errors.push({ pointer: '/filter', detail: read.detail });
      if (typeof secret === 'string' && !isSecret(secret))
        errors.push({ pointer: '/secret', detail: 'must be whsec_ and 24 to 64 bytes in base64' });
      return errors;
    },
  };
}
