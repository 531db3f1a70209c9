import type { AccessRule, Model } from '../../engine/model/model.ts';
import { accessActions } from '../../engine/vocabulary/action/actions.ts';

/** How much each rule counts: a rule over all rows is more than any that asks for claims. */
const weights: Readonly<Record<AccessRule['kind'], number>> = { all: 1000, rule: 1, nothing: 0 };

/** The role that may do most with all resources, the first of those that may do as much; null where there are no roles. */
export function strongestRole({ service, resources }: Model): string | null {
  const rights = (role: string) =>
    [...resources.values()].reduce((sum, { access }) => {
      const own = access?.get(role);
      return own === undefined ? sum : accessActions.reduce((all, each) => all + weights[own[each].kind], sum);
    }, 0);
  return service.roles.reduce<string | null>(
    (best, role) => (best === null || rights(role) > rights(best) ? role : best),
    null,
  );
}
