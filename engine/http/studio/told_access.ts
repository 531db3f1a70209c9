import { isForRole } from '../../access/call.ts';
import type { Principal } from '../../access/principal.ts';
import { restrictionsOf } from '../../access/restriction.ts';
import { holdsScope, scopeOf, scopeOfCall } from '../../access/scope.ts';
import type { StudioAccess, StudioOperation, StudioRule } from '../../contract/studio/studio_access.ts';
import type { Model, Table } from '../../model/model.ts';
import type { ExplainedOperation } from '../../query/explain/asked.ts';
import type { ExplainedPart, Explanation } from '../../query/explain/explanation.ts';
import { readJsonDigits } from '../../vocabulary/value/json_text.ts';

interface Told {
  readonly table: Table;
  readonly id: string;
  readonly model: Model;
  readonly explanation: Explanation;
  /** Whose scopes count; null where the rights of somebody without a token are told. */
  readonly caller: Principal | null;
}

/** All of an explanation. */
export function inParts({ explanation, caller, ...told }: Told): StudioAccess {
  const { membership, operations, fields, lastState = null } = explanation;
  return {
    ...subjectOf({ explanation, ...told }),
    detail: 'parts',
    membership: membership === undefined || caller !== null ? null : ruleOf(membership),
    operations: operations.map(({ operation, allowed, parts, afterwards = [] }) => {
      const missingScope = missingScopeOf(caller, operation, told.table);
      return {
        operation,
        allowed: allowed && missingScope === null,
        missingScope,
        rules: parts.map(ruleOf),
        afterwards: afterwards.map(ruleOf),
      };
    }),
    fields: fields.map(({ rule, ...may }) => ({ ...may, rule: rule === undefined ? null : ruleOf(rule) })),
    lastState,
  };
}

/** What requests of the caller would show: see accessTo. */
export function inWholes({ explanation, caller, ...told }: Told & { readonly caller: Principal }): StudioAccess {
  const { table, model } = told;
  const hasText = model.service.documentFor === 'everybody';
  const seen = restrictionsOf(caller, model).model.resources.get(table.name);
  const { operations, fields } = explanation;
  const isRead = operations.some(({ operation, allowed }) => operation === 'read' && allowed);
  const unknown = (part: ExplainedPart) => ({ ...wholeOf(part, hasText), holds: null });
  return {
    ...subjectOf({ explanation, ...told }),
    detail: 'whole',
    membership: null,
    operations: operations
      .filter(({ operation }) => mayKnow(operation, table, caller))
      .map(({ operation, allowed, parts, afterwards = [] }): StudioOperation => {
        const missingScope = missingScopeOf(caller, operation, table);
        const rules = parts.filter(isWhole);
        const [only, ...others] = rules;
        const isTold = only !== undefined && others.length === 0 && missingScope === null;
        const isOfSeen = isRead || operation === 'read';
        return {
          operation,
          allowed: allowed && missingScope === null,
          missingScope,
          rules: isTold && isOfSeen ? [wholeOf(only, hasText)] : rules.map(unknown),
          afterwards: afterwards.filter(isWhole).map(unknown),
        };
      }),
    // Null is shown for a hidden value and for no value: which of them it is, the rule would tell.
    fields: fields
      .filter(({ field }) => seen?.fields.has(field))
      .map(({ rule, ...may }) => ({ ...may, rule: rule === undefined ? null : unknown(rule) })),
    lastState: null,
  };
}

function subjectOf({ table, id, explanation: { role, operations, fields } }: Omit<Told, 'caller' | 'model'>) {
  const isRuled = table.access !== null || fields.length > 0 || operations.some(({ parts }) => parts.length > 0);
  return { resource: table.name, id, role, decidedBy: isRuled ? ('rules' as const) : ('scopes' as const) };
}

/** A call that is not for the role is not in their part of the API document. */
function mayKnow(operation: ExplainedOperation, { calls }: Table, { role }: Principal): boolean {
  const call = operation.startsWith('call ') ? calls.get(operation.slice('call '.length)) : undefined;
  return call === undefined || isForRole(call, role);
}

function missingScopeOf(caller: Principal | null, operation: ExplainedOperation, { name }: Table): string | null {
  if (caller === null) return null;
  const scope = scopeOfOperation(operation, name);
  return holdsScope(caller, scope) ? null : scope;
}

function scopeOfOperation(operation: ExplainedOperation, resource: string): string {
  switch (operation) {
    case 'read':
    case 'update':
    case 'delete':
    case 'history':
    case 'create':
      return scopeOf(operation, resource);
    default:
      return scopeOfCall(resource, operation.slice('call '.length));
  }
}

function isWhole({ size }: ExplainedPart): boolean {
  return size !== 'part';
}

function wholeOf(part: ExplainedPart, hasText: boolean): StudioRule {
  const { rule, words, size, of, holds } = ruleOf(part);
  return { rule: hasText ? rule : null, words: hasText ? words : null, size, of, holds, values: {} };
}

function ruleOf({ rule, words, size, of, holds, values }: ExplainedPart): StudioRule {
  const read = values.map(({ name, json }) => [name, readJsonDigits(json)]);
  return { rule, words, size, of: of ?? null, holds, values: Object.fromEntries(read) };
}
