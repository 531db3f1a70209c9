import type { Renaming } from '../../definition/feature.ts';
import { ruleSlot } from '../../model/feature.ts';
import type { BoundCondition, Field } from '../../model/field.ts';
import type { Recipient, Table } from '../../model/model.ts';

/** A notice exists for each row for which the rule holds, and for each of its parties; or for each row that breaks the rule. */
export interface NoticeRule {
  /** `<prefix>.<resource>.<type>`. */
  readonly type: string;
  /** Of timelines, it sees the entries that are valid now, unless it says itself when they are. */
  readonly when: BoundCondition;
  /**
   * Whether the rule is a check, and notices are of the rows that break it. Unlike the rule of another notice, a check looks at
   * entries of timelines whenever they are valid.
   */
  readonly isBroken: boolean;
  readonly to: readonly NoticeRecipient[];
  readonly message: string;
  /** Fields of the row that the notice shows. */
  readonly data: readonly Field[];
}

export interface NoticeRecipient extends Recipient {
  /** On a timeline, follow the entry that ended last instead of the valid one. */
  readonly former: boolean;
}

/** The notices that are shown while their rules hold. */
export const noticeRules = ruleSlot<readonly NoticeRule[]>('notice', []);

/** The rules of a table under other names. */
export function renamedNotices(
  table: Table,
  { condition, recipient, field }: Renaming,
): readonly [feature: string, rules: unknown] {
  return noticeRules.keep(
    noticeRules.of(table).map((rule) => ({
      ...rule,
      when: condition(rule.when),
      to: rule.to.map(recipient),
      data: rule.data.map(field),
    })),
  );
}
