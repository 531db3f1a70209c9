import type { StudioField } from '../../../contract/studio/studio_model.ts';
import type { Column } from './columns.ts';

/** The least width of the first column of a list, which has the labels, in pixels. */
export const labelWidth = 240;

/** The least width of a column, in pixels: of what its type usually says, or of its title. */
export function widthOf(column: Column): number {
  if (column.kind === 'other') return 160;
  return Math.min(Math.max(typeWidth(column.field), 60 + 7 * column.field.title.length), 300);
}

function typeWidth({ type, isArray, values }: StudioField): number {
  if (isArray || values !== null) return 130;
  return widths[type] ?? 160;
}

const widths: Readonly<Record<string, number>> = {
  boolean: 80,
  integer: 90,
  bigint: 100,
  decimal: 110,
  date: 115,
  datetime: 160,
  time: 90,
  duration: 110,
  reference: 200,
  uuid: 180,
  text: 200,
};
