import { conditionWords } from '../../model/condition/words.ts';
import type { FieldAccess } from '../../model/field.ts';
import { fieldAccess } from '../../model/field_access.ts';
import type { Access, AccessRule, Model } from '../../model/model.ts';
import { noRow } from '../../model/whole_access.ts';
import { defaultWords } from '../../query/sql/condition/default_words.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';
import { type Action, accessActions, actionWord } from '../../vocabulary/action/actions.ts';
import { type Block, heading, table as tableOf, text } from '../block.ts';
import type { PagedResource } from './paged.ts';

/** What each role may do with the rows and with fields of their own rules. */
export function accessSection(resource: PagedResource, { service }: Model): readonly Block[] {
  const { access, fields, actions } = resource;
  const ruled = [...fields.values()].filter((field) => field.access !== null);
  if (access === null && ruled.length === 0) return [];
  const hasOwnPast = [...(access?.values() ?? [])].some((each) => !isDefaultPast(each));
  const shown = accessActions.filter((action) => offers(actions, action));
  return [
    heading('Access'),
    text(
      `A request needs the scope, and a role that may do it (the claim \`${service.claims.role}\` of the token). A row that the role may not read answers 404. A row that it may read, but not change that way, answers 403 [\`forbidden\`](errors.html#forbidden). See [who may do what](access.html).`,
    ),
    ...(access === null
      ? []
      : [
          tableOf(
            ['role', ...shown.map((action) => action), ...(hasOwnPast ? ['rows of the past'] : [])],
            service.roles.map((role) => {
              const own = access.get(role) ?? noRow;
              const past = hasOwnPast ? [pastWords(own)] : [];
              const implied = defaultWords(resource, { role });
              const words = shown.map((action) => actionWords(own, action, implied));
              return [`\`${role}\``, ...words, ...past];
            }),
          ),
        ]),
    ...(ruled.length === 0
      ? []
      : [
          text('Some fields have rules of their own:'),
          tableOf(
            ['role', ...ruled.map(({ name }) => `\`${name}\``)],
            service.roles.map((role) => [`\`${role}\``, ...ruled.map((field) => fieldText(fieldAccess(field, role)))]),
          ),
        ]),
  ];
}

function fieldText({ read, where, create, update }: FieldAccess): string {
  if (!read) return 'not shown';
  const rows = where?.condition ? ` where ${conditionWords(where.condition)}` : '';
  if (create && update) return 'read and write';
  return [`read${rows}`, ...(create ? ['create'] : []), ...(update ? ['update'] : [])].join(', ');
}

function isDefaultPast({ read, past: { version, present } }: Access): boolean {
  return version === read && present.kind === 'all';
}

/** Which versions a role reads, and which rows with `as_of`. */
function pastWords(access: Access): string {
  const { version, present } = access.past;
  if (isDefaultPast(access)) return 'as for read, at that time';
  const then = version.kind === 'rule' ? `${ruleWords(version)}, at that time` : ruleWords(version);
  if (present.kind !== 'rule' || version.kind === 'nothing') return then;
  return `${then}, if now ${conditionWords(present.condition)}`;
}

function offers(actions: ReadonlySet<Action>, action: AccessAction): boolean {
  return [...actions].some((each) => actionWord(each).access === action);
}

function actionWords(access: Access, action: AccessAction, implied: string | null): string {
  if (implied !== null && access[action].kind === 'all') return `if ${implied}`;
  if (action === 'read' && access.former !== undefined)
    return `${ruleWords(access.read)}; rows for which this no longer holds, as they were in its last moment`;
  const [before, after] = [ruleWords(access[action]), ruleWords(access.updated)];
  if (action !== 'update' || before === after) return before;
  return access.updated.kind === 'rule' ? `${before}; afterwards ${conditionWords(access.updated.condition)}` : before;
}

function ruleWords(rule: AccessRule): string {
  switch (rule.kind) {
    case 'all':
      return 'every row';
    case 'nothing':
      return 'none';
    case 'rule':
      return `rows where ${conditionWords(rule.condition)}`;
  }
}
