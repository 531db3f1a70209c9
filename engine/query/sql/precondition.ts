import type { Table } from '../../model/model.ts';
import { arrayText } from '../../vocabulary/array_text.ts';
import type { Values } from './statement.ts';

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
export function renderPrecondition(precondition: Precondition, { temporal }: Table, values: Values): readonly string[] {
  switch (precondition.kind) {
    case 'none':
      return [];
    case 'live':
      return temporal === null ? [] : ['item.valid_from is not null'];
    case 'deleted':
      return [temporal === null ? 'false' : 'item.valid_from is null'];
    case 'versions':
      return [`item.row_version = any (${values.add(arrayText(precondition.versions))}::bigint[])`];
  }
}
