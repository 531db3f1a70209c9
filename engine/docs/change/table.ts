import { isDeepStrictEqual } from 'node:util';
import { conditionWords } from '../../model/condition/words.ts';
import type { Table } from '../../model/model.ts';
import { type AnyRelation, isDirect, isTree, stepsOf } from '../../model/relation.ts';
import { actionNames } from '../../vocabulary/action/actions.ts';
import { momentWords } from '../moment_words.ts';

/** That a resource is deprecated. */
export function deprecationChanges(was: Table, now: Table): readonly string[] {
  if ((was.deprecated === null) === (now.deprecated === null)) return [];
  return [now.deprecated === null ? 'no longer deprecated' : 'deprecated'];
}

/** What clients may do. */
export function actionChanges({ actions: was }: Table, { actions: now }: Table): readonly string[] {
  return actionNames.flatMap((action) => {
    if (was.has(action) === now.has(action)) return [];
    return [`${action} is ${now.has(action) ? 'offered' : 'no longer offered'}`];
  });
}

/** The aliases by which related rows are embedded. */
export function relationChanges(was: Table, now: Table): readonly string[] {
  const steps = (relation: AnyRelation) => [
    ...stepsOf(relation).map(({ target, from, to, cardinality }) => ({ target, from, to, cardinality })),
    isTree(relation) ? relation.depth : null,
  ];
  const same = (a: AnyRelation, b: AnyRelation) => isDeepStrictEqual(steps(a), steps(b));
  const renamed = new Set<string>();
  const added = [...now.relations.values()].flatMap((relation) => {
    const { alias, target } = relation;
    const old = relation.was ?? aliasOf(was, relation);
    const before = was.relations.get(alias);
    if (before !== undefined) return same(before, relation) ? [] : [`the relation \`${alias}\` leads to \`${target}\``];
    if (old !== null && was.relations.has(old) && !now.relations.has(old)) {
      renamed.add(old);
      return [`the relation \`${alias}\` was \`${old}\` until now`];
    }
    return [`the relation \`${alias}\` is new`];
  });
  const removed = [...was.relations.keys()].filter((alias) => !now.relations.has(alias) && !renamed.has(alias));
  return [...added, ...removed.map((alias) => `the relation \`${alias}\` is gone`)];
}

/** The former alias of a reference that was renamed. */
function aliasOf({ relations: all }: Table, relation: AnyRelation): string | null {
  if (!isDirect(relation) || relation.from === 'id') return null;
  const { from, target } = relation;
  return [...all.values()].filter(isDirect).find((each) => each.from === from && each.target === target)?.alias ?? null;
}

/** Whether versions are kept. */
export function historyChanges(was: Table, now: Table): readonly string[] {
  if ((was.history === null) === (now.history === null)) return [];
  return [now.history === null ? 'its history was removed' : `every version is kept, at \`${now.history}\``];
}

/** Whether and how rows depend on time. */
export function timeChanges(was: Table, now: Table): readonly string[] {
  if (was.temporal === null && now.temporal === null) return [];
  if (now.temporal === null) return ['no longer depends on time'];
  const timeline = now.temporal.timeline.map((name) => `\`${name}\``).join(' and ');
  if (was.temporal === null) return [`depends on time: one timeline for each ${timeline}`];
  return isDeepStrictEqual(was.temporal, now.temporal) ? [] : ['the rules of its timelines changed'];
}

/** The rules over several fields. */
export function checkChanges(was: Table, now: Table): readonly string[] {
  const rules = (table: Table) =>
    new Map(
      table.checks.map(({ that, message, moment }) => [`${conditionWords(that)}${momentWords(moment)}`, message]),
    );
  const [before, after] = [rules(was), rules(now)];
  return [
    ...[...after].filter(([rule]) => !before.has(rule)).map(([rule, message]) => `new rule: ${message} (${rule})`),
    ...[...before].filter(([rule]) => !after.has(rule)).map(([, message]) => `a rule was removed: ${message}`),
  ];
}

/** What the filter `search` finds. */
export function searchChanges({ search: was }: Table, { search: now }: Table): readonly string[] {
  if (isDeepStrictEqual(was, now)) return [];
  if (now === null) return ['the filter `search` was removed'];
  const fields = fieldWords(now.fields);
  return [`the filter \`search\` finds words of ${fields} (${now.language})`];
}

/** What no two rows may share. */
export function uniquenessChanges({ unique: was }: Table, { unique: now }: Table): readonly string[] {
  return sameValues(was.map(fieldWords), now.map(fieldWords));
}

/** What no two rows may share for which a rule holds. */
export function uniquenessAmongChanges(was: Table, now: Table): readonly string[] {
  const words = (table: Table) =>
    table.uniqueAmong.map(({ fields, where }) => `${fieldWords(fields)} where ${conditionWords(where)}`);
  return sameValues(words(was), words(now));
}

function fieldWords(fields: readonly string[]): string {
  return fields.map((name) => `\`${name}\``).join(' and ');
}

function sameValues(before: readonly string[], after: readonly string[]): readonly string[] {
  return [
    ...after.filter((each) => !before.includes(each)).map((each) => `no two rows may have the same ${each}`),
    ...before.filter((each) => !after.includes(each)).map((each) => `rows may have the same ${each}`),
  ];
}

/** How changes are events. */
export function eventChanges(was: Table, now: Table): readonly string[] {
  if (isDeepStrictEqual(was.event, now.event)) return [];
  if (now.event === null) return ['changes are no longer events'];
  if (was.event === null) return [`changes are events: \`${now.event.type}\``];
  if (was.event.type !== now.event.type) return [`events are called \`${now.event.type}\``];
  return [`events are about ${now.event.subject === null ? 'the row itself' : `\`${now.event.subject.field}\``}`];
}
