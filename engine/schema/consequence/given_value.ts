import { identityResource, namesParty } from '../../definition/recipient.ts';
import type { GivenValue } from '../../model/consequence.ts';
import type { Model } from '../../model/model.ts';
import { columnType } from '../../query/sql/condition/column_type.ts';
import { identityExpression, valueExpression } from '../../query/sql/condition/default.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { renderMoment } from '../../query/sql/condition/moment.ts';
import { termsOf } from '../../query/sql/condition/row.ts';
import type { Row } from '../../query/sql/condition/row_place.ts';
import { textOf } from '../../sql/render.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';

/** What a field of a type gets, as an SQL expression. Values of a row are of the one that is given. */
export function givenText(value: GivenValue, type: FieldType, row: Row): string {
  switch (value.kind) {
    case 'value':
      return value.value === null ? `null::${columnType(type)}` : valueExpression(value, type);
    case 'caller':
      return value.of === 'identity' ? identityExpression(type) : partyExpression(type, row.model);
    case 'moment':
      return textOf(fixed(renderMoment(value, type, row.now)));
    case 'own':
      return textOf(fixed(termsOf(row).own(value)));
  }
}

/** The party of the caller: of the token, or else of the identity that is recorded. Null for none. */
export function partyExpression({ kind }: FieldType, { resources }: Model): string {
  const identity = resources.get(identityResource);
  const own =
    identity !== undefined && namesParty(identity)
      ? '(select viewer.party_id from public.identity as viewer where viewer.id = almanac.identity())'
      : 'null';
  const party = `case when almanac.party() is null then ${own} else nullif(almanac.party(), 0) end`;
  return kind === 'text' ? `(${party})::text` : party;
}
