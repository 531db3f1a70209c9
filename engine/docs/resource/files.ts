import { scopeOf } from '../../access/scope.ts';
import type { Model, Table } from '../../model/model.ts';
import { methodsOfUploaded, uploadedFields } from '../../model/uploaded.ts';
import { type Block, heading, text } from '../block.ts';

/** Where the files of a row are sent and fetched. */
export function filesSection(table: Table, { service }: Model): readonly Block[] {
  const fields = uploadedFields(table);
  const methods = methodsOfUploaded(table).filter((method) => method !== 'HEAD');
  if (fields.length === 0 || methods.length === 0) return [];
  return [
    heading('Files'),
    text(
      '`PUT` takes the bytes of a file as its body, `GET` sends them, and `DELETE` removes them: see [Files](files.html).',
    ),
    ...fields.flatMap(({ name }) =>
      methods.map((method): Block => {
        const path = `${service.basePath}/${table.name}/{id}/${name}`;
        return { kind: 'endpoint', method, path, scope: scopeOf(method === 'GET' ? 'read' : 'update', table.name) };
      }),
    ),
  ];
}
