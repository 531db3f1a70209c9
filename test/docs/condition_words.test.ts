import { test } from 'tap';

import { conditionWords } from '../../engine/model/condition/words.ts';
import { boundRule } from './bound_rule.ts';

// Rules as readers of the documentation have them.

const rules: readonly (readonly [rule: string, words: string])[] = [
  ['status=eq.active', '`status` is `active`'],
  ['status=not.eq.active', '`status` is not `active`'],
  ['start=is.null', '`start` is null'],
  ['start=not.is.null', '`start` is not null'],
  ['start=is.not_null', '`start` is not null'],
  ['start=not.is.not_null', '`start` is null'],
  ['small=is.true', '`small` is true'],
  ['power=gte.1&power=lt.5', '`power` is at least `1` and `power` is less than `5`'],
  ['power=not.lte.5', '`power` is more than `5`'],
  ['status=in.(new,active)', '`status` is one of `new`, `active`'],
  ['status=not.in.(new,active)', '`status` is none of `new`, `active`'],
  ['name=like(any).{a*,b*}', '`name` is like any of `a%`, `b%`'],
  ['details->a->>b=eq.', '`details->a->>b` is the empty text'],
  ['or=(status.neq.active,start.not.is.null)', 'if `status` is `active`, then `start` is not null'],
  ['or=(status.not.in.(new,active),start.is.null)', 'if `status` is one of `new`, `active`, then `start` is null'],
  // A null is unequal to nothing: turned round, the rule would say something else.
  ['or=(power.neq.5,start.is.null)', '`power` is not `5`, or `start` is null'],
  [
    'or=(status.eq.new,and(start.is.null,small.is.true))',
    '`status` is `new`, or (`start` is null and `small` is true)',
  ],
  ['not.or=(status.eq.new,start.is.null)', 'it is not true that `status` is `new`, or `start` is null'],
  ['parent=not.is.null', 'there is a `parent`'],
  ['parent=is.null', 'there is no `parent`'],
  ['{party_type}=eq.organisation', "the caller's `party_type` is `organisation`"],
  ['or=({party_type}.neq.person,start.is.null)', "the caller's `party_type` is not `person`, or `start` is null"],
  ['{identity.chief.level}=gte.3', "the caller's `identity.chief.level` is at least `3`"],
  ['power=lt.{identity.level}', "`power` is less than the caller's `identity.level`"],
  [
    '{party_type}=eq.x&parent=visible',
    "the caller's `party_type` is `x` and there is a `parent` that the caller may read",
  ],
  [
    '{party_type}=eq.x&parent=not.visible&parent.status=eq.new',
    "the caller's `party_type` is `x` and there is a `parent` of which the caller may not read it and `status` is `new`",
  ],
  ['count(item)=gte.1', 'the number of `item` is at least `1`'],
  [
    'sum(item(status=eq.new&power=gt.1).power)=lte.$power',
    "the sum of `power` of all `item` (where `status` is `new` and `power` is more than `1`) is at most the row's `power`",
  ],
  [
    'or=(min(item.start).neq.2026-01-01,max(item.power).is.null)',
    'the least `start` of all `item` is not `2026-01-01`, or the greatest `power` of all `item` is null',
  ],
  ['parent.status=eq.active', 'there is a `parent` of which `status` is `active`'],
];

test('rules in words', async (t) => {
  for (const [rule, words] of rules) t.equal(conditionWords(boundRule(rule)), words, rule);
});
