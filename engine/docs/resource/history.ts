import { scopeOf } from '../../auth/scope.ts';
import type { Model, Table } from '../../definition/model.ts';
import { responseExample } from '../../http/openapi/example.ts';
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
      `Nothing that was recorded is lost: \`${history}\` lists every version of every ${title.toLowerCase()}, the current ones included. It is a resource like others, with the same fields, filters and relations, for reading alone.`,
    ),
    { kind: 'endpoint', method: 'GET', path: `${basePath}/${history}`, scope: scopeOf('list', history) },
    { kind: 'endpoint', method: 'GET', path: `${basePath}/${history}/{id}`, scope: scopeOf('read', history) },
    { kind: 'endpoint', method: 'GET', path: `${basePath}/${name}/{id}/history`, scope: scopeOf('list', history) },
    list([
      '`id` is that of the version, for good.',
      `\`${name}_id\` is the id of the row that it is a version of.`,
      '`recorded_at` and `recorded_by` tell when it was recorded, and by which identity.',
      '`replaced_at` and `replaced_by` tell when and by whom it was replaced; they are null for the current one.',
    ]),
    text(
      `\`as_of\` on the resource itself shows what was recorded at an instant, with everything that is embedded. It needs the scope of the history too.`,
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
