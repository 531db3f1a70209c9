import type { StudioField } from '../../contract/studio/studio_model.ts';
import type { Row } from '../api/row.ts';
import type { Resource } from '../model/model.ts';
import { useModel } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';
import { Nothing, Value } from './value.tsx';
import { cellText } from './value_text.ts';

interface CellProps {
  readonly resource: Resource;
  readonly field: StudioField;
  readonly row: Row;
}

/** The value of a field in a cell of a table: one line. Long texts and documents are cut off. */
export function Cell({ resource, field, row }: CellProps) {
  const words = useWords();
  const { service } = useModel();
  const value = row[field.name];
  if (value === null || value === undefined) return <Nothing />;
  const isLong = field.isArray ? field.type !== 'reference' : longTypes.has(field.type);
  if (!isLong) return <Value resource={resource} field={field} row={row} />;
  return <span>{cellText(field, value, { words, zone: service.zone })}</span>;
}

const longTypes = new Set(['text', 'html', 'json']);
