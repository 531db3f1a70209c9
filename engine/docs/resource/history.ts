import { scopeOf } from '../../access/scope.ts';
import { responseExample } from '../../contract/row/example.ts';
import type { Model, Table } from '../../model/model.ts';
import { type Block, code, heading, list, text } from '../block.ts';
import { curlGet } from '../curl.ts';

/** Where the versions of the rows are. */
export function historySection({ name, title, history }: Table, model: Model): readonly Block[] {
  const versions = history === null ? undefined : model.resources.get(history);
  if (history === null || versions === undefined) return [];
  const { basePath } = model.service;
  const row = responseExample(versions);
  return [
    heading('History', 2, 'history'),
    text(
      `\`${history}\` lists every version of every ${title.toLowerCase()}, the current ones too. It is a read-only resource with the same fields, filters and relations.`,
    ),
    { kind: 'endpoint', method: 'GET', path: `${basePath}/${history}`, scope: scopeOf('list', history) },
    { kind: 'endpoint', method: 'GET', path: `${basePath}/${history}/{id}`, scope: scopeOf('read', history) },
    { kind: 'endpoint', method: 'GET', path: `${basePath}/${name}/{id}/history`, scope: scopeOf('list', history) },
    list([
      '`id` is the id of the version. It never changes.',
      `\`${name}_id\` is the id of the row.`,
      '`recorded_at` and `recorded_by` say when the version was recorded, and by which identity.',
      '`replaced_at` and `replaced_by` say when and by whom it was replaced. They are null for the current version.',
    ]),
    text(
      `With \`as_of\` the resource itself, and everything embedded in it, answers as it was recorded at an instant. This needs the scope of the history too.`,
    ),
    ...(row === undefined
      ? []
      : [
          code('sh', curlGet(`/${history}?${name}_id=eq.${row[`${name}_id`]}&order=id.desc&limit=1`)),
          code(
            'http',
            `HTTP/1.1 200 OK\n\n${JSON.stringify([{ ...row, replaced_at: null, replaced_by: null }], null, 2)}`,
          ),
        ]),
  ];
}
