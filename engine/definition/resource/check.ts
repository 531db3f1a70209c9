import { ruleContext } from '../../model/condition/bind.ts';
import { columnsOf, farthestLook } from '../../model/condition/look.ts';
import { looksAtNow } from '../../model/condition/looks.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Check } from '../../model/model.ts';
import { isToLinks, wayText } from '../../model/relation.ts';
import type { WriteMoment } from '../../model/write_moment.ts';
import { buildMoment, everyWrite, type MomentContext, momentKeysOf } from '../consequence/write_moment.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';

/** The rules that rows of a resource keep. They may look at related rows. Rows may break rules with `otherwise`. */
export function buildChecks(
  { checks = [] }: ResourceDefinition,
  context: MomentContext,
  file: DefinitionFile,
): readonly Check[] {
  return checks.flatMap((check, index) => {
    const written = writtenMoment(check, index, context, file);
    if (check.otherwise !== undefined) return [];
    const that = bindCheck(check, index, context, file);
    if (that === null) return [];
    const moment = momentOf(that, written);
    const way = farthestLook(that);
    if (moment === null && way.length > 1) {
      const at = way.some(isToLinks) ? 'through links at' : 'at';
      file.report(['checks', index, 'that'], {
        message: `the rule looks ${at} ${wayText(way)}, and no write there would be refused`,
        expected:
          'a rule about the row and rows one relation away; or "when" or "on"; or "otherwise: { notice: <type>, to: <relation> }"',
      });
    }
    return [{ name: `${context.row.name}_rule_${index + 1}_check`, that, message: check.message.trim(), moment }];
  });
}

type WrittenCheck = NonNullable<ResourceDefinition['checks']>[number];

/** The writes after which a check is asked, as its keys say; null without them. Faults are reported. */
function writtenMoment(
  check: WrittenCheck,
  index: number,
  context: MomentContext,
  file: DefinitionFile,
): WriteMoment | null {
  const given = momentKeysOf(check);
  const [first] = given;
  if (first === undefined) return null;
  const path = ['checks', index] as const;
  if (check.otherwise !== undefined)
    file.report([...path, first], {
      message: 'a notice stands for as long as a row breaks the rule',
      expected: `no ${given.join(', ')}, or no otherwise`,
      part: 'key',
    });
  return buildMoment(check, path, context, file);
}

/** A rule breaks by itself as time passes, so it is asked of a new row, and when a field that it names changes. */
function momentOf(that: BoundCondition, written: WriteMoment | null): WriteMoment | null {
  if (!looksAtNow(that)) return written;
  const moment = written ?? everyWrite;
  if (moment.when !== null || moment.before !== null) return moment;
  return { ...moment, changes: [...new Set(columnsOf(that))].filter((column) => column !== 'id') };
}

/** The rule of a check. Null after a fault, which is reported. */
export function bindCheck(
  { that }: { readonly that: string },
  index: number,
  context: MomentContext,
  file: DefinitionFile,
): BoundCondition | null {
  const rule = { text: that, path: ['checks', index, 'that'] };
  const parsed = parseRuleAt(rule, file);
  return parsed && bindRuleAt(parsed, rule, ruleContext(context, { claims: null, zone: context.zone }), file);
}
