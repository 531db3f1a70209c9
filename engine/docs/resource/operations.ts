import { scopeOf } from '../../auth/scope.ts';
import type { Model, Operation, Table } from '../../definition/model.ts';
import { type ExampleRow, readExample, requestExample, responseExample } from '../../http/openapi/example.ts';
import { type Block, code, heading, operationOrder, text } from '../block.ts';
import { curlDelete, curlGet, curlSend } from '../curl.ts';
import { createdExample } from './created_example.ts';

/** What can be done with the rows of a resource: request, scope and an example with its answer. */
export function operationsSection(table: Table, model: Model): readonly Block[] {
  const offered = operationOrder.filter((operation) => table.operations.has(operation));
  return offered.length === 0
    ? []
    : [heading('Operations'), ...offered.flatMap((operation) => operationBlocks(table, operation, model))];
}

const titles: Readonly<Record<Operation, string>> = {
  list: 'List',
  read: 'Read one',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
};

const methods: Readonly<Record<Operation, string>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
};

function operationBlocks(table: Table, operation: Operation, model: Model): readonly Block[] {
  const { name } = table;
  const isOfCollection = operation === 'list' || operation === 'create';
  const path = `${model.service.basePath}/${name}${isOfCollection ? '' : '/{id}'}`;
  return [
    heading(titles[operation], 3, operation),
    { kind: 'endpoint', method: methods[operation], path, scope: scopeOf(operation, name) },
    text(words(table, operation, model)),
    ...example(table, operation, model),
  ];
}

function words({ temporal, history }: Table, operation: Operation, { service }: Model): string {
  const { pageDefault, pageMaximum } = service.limits;
  switch (operation) {
    case 'list': {
      const time = [temporal === null ? [] : ['`valid_at`'], history === null ? [] : ['`as_of`']].flat();
      const shown =
        time.length === 0 ? '' : ` ${time.join(' and ')} ${time.length === 1 ? 'chooses' : 'choose'} a time.`;
      return `Rows by [filters](query_language.html#filters) on every field and relation, ${pageDefault} to a page unless \`limit\` says otherwise, ${pageMaximum} at most. \`select\` and \`embed\` say what is shown, \`order\` in which order.${shown}`;
    }
    case 'read':
      return 'One row, with its `links` to what is around it, and an `ETag` for its version.';
    case 'create':
      return `Adds a row and answers with it.${temporal === null ? '' : ' Entries of the same timeline make way as [the rules of timelines](timelines.html) say.'} With an \`Idempotency-Key\` it may be sent [again](requests.html#repetitions).`;
    case 'update':
      return `Changes the fields that are sent, and leaves the others as they are.${service.requireIfMatch ? ' It needs `If-Match`.' : ' With `If-Match` it is done only while nobody else has made another version.'}`;
    case 'delete':
      return temporal === null
        ? `Removes the row.${history === null ? '' : ' Its history stays.'}`
        : 'Takes the entry off its timeline; sending a `valid_from` to it restores it.';
  }
}

function example(table: Table, operation: Operation, model: Model): readonly Block[] {
  const { name } = table;
  const row = responseExample(table);
  if (row === undefined) return [];
  const item = `/${name}/${row.id}`;
  switch (operation) {
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
