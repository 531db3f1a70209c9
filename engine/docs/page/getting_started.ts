import { scopeOf } from '../../access/scope.ts';
import { readExample, requestExample, responseExample } from '../../contract/row/example.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { isRecording } from '../../model/recorder.ts';
import { resourceAddress } from '../address.ts';
import { type Block, code, heading, list, type Page, text } from '../block.ts';
import { curlGet, curlRequest } from '../curl.ts';

/** The first requests to a service, in lines that can be pasted into a shell. */
export function gettingStartedPage(model: Model): Page {
  const subject = rowsOf(model);
  return {
    path: 'getting_started.html',
    title: 'Getting started',
    blocks: [
      ...tokenBlocks(model),
      ...(subject === undefined
        ? []
        : [...readBlocks(subject, model), ...writeBlocks(subject), ...timeBlocks(subject, model)]),
      ...nextBlocks(model),
    ],
  };
}

/** The resource with most to show: it can be listed and written, and has a history and relations. */
function rowsOf({ resources }: Model): Table | undefined {
  const score = ({ actions, history, relations, temporal, fields }: Table) =>
    (actions.has('list') ? 8 : 0) +
    (actions.has('create') ? 4 : 0) +
    (actions.has('update') ? 2 : 0) +
    (history === null ? 0 : 2) +
    (temporal === null ? 1 : 0) +
    ([...fields.values()].some(({ type }) => type.kind === 'enum') ? 1 : 0) +
    Math.min(relations.size, 4) / 4;
  const tables = [...resources.values()].filter(
    (resource) => resource.kind === 'table' && !resource.madeBy?.rows.areFinal,
  );
  return (tables as Table[]).filter((table) => table.actions.has('list')).sort((a, b) => score(b) - score(a))[0];
}

function tokenBlocks({ service }: Model): readonly Block[] {
  const { tokenUrl } = service.token;
  return [
    heading('Get a token'),
    text(
      `Every request needs a JSON Web Token. Its scopes (the claim \`${service.claims.scope}\`) say what it allows: \`read:data\` reads everything, \`manage:data\` also changes everything, and \`read:data:<resource>\` reads one resource.`,
    ),
    text(
      tokenUrl === null
        ? 'Ask the operator of the service for a token. For a service in development on your machine, make one:'
        : `Clients get tokens at \`${tokenUrl}\` (OAuth 2.0, client credentials). For a service in development on your machine, make one:`,
    ),
    code(
      'sh',
      `export TOKEN=$(npx almanac token --scope manage:data)\nexport API=http://127.0.0.1:3000${service.basePath}`,
    ),
    text('The commands below use both variables. Set `API` to the address of your service if it runs elsewhere.'),
  ];
}

function readBlocks(table: Table, model: Model): readonly Block[] {
  const { name } = table;
  const row = responseExample(table);
  if (row === undefined) return [];
  const filter = filterOf(table);
  const [relation] = [...table.relations.values()].filter((each) => each.cardinality === 'one' && !isRecording(each));
  return [
    heading('Read'),
    text(`List [${name}](${resourceAddress(name, model)}), with one row to a page:`),
    code('sh', curlGet(`/${name}?limit=1`)),
    code('json', JSON.stringify([row], null, 2)),
    ...(filter === null
      ? []
      : [
          text('Filter the rows by a field, and select the columns that you need:'),
          code('sh', curlGet(`/${name}?${filter}&select=id,${filter.split('=')[0]}&order=id.desc&limit=3`)),
        ]),
    ...(relation === undefined
      ? []
      : [
          text(`Embed related rows, here the \`${relation.alias}\` of each row:`),
          code('sh', curlGet(`/${name}?embed=${relation.alias}&limit=1`)),
        ]),
    ...(table.actions.has('read')
      ? [
          text('Read one row. Its `links` lead to related rows:'),
          code('sh', curlGet(`/${name}/${row.id}`)),
          code('json', JSON.stringify(readExample(table, model), null, 2)),
        ]
      : []),
  ];
}

/** A filter by an enum or a boolean, which every reader understands. */
function filterOf({ fields }: Table): string | null {
  const field = [...fields.values()].find(({ type }: Field) => type.kind === 'enum' || type.kind === 'boolean');
  if (field?.type.kind === 'enum')
    return `${field.name}=eq.${encodeURIComponent(String(field.example ?? field.type.values[0]))}`;
  return field === undefined ? null : `${field.name}=is.true`;
}

function writeBlocks(table: Table): readonly Block[] {
  const { name, actions } = table;
  const created = actions.has('create') ? requestExample(table, 'create') : undefined;
  if (created === undefined) return [];
  return [
    heading('Write'),
    text(
      `Create a row with the scope \`${scopeOf('create', name)}\`. The response is the row as it was recorded. If the row is not valid, the response names every fault, field by field: see [errors](errors.html).`,
    ),
    code('sh', curlRequest('POST', `/${name}`, created)),
    text(
      'With an [`Idempotency-Key`](http.html#idempotency-key) you can repeat a create until you get its answer. It runs once.',
    ),
  ];
}

function timeBlocks({ name, history }: Table, model: Model): readonly Block[] {
  if (history === null) return [];
  return [
    heading('Look back'),
    text(`Every version of a row stays. List the versions at [${history}](${resourceAddress(history, model)}):`),
    code('sh', curlGet(`/${history}?${name}_id=eq.1&order=id.desc`)),
    text('Add `as_of` to read a list or a row as it was recorded at an instant:'),
    code('sh', curlGet(`/${name}?as_of=2026-01-01T00:00Z&limit=1`)),
  ];
}

function nextBlocks({ service }: Model): readonly Block[] {
  return [
    heading('Read on'),
    list([
      '[HTTP](http.html): requests, headers, pages, entity tags and repeated requests',
      '[Query](query.html): filters, related rows, order and pages, by example',
      ...(service.events === null ? [] : ['[Events](events.html): follow what changes']),
      '[The data model](data_model.html): all resources in one picture',
    ]),
  ];
}
