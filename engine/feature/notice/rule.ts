import type { Renaming } from '../../definition/feature.ts';
import { ruleSlot } from '../../model/feature.ts';
import type { BoundCondition, Field } from '../../model/field.ts';
import type { Recipient, Table } from '../../model/model.ts';

/** A notice stands for each row that the rule holds for, and for each party that it is to be shown to. */
export interface NoticeRule {
  /** `<prefix>.<resource>.<type>`. */
  readonly type: string;
  readonly when: BoundCondition;
  /** Of what is time-dependent, the rule sees what is valid now, or at one of these instants. */
  readonly instants: ReadonlyMap<RelationPath, string>;
  readonly to: readonly NoticeRecipient[];
  readonly message: string;
  /** Those of the row's own that are shown with it. */
  readonly data: readonly Field[];
}

/** The aliases that lead from a row to others, with dots between them; none for the row itself. */
type RelationPath = string;

export interface NoticeRecipient extends Recipient {
  /** On a timeline the way leads to the entry that ended last, instead of the one that is valid. */
  readonly former: boolean;
}

/** What somebody has to be shown of a row for as long as it is so. */
export const noticeRules = ruleSlot<readonly NoticeRule[]>('notice', []);

/** The rules of a table under other names. */
export function renamedNotices(
  table: Table,
  { condition, way, field }: Renaming,
): readonly [feature: string, rules: unknown] {
  return noticeRules.keep(
    noticeRules.of(table).map((rule) => ({
      ...rule,
      when: condition(rule.when),
      to: rule.to.map((to) => ({ ...to, relations: way(to.relations) })),
      data: rule.data.map(field),
    })),
  );
}
