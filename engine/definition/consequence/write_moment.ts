import { type RowContext, type RuleSources, ruleContext } from '../../model/condition/bind.ts';
import { farthestLook } from '../../model/condition/look.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { WriteMoment } from '../../model/write_moment.ts';
import type { Path } from '../file/place.ts';
import type { DefinitionFile } from '../file/report.ts';
import { buildRoleChoice, type WrittenChoice } from '../resource/role_choice.ts';
import { bindRuleAt, parseRuleAt } from '../resource/rule.ts';

/** The row that a check or a consequence is about, with the zone of days. It is not about a caller. */
export interface MomentContext extends RowContext, Pick<RuleSources, 'zone'> {}

/** The keys that say after which writes something is asked or done. */
export interface WrittenMoment extends WrittenChoice {
  readonly on?: readonly ('create' | 'update' | 'delete')[] | undefined;
  readonly when?: string | undefined;
  readonly before?: string | undefined;
}

const momentKeys = ['when', 'before', 'on', 'roles', 'except'] as const;

/** The moment without any of its keys: every create and update. */
export const everyWrite: WriteMoment = {
  on: new Set(['create', 'update']),
  when: null,
  before: null,
  roles: null,
  changes: null,
};

/** The keys of a moment that are written. */
export function momentKeysOf(written: WrittenMoment): readonly (typeof momentKeys)[number][] {
  return momentKeys.filter((key) => written[key] !== undefined);
}

/** The writes that the keys at a path name. Faults are reported. */
export function buildMoment(
  written: WrittenMoment,
  path: Path,
  context: MomentContext,
  file: DefinitionFile,
): WriteMoment {
  const { report } = file;
  const on = new Set(written.on ?? everyWrite.on);
  if (written.when !== undefined && on.has('delete'))
    report([...path, 'when'], {
      message: 'a deleted row is nothing after the write',
      expected: 'before, or a check of its own for delete',
      part: 'key',
    });
  if (written.before !== undefined && on.size === 1 && on.has('create'))
    report([...path, 'before'], { message: 'a new row was nothing before the write', expected: 'when', part: 'key' });
  const bind = (key: 'when' | 'before'): BoundCondition | null => {
    const text = written[key];
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
  return { on, when: bind('when'), before, roles: buildRoleChoice(written, path, report), changes: null };
}
