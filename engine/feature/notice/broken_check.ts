import type { AskedRules } from '../../definition/feature.ts';
import { writtenUnder } from '../../definition/language/definition.ts';
import { noticesKey } from './language.ts';
import { checkType, readRecipients, requireReaders } from './read.ts';
import type { NoticeRule } from './rule.ts';
import { tolerantRules } from './tolerant_check.ts';

/** The notices of rows that break a rule with `otherwise`. */
export function readBrokenChecks(asked: AskedRules): readonly NoticeRule[] {
  const { definition, context, service, file } = asked;
  const types = (writtenUnder(noticesKey, definition) ?? []).map(({ type }) => type);
  return tolerantRules(definition).flatMap((rule) => {
    const path = [...rule.path, 'otherwise'];
    const { notice, to: written } = rule.otherwise;
    requireReaders(asked, path);
    checkType(notice, types, [...path, 'notice'], file.report);
    types.push(notice);
    const that = rule.bind(asked);
    const to = readRecipients(written, [...path, 'to'], asked);
    if (that === null || to.length === 0) return [];
    const type = `${service.events?.prefix ?? ''}.${context.row.name}.${notice}`;
    return [{ type, when: that, isBroken: true, to, message: rule.message.trim(), data: [] }];
  });
}
