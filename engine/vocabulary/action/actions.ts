import type { PreferenceName } from '../preference.ts';
import type { AccessAction, AccessRight, ActionWord, EventVerb } from './action_word.ts';
import { create } from './create.ts';
import { deleteOne } from './delete.ts';
import { deleteMany } from './delete_many.ts';
import { history } from './history.ts';
import { list } from './list.ts';
import { read } from './read.ts';
import { update } from './update.ts';
import { updateMany } from './update_many.ts';

/** Every action by its name, in the order of the documentation. */
const actions = {
  list,
  read,
  create,
  update,
  update_many: updateMany,
  delete: deleteOne,
  delete_many: deleteMany,
  history,
} satisfies Readonly<Record<string, ActionWord>>;

export type Action = keyof typeof actions;

export const actionNames = Object.keys(actions) as readonly Action[];

export function actionWord(action: Action): ActionWord {
  return actions[action];
}

/** The preferences that an action knows: its own, and what every action knows. */
export function knownPreferences(action: Action): readonly PreferenceName[] {
  return [...actions[action].preferences, 'handling', 'timezone'];
}

type DeclaredAction = { [Name in Action]: (typeof actions)[Name]['isDeclared'] extends true ? Name : never }[Action];

/** The actions that a definition may list. */
export const declaredActions = actionNames.filter((name) => actions[name].isDeclared) as readonly DeclaredAction[];

/** The actions that a definition lists, and the ones that come with them. */
export function offeredWith(declared: readonly DeclaredAction[]): ReadonlySet<Action> {
  const listed: readonly string[] = declared;
  return new Set(actionNames.filter((name) => listed.includes(actions[name].comesWith ?? name)));
}

/** The actions that access rules name. A list counts as a read. */
export const accessActions = actionNames.filter((name) => actions[name].access === name) as readonly AccessAction[];

/** What access decides: what it says of each action, and of the row that an update makes. */
export const accessRights: readonly AccessRight[] = [...accessActions, 'updated'];

/** The actions that events are named after. */
export const eventVerbs = actionNames.filter((name) => actions[name].event === name) as readonly EventVerb[];
