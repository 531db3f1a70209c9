import type { Principal } from '../../../access/principal.ts';
import type { Restrictions } from '../../../access/restriction.ts';
import { identityResource, partyField, partyResource } from '../../../definition/recipient.ts';
import type { OperandType } from '../../../model/field.ts';
import { cast, columnOf, empty, type Fragment, publicTable, sql } from '../../../sql/fragment.ts';
import { wordOf } from '../../../vocabulary/field_type.ts';
import { claimText, isLookedUp } from '../claim.ts';
import { operandType } from './column_type.ts';
import { type ClaimSlot, parameter, type Sql } from './statement.ts';

type Viewer = Pick<Restrictions, 'model' | 'principal'>;

/** A claim of the principal, or what the row of their identity says instead (see isLookedUp). */
export function claimOf({ model, principal }: Viewer, slot: ClaimSlot): Sql {
  const conversion = castOfId(slot.type);
  if (conversion === null || !isLookedUp(slot.claim, principal, model))
    return cast(parameter(claimText(principal, slot), slot), operandType(slot.type));
  const column = columnOf('viewer', slot.claim === partyField ? partyField : 'id');
  return sql`(select ${column}${conversion} from ${publicTable(identityResource)} as viewer where ${isViewer(principal)})`;
}

/** The row of the principal's identity, under the alias viewer. */
export function isViewer({ subject, identity }: Principal): Sql {
  return subject === null
    ? sql`viewer.id = ${parameter(identity, 'identity')}::bigint`
    : sql`viewer.subject = ${parameter(subject, 'subject')}::text`;
}

/** That the row is there for the party of the principal. */
export function addressedTo(alias: string, viewer: Viewer): Sql {
  const party = claimOf(viewer, { claim: partyField, type: { kind: 'reference', to: partyResource } });
  return sql`${columnOf(alias, partyField)} = ${party}`;
}

/** What makes an id a value of the type that it is compared with; null where nothing does. */
function castOfId(type: OperandType): Fragment | null {
  if (type.kind === 'text') return sql`::text`;
  return type.kind === 'period' || wordOf(type).number === undefined ? null : empty;
}
