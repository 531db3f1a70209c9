import type { Table, View } from '../../model/model.ts';
import type { WellFormed } from '../definitions.ts';
import type { Fault } from '../file/fault.ts';
import { reportTo } from '../file/report.ts';
import { concernsAny } from '../file/sound_part.ts';
import { buildAccess, type RulesOfService, withFieldRules } from '../resource/access.ts';
import { buildView } from './view.ts';
import type { ViewContext } from './view_context.ts';

/** What the rules of views may use. */
interface AroundRules {
  readonly rules: RulesOfService;
  readonly rows: ReadonlyMap<string, Table>;
  /** Without the roles of a service that could be read, nothing is said about rules. */
  readonly knowsRoles: boolean;
}

/** All views of a folder with their rules. */
export function buildViews(context: ViewContext, around: AroundRules, faults: Fault[]): readonly View[] {
  return [...context.definitions.wellFormed.values()].flatMap((each) => {
    if (each.definition.view === undefined) return [];
    const found: Fault[] = [];
    const view = buildOne(each, context, around, found);
    faults.push(...found.filter(({ message }) => !concernsAny(message, context.definitions.doubtful)));
    return view === null ? [] : [view];
  });
}

function buildOne(
  { source, definition, doubtful }: WellFormed,
  context: ViewContext,
  { rules, rows, knowsRoles }: AroundRules,
  found: Fault[],
): View | null {
  const file = { source, report: reportTo(found, source, doubtful) };
  const bare = buildView(definition, context, file);
  if (bare === null) return null;
  const about = knowsRoles ? file : { source, report: () => {} };
  const access = buildAccess(definition, { row: bare, rows }, rules, about);
  return { ...bare, access, fields: withFieldRules(bare, rows, rules, about) };
}
