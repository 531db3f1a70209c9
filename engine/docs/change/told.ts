import type { NoticeRule, NotifyRule, Table } from '../../model/model.ts';
import { conditionWords } from '../condition_words.ts';
import { recipientWords, stateWords } from '../resource/notices.ts';

/** Whom events are told. */
export function notificationChanges({ notify: was }: Table, { notify: now }: Table): readonly string[] {
  const text = (rules: readonly NotifyRule[]) => rules.map(notifyText).sort().join();
  if (text(was) === text(now)) return [];
  if (now.length === 0) return ['nobody is notified of its events any longer'];
  return [was.length === 0 ? 'parties are notified of its events' : 'other parties are notified of its events'];
}

function notifyText({ on, to, when }: NotifyRule): string {
  const ways = to.map(({ relations }) => wayText(relations)).sort();
  return JSON.stringify([[...on].sort(), ways, when && conditionWords(when)]);
}

function wayText(relations: NotifyRule['to'][number]['relations']): string {
  return relations.map(({ target, from, to }) => `${from} ${target} ${to}`).join(', ');
}

/**
 * What parties are shown. Two notices are the same if their types agree behind the resource, which may have had another
 * name.
 */
export function noticeChanges(was: Table, now: Table, oldName: string): readonly string[] {
  const matter = ({ type }: NoticeRule, name: string) => type.slice(type.indexOf(`.${name}.`) + name.length + 2);
  const before = new Map(was.notices.map((rule) => [matter(rule, oldName), rule]));
  const after = new Map(now.notices.map((rule) => [matter(rule, now.name), rule]));
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
  const ways = ({ to }: NoticeRule) => to.map(({ relations, former }) => `${wayText(relations)} ${former}`).join('; ');
  const data = ({ data: fields }: NoticeRule) => fields.map(({ name }) => name).join();
  return [
    ...(stateWords(was) === stateWords(now) ? [] : [`${notice} stands while ${stateWords(now)}`]),
    ...(ways(was) === ways(now) ? [] : [`${notice} is shown to ${recipientWords(now)}`]),
    ...(data(was) === data(now) ? [] : [`${notice} has other data`]),
  ];
}
