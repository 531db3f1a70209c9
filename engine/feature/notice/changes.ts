import { recipientText } from '../../docs/change/recipient_text.ts';
import type { Table } from '../../model/model.ts';
import { partyWords, stateWords } from './page_section.ts';
import { type NoticeRule, noticeRules } from './rule.ts';

/**
 * What parties are shown. Two notices are the same if their types agree behind the resource, which may have had another
 * name.
 */
export function noticeChanges(was: Table, now: Table, oldName: string): readonly string[] {
  const matter = ({ type }: NoticeRule, name: string) => type.slice(type.indexOf(`.${name}.`) + name.length + 2);
  const before = new Map(noticeRules.of(was).map((rule) => [matter(rule, oldName), rule]));
  const after = new Map(noticeRules.of(now).map((rule) => [matter(rule, now.name), rule]));
  return [
    ...[...after].flatMap(([type, rule]) => {
      const earlier = before.get(type);
      return earlier === undefined
        ? [`new notice: ${rule.message} (\`${rule.type}\`)`]
        : changesOfNotice(earlier, rule);
    }),
    ...[...before]
      .filter(([type]) => !after.has(type))
      .map(([, { message, type }]) => `a notice was removed: ${message} (\`${type}\`)`),
  ];
}

function changesOfNotice(was: NoticeRule, now: NoticeRule): readonly string[] {
  const notice = `the notice \`${now.type}\``;
  const ways = ({ to }: NoticeRule) => to.map((each) => `${recipientText(each)} ${each.former}`).join('; ');
  const data = ({ data: fields }: NoticeRule) => fields.map(({ name }) => name).join();
  return [
    ...(stateWords(was) === stateWords(now) ? [] : [`${notice} stands while ${stateWords(now)}`]),
    ...(ways(was) === ways(now) ? [] : [`${notice} is shown to ${partyWords(now)}`]),
    ...(data(was) === data(now) ? [] : [`${notice} has other data`]),
  ];
}
