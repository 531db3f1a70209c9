import type { Renaming } from '../../definition/feature.ts';
import { ruleSlot } from '../../model/feature.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Recipient, Table } from '../../model/model.ts';
import type { EventVerb } from '../../vocabulary/action/action_word.ts';

/** Whom an event of a row concerns. */
export interface NotifyRule {
  readonly on: ReadonlySet<EventVerb>;
  readonly to: readonly Recipient[];
  /** A rule for the row as recorded by the event, or as it was before its deletion; null for all rows. */
  readonly when: BoundCondition | null;
}

/** Who is notified of which events of a table. */
export const notifyRules = ruleSlot<readonly NotifyRule[]>('notification', []);

/** The rules of a table under other names. */
export function renamedNotify(
  table: Table,
  { condition, recipient }: Renaming,
): readonly [feature: string, rules: unknown] {
  return notifyRules.keep(
    notifyRules.of(table).map((rule) => ({
      ...rule,
      when: rule.when && condition(rule.when),
      to: rule.to.map(recipient),
    })),
  );
}
