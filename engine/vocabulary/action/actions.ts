import type { AccessAction, ActionWord, EventVerb } from './action_word.ts';
import { create } from './create.ts';
import { deleteOne } from './delete.ts';
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
  history,
} satisfies Readonly<Record<string, ActionWord>>;

export type Action = keyof typeof actions;

export const actionNames = Object.keys(actions) as readonly Action[];

export function actionWord(action: Action): ActionWord {
  return actions[action];
}

type DeclaredAction = { [Name in Action]: (typeof actions)[Name]['isDeclared'] extends true ? Name : never }[Action];

/** The actions that a definition may list. */
export const declaredActions = actionNames.filter((name) => actions[name].isDeclared) as readonly DeclaredAction[];

/** The actions that access rules name. A list counts as a read. */
export const accessActions = actionNames.filter((name) => actions[name].access === name) as readonly AccessAction[];

/** The actions that events are named after. */
export const eventVerbs = actionNames.filter((name) => actions[name].event === name) as readonly EventVerb[];
