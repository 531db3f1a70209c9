import { scopeOf } from '../../auth/scope.ts';
import type { Model, Operation, Table } from '../../definition/model.ts';
import { type Block, heading, operationOrder, text } from '../block.ts';

/** What can be done with the rows of a resource, by which request and with which scope. */
export function operationsSection(table: Table, model: Model): readonly Block[] {
  const offered = operationOrder.filter((operation) => table.operations.has(operation));
  if (offered.length === 0) return [];
  return [
    heading('Operations'),
    ...offered.flatMap((operation): readonly Block[] => [
      {
        kind: 'endpoint',
        method: methods[operation],
        path: operationPath(table, operation, model),
        scope: scopeOf(operation, table.name),
      },
      text(words(table, operation, model)),
    ]),
  ];
}

const methods: Readonly<Record<Operation, string>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  update_many: 'PATCH',
  delete: 'DELETE',
};

const ofCollection: ReadonlySet<Operation> = new Set(['list', 'create', 'update_many']);

function operationPath({ name }: Table, operation: Operation, { service }: Model): string {
  return `${service.basePath}/${name}${ofCollection.has(operation) ? '' : '/{id}'}`;
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
    case 'update_many':
      return 'The same change of all rows that [filters](query_language.html#filters) choose, of which one at least is needed. `Content-Range` says how many were changed; `Prefer: return=representation` shows them.';
    case 'delete':
      return temporal === null
        ? `Removes the row.${history === null ? '' : ' Its history stays.'}`
        : 'Takes the entry off its timeline; sending a `valid_from` to it restores it.';
  }
}
