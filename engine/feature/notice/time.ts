import { tableAt } from '../../model/condition/look.ts';
import { asksForValidity } from '../../model/condition/looks.ts';
import type { BoundCondition, Comparand, Moment, Operand, Relation } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { validityNames } from '../../schema/table/column.ts';
import type { NoticeRule } from './rule.ts';

/** A column of dates or datetimes, and what moves with the time and reaches its value. */
export interface Time {
  readonly column: string;
  readonly type: 'date' | 'datetime';
  readonly moment: Moment;
}

/** The times of a row that has a validity, where only what is valid now counts. */
export const validNow: readonly Time[] = timesOfValidity({ kind: 'moment', from: 'now', offset: null, zone: 'UTC' });

/** The times of the rows that a rule looks at, by the path that leads to them. */
export function timesOf(
  { when, data, isBroken }: NoticeRule,
  table: Table,
  model: Model,
): ReadonlyMap<string, readonly Time[]> {
  const found = new Map<string, readonly Time[]>();
  const add = (path: readonly Relation[], times: readonly Time[]) => {
    found.set(pathKey(path), [...(found.get(pathKey(path)) ?? []), ...times]);
  };
  const enter = (path: readonly Relation[], entered: Table, condition: BoundCondition | null) => {
    if (isBroken || entered.temporal === null) return;
    if (condition === null || !asksForValidity(condition)) add(path, validNow);
  };
  const compare = ({ field, type }: Operand, comparand: Comparand, path: readonly Relation[]) => {
    if (field.computed !== null) walk(field.computed, path);
    if (comparand.kind !== 'moment') return;
    const { kind } = type;
    if (kind === 'period') add(path, timesOfValidity(comparand));
    else if (kind === 'date' || kind === 'datetime') add(path, [{ column: field.name, type: kind, moment: comparand }]);
  };
  const walk = (condition: BoundCondition, path: readonly Relation[]): void => {
    switch (condition.kind) {
      case 'logic':
        for (const operand of condition.operands) walk(operand, path);
        return;
      case 'related': {
        const below = [...path, condition.relation];
        enter(below, tableAt(condition.relation, model), condition.condition);
        if (condition.condition !== null) walk(condition.condition, below);
        return;
      }
      case 'comparison': {
        const { operand, comparand } = condition;
        if ('caller' in operand) return;
        if ('field' in operand) compare(operand, comparand, path);
        else {
          const { relation, condition: counted, operand: taken } = operand.aggregate;
          const below = [...path, relation];
          enter(below, tableAt(relation, model), counted);
          if (counted !== null) walk(counted, below);
          if (taken !== null) compare(taken, comparand, below);
        }
        if (comparand.kind !== 'own') return;
        for (const [depth, relation] of comparand.relations.entries())
          enter(comparand.relations.slice(0, depth + 1), tableAt(relation, model), null);
      }
    }
  };
  enter([], table, when);
  walk(when, []);
  for (const { computed } of data) if (computed !== null) walk(computed, []);
  return found;
}

export function pathKey(path: readonly Relation[]): string {
  return path.map(({ alias }) => alias).join('.');
}

function timesOfValidity(moment: Moment): readonly Time[] {
  return validityNames.map((column) => ({ column, type: 'datetime', moment }));
}
