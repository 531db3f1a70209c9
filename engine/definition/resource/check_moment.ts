import { type RowContext, type RuleSources, ruleContext } from '../../model/condition/bind.ts';
import { farthestLook } from '../../model/condition/look.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { CheckMoment } from '../../model/model.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { buildRoleChoice } from './role_choice.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';

/** What a check is about, with the zone of days. It is not about a caller. */
export interface CheckContext extends RowContext, Pick<RuleSources, 'zone'> {}

type WrittenCheck = NonNullable<ResourceDefinition['checks']>[number];

const momentKeys = ['when', 'before', 'on', 'roles', 'except'] as const;

/** The moment of a check without any of its keys: every create and update. */
export const everyWrite: CheckMoment = {
  on: new Set(['create', 'update']),
  when: null,
  before: null,
  roles: null,
  changes: null,
};

/** The writes after which a check is asked, as its keys say; null without them. Faults are reported. */
export function buildMoment(
  check: WrittenCheck,
  index: number,
  context: CheckContext,
  file: DefinitionFile,
): CheckMoment | null {
  const given = momentKeys.filter((key) => check[key] !== undefined);
  const [first] = given;
  if (first === undefined) return null;
  const { report } = file;
  const path = ['checks', index] as const;
  if (check.otherwise !== undefined)
    report([...path, first], {
      message: 'a notice stands for as long as a row breaks the rule',
      expected: `no ${given.join(', ')}, or no otherwise`,
      part: 'key',
    });
  const on = new Set(check.on ?? everyWrite.on);
  if (check.when !== undefined && on.has('delete'))
    report([...path, 'when'], {
      message: 'a deleted row is nothing after the write',
      expected: 'before, or a check of its own for delete',
      part: 'key',
    });
  if (check.before !== undefined && on.size === 1 && on.has('create'))
    report([...path, 'before'], { message: 'a new row was nothing before the write', expected: 'when', part: 'key' });
  const bind = (key: 'when' | 'before'): BoundCondition | null => {
    const text = check[key];
    if (text === undefined) return null;
    const rule = { text, path: [...path, key] };
    const parsed = parseRuleAt(rule, file);
    return parsed && bindRuleAt(parsed, rule, ruleContext(context, { claims: null, zone: context.zone }), file);
  };
  const before = bind('before');
  const way = before === null ? [] : farthestLook(before);
  if (way.length > 0)
    report([...path, 'before'], {
      message: `the rule looks at ${way.map(({ alias }) => alias).join('.')}, whose rows may have changed before this one`,
      expected: 'a rule over the fields of the row itself',
    });
  return { on, when: bind('when'), before, roles: buildRoleChoice(check, path, report), changes: null };
}
