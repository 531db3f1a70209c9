import type { ExampleRow } from '../../http/field_example.ts';
import { readExample, requestExample, responseExample } from '../../http/openapi/example.ts';
import type { Model, Table } from '../../model/model.ts';
import { type Action, actionNames } from '../../vocabulary/action/actions.ts';
import { type Block, code, heading } from '../block.ts';
import { curlDelete, curlGet, curlSend } from '../curl.ts';
import { createdExample } from './created_example.ts';

/** A request of each action, and its answer. */
export function examplesSection(table: Table, model: Model): readonly Block[] {
  const shown = actionNames
    .filter((action) => table.actions.has(action))
    .flatMap((action) => {
      const blocks = example(table, action, model);
      return blocks.length === 0 ? [] : [heading(titles[action], 3, `example-${action}`), ...blocks];
    });
  return shown.length === 0 ? [] : [heading('Examples'), ...shown];
}

const titles: Readonly<Record<Action, string>> = {
  list: 'List',
  read: 'Read one',
  create: 'Create',
  update: 'Update',
  update_many: 'Update many',
  delete: 'Delete',
};

function example(table: Table, action: Action, model: Model): readonly Block[] {
  const { name } = table;
  const row = responseExample(table);
  if (row === undefined) return [];
  const item = `/${name}/${row.id}`;
  switch (action) {
    case 'list':
      return exchange(curlGet(`/${name}?limit=1`), '200 OK', [row]);
    case 'read':
      return exchange(curlGet(item), '200 OK', readExample(table, model));
    case 'create': {
      const body = requestExample(table, 'create');
      if (body === undefined) return [];
      return exchange(curlSend('POST', `/${name}`, body), '201 Created', createdExample(table, body, row));
    }
    case 'update': {
      const body = requestExample(table, 'update');
      const tag = model.service.requireIfMatch ? ['If-Match: "17"'] : [];
      return body === undefined ? [] : exchange(curlSend('PATCH', item, body, tag), '200 OK', { ...row, ...body });
    }
    case 'update_many': {
      const body = requestExample(table, 'update');
      const filtered = `/${name}?id=in.(${row.id},${Number(row.id) + 1})`;
      return body === undefined ? [] : exchange(curlSend('PATCH', filtered, body), '204 No Content', undefined);
    }
    case 'delete':
      return exchange(curlDelete(item), '204 No Content', undefined);
  }
}

function exchange(
  request: string,
  status: string,
  answer: ExampleRow | readonly ExampleRow[] | undefined,
): readonly Block[] {
  const body = answer === undefined ? [] : ['', JSON.stringify(answer, null, 2)];
  return [code('sh', request), code('http', [`HTTP/1.1 ${status}`, ...body].join('\n'))];
}
