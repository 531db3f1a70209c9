import { isForRole } from '../../access/call.ts';
import { accessFor } from '../../access/row_rule.ts';
import type { BoundCondition } from '../../model/field.ts';
import { fieldAccess } from '../../model/field_access.ts';
import type { AccessRule, Table } from '../../model/model.ts';
import { noRow } from '../../model/whole_access.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';
import { ruleText } from './rule_text.ts';

export type ExplainedOperation = AccessAction | 'history' | `call ${string}`;

/** A part of a rule, which holds for a row or does not. */
export interface AskedPart {
  readonly text: string;
  readonly condition: BoundCondition;
  /**
   * Whether it is one parameter of the rule, all of it together, or the only one. Several parameters about one relation are about
   * one and the same row.
   */
  readonly size: 'part' | 'whole' | 'only';
  /** For the past: asked of the version, or of the row at present. */
  readonly of?: 'then' | 'present';
}

/** What an operation asks of a row. */
interface AskedOperation {
  readonly operation: ExplainedOperation;
  readonly isNothing: boolean;
  readonly parts: readonly AskedPart[];
  /** What an update asks of the row that it makes, where that is something else. */
  readonly afterwards: readonly AskedPart[];
}

/**
 * What a role may do with a row that it reads: the actions of the resource, and the calls about one row. With its past, where
 * that has a rule.
 */
export function askedOperations(table: Table, role: string | null): readonly AskedOperation[] {
  const { read, update, updated, delete: removed, past } = accessFor({ role }, table);
  const plain = (operation: ExplainedOperation, rule: AccessRule): AskedOperation => ({
    operation,
    isNothing: rule.kind === 'nothing',
    parts: partsOf(rule),
    afterwards: [],
  });
  const isOther = ruleText(updated) !== ruleText(update);
  const isUsual = ruleText(past.version) === ruleText(read) && past.present.kind === 'all';
  return [
    plain('read', read),
    ...(table.actions.has('update')
      ? [{ ...plain('update', update), afterwards: isOther ? partsOf(updated) : [] }]
      : []),
    ...(table.actions.has('delete') ? [plain('delete', removed)] : []),
    ...(table.history === null || isUsual
      ? []
      : [
          {
            operation: 'history' as const,
            isNothing: past.version.kind === 'nothing',
            parts: [...partsOf(past.version, 'then'), ...partsOf(past.present, 'present')],
            afterwards: [],
          },
        ]),
    ...[...table.calls.values()]
      .filter(({ item }) => item)
      .map((call) => plain(`call ${call.name}`, isForRole(call, role) ? read : noRow.read)),
  ];
}

function partsOf(rule: AccessRule, of?: AskedPart['of']): readonly AskedPart[] {
  if (rule.kind !== 'rule') return [];
  const about = of === undefined ? {} : { of };
  const size = rule.parts.length < 2 ? 'only' : 'part';
  const parts = rule.parts.map((part) => ({ ...part, ...about, size }) as const);
  return size === 'only'
    ? parts
    : [...parts, { text: ruleText(rule), condition: rule.condition, size: 'whole', ...about }];
}

/** What a role may do with a field, where that is not everything. */
interface AskedField {
  readonly field: string;
  readonly read: boolean;
  readonly create: boolean;
  readonly update: boolean;
  /** The rule by which it reads the field. */
  readonly rule: AskedPart | null;
}

export function askedFields({ fields }: Table, role: string | null): readonly AskedField[] {
  return [...fields.values()].flatMap((field) => {
    const { read, where, create, update } = fieldAccess(field, role);
    if (read && create && update && where === null) return [];
    const rule = where?.condition ? { text: where.text, condition: where.condition, size: 'only' as const } : null;
    return field.access === null ? [] : [{ field: field.name, read, create, update, rule }];
  });
}
