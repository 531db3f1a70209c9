import { ownRule } from '../../model/computed.ts';
import { tableAt } from '../../model/condition/look.ts';
import { asksForValidity } from '../../model/condition/looks.ts';
import { momentType } from '../../model/condition/moment_type.ts';
import { relatedBy } from '../../model/condition/reached.ts';
import type { BoundCondition, Comparand, Moment, Operand } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { type Relation, stepsOf, withoutTree } from '../../model/relation.ts';
import { validityNames } from '../../schema/table/column.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import type { NoticeRule } from './rule.ts';
import { askedPath, pathOnWay, tablesOnWay } from './way.ts';

/** A column of dates, datetimes or ranges of these, and what moves with the time and reaches its value. */
export interface Time {
  readonly column: string;
  /** The bound of a range that is reached; null for a column without bounds. */
  readonly bound: 'lower' | 'upper' | null;
  readonly type: 'date' | 'datetime';
  readonly moment: Moment;
}

/** The times of a row that has a validity, where only what is valid now counts. */
const validNow: readonly Time[] = timesOfValidity({ kind: 'moment', from: 'now', offset: null, zone: 'UTC' });

/** The times of the rows that a rule looks at, its recipients included, by the path that leads to them. */
export function timesOf(
  { when, data, isBroken, to }: NoticeRule,
  table: Table,
  model: Model,
): ReadonlyMap<string, readonly Time[]> {
  const found = new Map<string, readonly Time[]>();
  const add = (path: readonly Relation[], times: readonly Time[]) => {
    found.set(pathKey(path), [...(found.get(pathKey(path)) ?? []), ...times]);
  };
  const enter = (path: readonly Relation[], entered: Table, condition: BoundCondition | null) => {
    if (entered.temporal === null) return;
    if (condition === null || !asksForValidity(condition)) add(path, validNow);
  };
  const compare = (
    { field, type }: Operand,
    comparand: Comparand,
    path: readonly Relation[],
    isCheck: boolean,
  ): void => {
    const computed = ownRule(field);
    if (computed !== null) walk(computed, path, isCheck);
    if (comparand.kind !== 'moment') return;
    const reached = momentType(type)?.kind;
    if (type.kind === 'period') add(path, timesOfValidity(comparand));
    else if (reached !== undefined) {
      const bounds = wordOf(type).range === undefined ? ([null] as const) : (['lower', 'upper'] as const);
      add(
        path,
        bounds.map((bound) => ({ column: field.name, bound, type: reached, moment: comparand })),
      );
    }
  };
  const walk = (
    condition: BoundCondition,
    path: readonly Relation[],
    isCheck = false,
    root: readonly Relation[] = [],
  ): void => {
    switch (condition.kind) {
      case 'visible':
        return;
      case 'rule':
        walk(condition.condition, path, isCheck, path);
        return;
      case 'covered':
        if (condition.condition !== null) walk(condition.condition, [...path, ...condition.relations], isCheck, root);
        return;
      case 'logic':
        for (const operand of condition.operands) walk(operand, path, isCheck, root);
        return;
      case 'related': {
        const step = withoutTree(condition.relation);
        const below = [...path, step];
        if (!isCheck) enter(below, tableAt(step, model), condition.condition);
        if (condition.condition !== null) walk(condition.condition, below, isCheck, root);
        return;
      }
      case 'comparison': {
        const { operand, comparand } = condition;
        if ('caller' in operand) return;
        if ('field' in operand) compare(operand, comparand, path, isCheck);
        if ('aggregate' in operand) {
          const { relation, operand: taken } = operand.aggregate;
          walk(relatedBy(operand.aggregate), path, isCheck, root);
          if (taken !== null) compare(taken, comparand, [...path, ...stepsOf(relation)], isCheck);
        }
        if (comparand.kind !== 'own' || isCheck) return;
        for (const [depth, relation] of comparand.relations.entries())
          enter([...root, ...comparand.relations.slice(0, depth + 1)], tableAt(relation, model), null);
      }
    }
  };
  // A check looks at entries whenever they are valid.
  if (!isBroken) enter([], table, when);
  walk(when, [], isBroken);
  for (const field of data) {
    const computed = ownRule(field);
    if (computed !== null) walk(computed, []);
  }
  for (const recipient of to) {
    const { where, relations } = recipient;
    for (const [depth, each] of tablesOnWay(recipient, table, model).entries()) {
      const isAsked = depth === (recipient.all === null ? relations.length : 0);
      enter(pathOnWay(recipient, depth), each, isAsked ? where : null);
    }
    if (where !== null) walk(where, askedPath(recipient));
  }
  return found;
}

export function pathKey(path: readonly Relation[]): string {
  return path.map(({ alias }) => alias).join('.');
}

function timesOfValidity(moment: Moment): readonly Time[] {
  return validityNames.map((column) => ({ column, bound: null, type: 'datetime', moment }));
}
