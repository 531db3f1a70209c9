import { Document, isMap, isSeq, visit } from 'yaml';
import type { Action } from '../../engine/vocabulary/action/actions.ts';
import type { FieldArgument } from './field_argument.ts';

/** The parts of a new resource. */
export interface NewResource {
  readonly resource: string;
  readonly title?: string;
  readonly description?: string;
  readonly operations?: readonly Action[];
  readonly history?: boolean;
  /** The field of the timeline. */
  readonly temporal?: string;
  readonly fields: readonly FieldArgument[];
}

/** The line that tells editors how to complete and check the file. */
const schemaLine = '# yaml-language-server: $schema=schema.json';

/** The text of its definition, with one field on a line. */
export function resourceFile({ temporal, fields, ...keys }: NewResource): string {
  const document = new Document({
    ...keys,
    ...(temporal === undefined ? {} : { temporal: { timeline: temporal } }),
    fields: Object.fromEntries(fields.map(({ name, definition }) => [name, definition])),
  });
  const written = document.get('fields');
  visit(document, {
    Collection: (_key, node) => {
      if (node !== document.contents && node !== written && (isMap(node) || isSeq(node))) node.flow = true;
    },
  });
  return `${schemaLine}\n${document.toString({ lineWidth: 0 })}`;
}
