import type { Row } from '../api/row.ts';
import type { Resource } from './model.ts';

/** What people call a row: the values of its label; without them its title and number. */
export function labelOf({ label, title }: Pick<Resource, 'label' | 'title'>, row: Row): string {
  const values = label
    .map((name) => row[name])
    .filter((value) => value !== null && value !== undefined && value !== '');
  return values.length > 0 ? values.map(String).join(' ') : `${title} ${String(row.id)}`;
}

/** The fields of a row that its label takes, for `select`. */
export function labelFields({ label, fields }: Pick<Resource, 'label' | 'fields'>): readonly string[] {
  return [...new Set([...(fields.has('id') ? ['id'] : []), ...label])];
}
