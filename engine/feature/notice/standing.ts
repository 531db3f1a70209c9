import type { Table } from '../../model/model.ts';
import type { nameGiver } from '../../schema/name.ts';
import type { Index } from '../../schema/table/index.ts';
import { textLiteral } from '../../sql/literal.ts';
import { standing } from './resource.ts';

/** Of what is the matter with a row, each party has one notice that stands. */
export function standingIndex({ name: on }: Table, give: ReturnType<typeof nameGiver>): Index {
  const columns = ['source', 'type', 'party_id'];
  const name = give([on, standing, 'key']);
  return {
    name,
    on,
    columns,
    unique: true,
    byPrefix: false,
    language: null,
    byRange: false,
    byElement: false,
    among: null,
    where: `status = ${textLiteral(standing)}`,
  };
}
