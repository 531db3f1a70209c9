import { rowRule } from '../../../../access/restriction.ts';
import { isAddressed, partyField } from '../../../../definition/recipient.ts';
import { ownAtoms } from '../../../../model/condition/atom.ts';
import { looksAtNow } from '../../../../model/condition/looks.ts';
import { type BoundCondition, isOfCaller } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import type { AccessRight } from '../../../../vocabulary/action/action_word.ts';
import { isLookedUp } from '../../claim.ts';
import { limitedReference } from '../operand.ts';
import type { Assignment, Writer } from '../writer.ts';

/**
 * Whether other rows or the time of day decide on a write. The writer's rules for these rights may look at relations, at
 * the row of the writer's identity, or at now. Or a reference may lead to a hidden row.
 */
export function isDecidedByOthers(
  table: Table,
  rights: readonly AccessRight[],
  assignments: readonly Assignment[],
  writer: Writer,
): boolean {
  const { principal, model } = writer;
  const isByParty = isAddressed(table) && writer.rows.get(table.name)?.replacesDefault !== true;
  if (rights.includes('read') && isByParty && isLookedUp(partyField, principal, model)) return true;
  if (assignments.some((assignment) => limitedReference(assignment, writer) !== null)) return true;
  return rights.some((right) => {
    const rule = rowRule(writer, table, right);
    return rule.kind === 'rule' && (looksAtOthers(rule.condition, writer) || looksAtNow(rule.condition));
  });
}

function looksAtOthers(condition: BoundCondition, { principal, model }: Writer): boolean {
  return ownAtoms(condition).some((atom) => {
    if (atom.kind === 'related') return true;
    if (atom.kind === 'value' || atom.kind === 'whole') return false;
    const { operand, comparand } = atom.comparison;
    const callers = [...('caller' in operand ? [operand.caller] : []), ...(isOfCaller(comparand) ? [comparand] : [])];
    return callers.some((each) => each.kind === 'identity' || isLookedUp(each.claim, principal, model));
  });
}
