import { scopeOf } from '../../auth/scope.ts';
import type { Model, Table } from '../../model/model.ts';
import { type Action, actionNames } from '../../vocabulary/action/actions.ts';
import { type Block, heading, text } from '../block.ts';

/** What can be done with the rows of a resource, by which request and with which scope. */
export function operationsSection(table: Table, model: Model): readonly Block[] {
  const offered = actionNames.filter((action) => table.actions.has(action));
  if (offered.length === 0) return [];
  return [
    heading('Operations'),
    ...offered.flatMap((action): readonly Block[] => [
      {
        kind: 'endpoint',
        method: methods[action],
        path: actionPath(table, action, model),
        scope: scopeOf(action, table.name),
      },
      text(words(table, action, model)),
    ]),
  ];
}

const methods: Readonly<Record<Action, string>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  update_many: 'PATCH',
  delete: 'DELETE',
};

const ofCollection: ReadonlySet<Action> = new Set(['list', 'create', 'update_many']);

function actionPath({ name }: Table, action: Action, { service }: Model): string {
  return `${service.basePath}/${name}${ofCollection.has(action) ? '' : '/{id}'}`;
}

function words({ temporal, history }: Table, action: Action, { service }: Model): string {
  const { pageDefault, pageMaximum } = service.limits;
  switch (action) {
    case 'list': {
      const time = [temporal === null ? [] : ['`valid_at`'], history === null ? [] : ['`as_of`']].flat();
      const shown =
        time.length === 0 ? '' : ` ${time.join(' and ')} ${time.length === 1 ? 'chooses' : 'choose'} a time.`;
      return `Lists rows. [Filters](query_language.html#filters) on every field and relation choose them. A page has ${pageDefault} rows; \`limit\` asks for up to ${pageMaximum}. \`select\` and \`embed\` choose the columns, \`order\` the order.${shown}`;
    }
    case 'read':
      return 'Reads one row, with `links` to related rows. `ETag` is its version.';
    case 'create':
      return `Creates a row and answers with it.${temporal === null ? '' : ' Other entries of the timeline make room for it, as [Time](time.html#what-happens-to-other-entries) says.'} With an [\`Idempotency-Key\`](http.html#idempotency-key) you can repeat the request safely.`;
    case 'update':
      return `Changes the fields that you send, and no others.${service.requireIfMatch ? ' It needs [`If-Match`](http.html#entity-tags).' : ' With [`If-Match`](http.html#entity-tags) it fails if the row has changed since you read it.'}`;
    case 'update_many':
      return 'Makes the same change to every row that the [filters](query_language.html#filters) choose. At least one filter is required. `Content-Range` says how many rows the filters chose; `Prefer: return=representation` returns them.';
    case 'delete':
      return temporal === null
        ? `Deletes the row.${history === null ? '' : ' Its history stays.'}`
        : 'Takes the entry off its timeline. An update with a `valid_from` restores it.';
  }
}
