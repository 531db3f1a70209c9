import type { Field } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import type { FileType } from '../../vocabulary/type/file.ts';

/** A field whose values are files. */
export type FileField = Field & { readonly type: FileType };

export function fileFields({ fields }: Pick<Table, 'fields'>): readonly FileField[] {
  return [...fields.values()].filter(isFileField);
}

/** The tables whose rows have files. */
export function fileTables({ resources }: Model): readonly Table[] {
  return [...resources.values()]
    .filter((each) => each.kind === 'table')
    .filter((table) => fileFields(table).length > 0);
}

function isFileField(field: Field): field is FileField {
  return field.type.kind === 'file';
}
