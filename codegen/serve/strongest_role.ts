import type { AccessRule, Model } from '../../engine/model/model.ts';
import { accessActions } from '../../engine/vocabulary/action/actions.ts';

/** The weight of each rule: a rule for all rows counts more than any rule that needs claims. */
const weights: Readonly<Record<AccessRule['kind'], number>> = { all: 1000, rule: 1, nothing: 0 };

/** The role that may do most with all resources, the first if several may do as much; null without roles. */
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
