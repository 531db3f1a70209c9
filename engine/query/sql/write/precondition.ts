import type { Table } from '../../../model/model.ts';
import { sql } from '../../../sql/fragment.ts';
import { arrayText } from '../../../vocabulary/value/array_text.ts';
import { parameter, type Sql, versionsSlot } from '../condition/statement.ts';

/** What a row has to be for a write to change it; its part of the statement's condition, so that nothing comes between. */
export type Precondition =
  | { readonly kind: 'none' }
  /** It is there, and not soft-deleted. */
  | { readonly kind: 'live' }
  /** It is a soft-deleted entry of a timeline. */
  | { readonly kind: 'deleted' }
  /** It is in one of these versions. */
  | { readonly kind: 'versions'; readonly versions: readonly string[] };

/** The precondition as conditions over `item`. */
export function renderPrecondition(precondition: Precondition, { temporal }: Table): readonly Sql[] {
  switch (precondition.kind) {
    case 'none':
      return [];
    case 'live':
      return temporal === null ? [] : [sql`item.valid_from is not null`];
    case 'deleted':
      return [temporal === null ? sql`false` : sql`item.valid_from is null`];
    case 'versions':
      return [sql`item.row_version = any (${parameter(arrayText(precondition.versions), versionsSlot)}::bigint[])`];
  }
}
