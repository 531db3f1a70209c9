import { validate } from '@scalar/openapi-validator';
import { parse } from 'lossless-json';
import { test } from 'tap';
import { scopesOf } from '../../engine/access/scope.ts';
import { openapiDocument } from '../../engine/contract/openapi/document.ts';
import { preferParameter } from '../../engine/contract/parameter/prefer.ts';
import { Problem, type ProblemCode, problems } from '../../engine/contract/problem.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { readPreferences } from '../../engine/http/request/prefer.ts';
import { readRange } from '../../engine/http/request/range.ts';
import { readSentBack } from '../../engine/http/request/sent_back.ts';
import { createValidator } from '../../engine/http/request/validator.ts';
import type { Field } from '../../engine/model/field.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { itemOf } from '../../engine/query/sql/condition/row_place.ts';
import { statementOf } from '../../engine/query/sql/condition/statement.ts';
import { renderColumns } from '../../engine/query/sql/read/shown/columns.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import { operatorNames as operators } from '../../engine/vocabulary/operator/operators.ts';
import type { Format } from '../../engine/vocabulary/type/text.ts';
import { anyone, rowsFor } from '../query/writer.ts';
import { enumType, fieldOf, modelOf, tableOf, temporalOf, textType } from '../schema/model_of.ts';
import { modelOfEverything } from '../schema/model_of_everything.ts';
import { checker } from './conformance.ts';
import { serveNotes, type TestService, testService } from './service.ts';

const register = await load('test/register');
const library = await load('test/library');
const models = { register, library, everything: modelOfEverything() };
/** Of which schemas and types of fields the filters have been tried. */
const tried = new Set<string>();

for (const [name, model] of Object.entries(models)) {
  const document = documentOf(model);
  const operations = operationsOf(document);
  const check = checker(document);

  test(`${name}: the document is OpenAPI 3.1`, async (t) => {
    const { valid, errors } = validate(structuredClone(document));
    t.ok(valid, { errors });
  });

  test(`${name}: every reference leads to a component, and every component is referred to`, async (t) => {
    const { schemas, parameters, headers, responses, examples, 'x-schemas': others } = document.components;
    const kinds = { schemas, parameters, headers, responses, examples, 'x-schemas': others };
    const declared = Object.entries(kinds).flatMap(([kind, named]) =>
      Object.keys(named).map((each) => `#/components/${kind}/${each}`),
    );
    const referred = nodesOf(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    t.same([...new Set(referred)].sort(), declared.sort());
  });

  test(`${name}: operations have a name of their own, and a tag that there is`, async (t) => {
    const ids = operations.map(({ operationId }) => operationId);
    t.equal(new Set(ids).size, ids.length);
    t.same([...new Set(operations.flatMap(({ tags }) => tags))].sort(), document.tags.map((tag) => tag.name).sort());
  });

  test(`${name}: links lead to operations that have their parameters`, async (t) => {
    const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
    const links = operations.flatMap(({ responses }) =>
      responses.flatMap((response) => Object.values(response.links ?? {})),
    );
    t.not(links.length, 0);
    for (const { operationId, parameters } of links) {
      const known = byId.get(operationId)?.parameters.map((parameter) => parameter.name) ?? [];
      t.strictSame(
        Object.keys(parameters).filter((parameter) => !known.includes(parameter)),
        [],
        operationId,
      );
    }
  });

  test(`${name}: every example conforms to its schema`, async (t) => {
    let count = 0;
    for (const { schema, example, examples } of nodesOf(document)) {
      if (schema === undefined) continue;
      const named = Object.values((examples ?? {}) as Record<string, { $ref: string }>);
      const values = named.map(({ $ref }) => document.components.examples[$ref.split('/').at(-1) ?? '']?.value);
      for (const value of example === undefined ? values : [example, ...values]) {
        t.strictSame(check(schema as object, value), [], JSON.stringify(value));
        count += 1;
      }
    }
    for (const node of nodesOf(document.components.schemas)) {
      if (!Array.isArray(node.examples)) continue;
      for (const value of node.examples) t.strictSame(check(node, value), [], JSON.stringify(value));
    }
    t.ok(count > operations.length);
  });

  test(`${name}: the server takes every request that stands as an example`, async (t) => {
    for (const { table, operation, body } of requestExamples(model, document)) {
      t.strictSame(createValidator(table, operation)(parse(JSON.stringify(body))), [], `${operation} ${table.name}`);
    }
  });

  test(`${name}: without a member, or with null for it, a request is valid where the server takes it`, async (t) => {
    for (const { table, operation, body } of requestExamples(model, document)) {
      const serves = createValidator(table, operation);
      const faultsOf = (sent: unknown) => {
        if (operation === 'create') return serves(sent);
        const { sets, changed } = readSentBack(
          sent,
          table,
          { ...rowsFor(anyone, model), action: 'update', whole: model, resource: table },
          '1',
        );
        return [...serves(sets), ...changed];
      };
      const schema = { $ref: `#/components/schemas/${table.name}_${operation}` };
      for (const member of [...Object.keys(body), ...table.fields.keys(), 'unknown']) {
        const { [member]: _, ...without } = body;
        for (const sent of [without, { ...body, [member]: null }]) {
          const faults = faultsOf(parse(JSON.stringify(sent)));
          t.equal(check(schema, sent).length === 0, faults.length === 0, `${operation} ${table.name} ${member}`);
        }
      }
    }
  });

  test(`${name}: a filter has the pattern exactly where the server takes it`, async (t) => {
    for (const resource of model.resources.values()) {
      const list = operations.find(({ operationId }) => operationId === `list_${resource.name}`);
      const wrong = [];
      for (const { name, in: place, schema, example } of list?.parameters ?? []) {
        if (place !== 'query') continue;
        const field = resource.fields.get(name);
        const kind = JSON.stringify([schema, field?.type]);
        // Fields of one type have one pattern, in whichever model.
        const filters = field === undefined || tried.has(kind) ? [] : filtersOf(field, String(example));
        tried.add(kind);
        for (const value of [String(example), ...filters]) {
          const isTaken = planList(resource, [{ name, value, index: 0 }], model).ok;
          const isNumber = name === 'limit' || name === 'offset';
          if ((check(schema, isNumber ? Number(value) : value).length === 0) !== isTaken)
            wrong.push({ name, value, isTaken });
        }
      }
      t.strictSame(wrong, [], resource.name);
    }
  });

  test(`${name}: a header is read exactly where it has its pattern`, async (t) => {
    const { Range } = document.components.parameters;
    const [resource] = model.resources.values();
    if (resource === undefined) throw new Error('there is no resource');
    const [Prefer] = preferParameter(resource, 'list');
    for (const text of ['0-9', 'items=0-9', '5-', '-5', 'bytes=0-9', '0-9,20-29', 'a', '9999999999999999-']) {
      t.equal(check(Range?.schema ?? {}, text).length === 0, readRange(text) !== null, text);
    }
    for (const text of ['count=exact', 'count=planned', 'count=estimated', 'count=all', 'return=minimal', '']) {
      t.equal(
        check((Prefer as { schema?: object } | undefined)?.schema ?? {}, text).length === 0,
        readPreferences({ headers: { prefer: text } }, 'list').count !== undefined,
        text,
      );
    }
  });

  test(`${name}: the links of a read are those that its SQL makes`, async (t) => {
    for (const resource of model.resources.values()) {
      const read = document.components.schemas[`${resource.name}_read`] as unknown as ReadSchema;
      const row = itemOf(resource, rowsFor(anyone, model), null);
      const { text } = statementOf(renderColumns([{ kind: 'links' }], resource, row));
      const made = [...text.matchAll(/ as ("?)(\w+)\1(?=[,)]| from)/g)].map((match) => match[2]);
      t.strictSame(Object.keys(read.allOf[1].properties.links.properties), made.slice(0, -1), resource.name);
    }
  });

  test(`${name}: the same model gives the same document`, async (t) => {
    t.equal(JSON.stringify(openapiDocument(model)), JSON.stringify(document));
  });
}

test('each operation has its path, method, scope and statuses', async (t) => {
  const served = ['copy', 'copy_history', 'holiday', 'loan', 'order'];
  const rows = operationsOf(documentOf(library))
    .filter(({ tags }) => served.includes(String(tags[0])))
    .map(({ method, path, operationId, scopes, statuses }) => [
      method,
      path,
      operationId,
      ...scopes,
      statuses.join(' '),
    ]);
  t.strictSame(rows, [
    ['get', '/copy', 'list_copy', 'read:data:copy', '200 206 400 401 403 406 408 414 416 429 500 503'],
    ['post', '/copy', 'create_copy', 'manage:data:copy', '200 201 400 401 403 406 408 409 413 414 415 422 429 500 503'],
    [
      'patch',
      '/copy',
      'update_many_copy',
      'manage:data:copy',
      '200 204 400 401 403 406 408 409 412 413 414 415 422 429 500 503',
    ],
    [
      'delete',
      '/copy',
      'delete_many_copy',
      'manage:data:copy',
      '200 204 400 401 403 406 408 409 412 413 414 415 429 500 503',
    ],
    ['get', '/copy/{id}', 'read_copy', 'read:data:copy', '200 304 400 401 403 404 406 408 412 414 429 500 503'],
    [
      'patch',
      '/copy/{id}',
      'update_copy',
      'manage:data:copy',
      '200 204 400 401 403 404 406 408 409 412 413 414 415 422 429 500 503',
    ],
    [
      'delete',
      '/copy/{id}',
      'delete_copy',
      'manage:data:copy',
      '200 204 400 401 403 404 406 408 409 412 413 414 415 429 500 503',
    ],
    [
      'get',
      '/copy/{id}/history',
      'redirect_to_copy_history',
      'read:data:copy_history',
      '200 307 400 401 403 404 406 408 414 500 503',
    ],
    [
      'get',
      '/copy_history',
      'list_copy_history',
      'read:data:copy_history',
      '200 206 400 401 403 406 408 414 416 429 500 503',
    ],
    [
      'get',
      '/copy_history/{id}',
      'read_copy_history',
      'read:data:copy_history',
      '200 304 400 401 403 404 406 408 412 414 429 500 503',
    ],
    ['get', '/holiday', 'list_holiday', 'read:data:holiday', '200 206 400 401 403 406 408 414 416 429 500 503'],
    [
      'get',
      '/holiday/{id}',
      'read_holiday',
      'read:data:holiday',
      '200 304 400 401 403 404 406 408 412 414 429 500 503',
    ],
    ['get', '/loan', 'list_loan', 'read:data:loan', '200 206 400 401 403 406 408 414 416 429 500 503'],
    ['post', '/loan', 'create_loan', 'manage:data:loan', '200 201 400 401 403 406 408 409 413 414 415 422 429 500 503'],
    [
      'patch',
      '/loan',
      'update_many_loan',
      'manage:data:loan',
      '200 204 400 401 403 406 408 409 412 413 414 415 422 429 500 503',
    ],
    ['get', '/loan/{id}', 'read_loan', 'read:data:loan', '200 304 400 401 403 404 406 408 412 414 429 500 503'],
    [
      'patch',
      '/loan/{id}',
      'update_loan',
      'manage:data:loan',
      '200 204 400 401 403 404 406 408 409 412 413 414 415 422 429 500 503',
    ],
    ['get', '/order', 'list_order', 'read:data:order', '200 206 400 401 403 406 408 414 416 429 500 503'],
    [
      'post',
      '/order',
      'create_order',
      'manage:data:order',
      '200 201 400 401 403 406 408 409 413 414 415 422 429 500 503',
    ],
    [
      'delete',
      '/order',
      'delete_many_order',
      'manage:data:order',
      '200 204 400 401 403 406 408 409 412 413 414 415 429 500 503',
    ],
    ['get', '/order/{id}', 'read_order', 'read:data:order', '200 304 400 401 403 404 406 408 412 414 429 500 503'],
    [
      'delete',
      '/order/{id}',
      'delete_order',
      'manage:data:order',
      '200 204 400 401 403 404 406 408 409 412 413 414 415 429 500 503',
    ],
  ]);
});

test('the scope of each operation is that of its scheme, and stands in its description', async (t) => {
  const needed = scopesOf(library).map(({ scope }) => scope);
  const { securitySchemes } = documentOf(library).components;
  t.strictSame(Object.keys(securitySchemes), ['oauth2', 'bearer']);
  t.match(securitySchemes.oauth2, {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://login.example.org/token' } },
  });
  const { scopes } = (securitySchemes.oauth2 as OauthScheme).flows.clientCredentials;
  t.strictSame(Object.keys(scopes), needed, 'the scheme has every scope');
  const named = rowOperations(documentOf(library)).map(({ description, security }) => {
    const [, scope = ''] = /Needs the scope `([^`]+)`\.$/.exec(description) ?? [];
    t.strictSame(security, [{ oauth2: [scope] }, { bearer: [] }]);
    return scope;
  });
  t.strictSame(new Set(named), new Set(needed));
  const document = documentOf(register);
  t.strictSame(Object.keys(document.components.securitySchemes), ['bearer'], 'nobody said where tokens come from');
  for (const { security, description, 'x-scope': named } of rowOperations(document)) {
    const [, scope = ''] = /Needs the scope `([^`]+)`\.$/.exec(description) ?? [];
    t.strictSame(security, [{ bearer: [] }]);
    t.equal(scope, named);
  }
});

test('a batch needs no scope of its own, and is there for callers who write', async (t) => {
  const batchOf = (model: Model) => operationsOf(documentOf(model)).find(({ path }) => path === '/batch');
  t.match(batchOf(library), { method: 'post', operationId: 'run_batch', scopes: [], 'x-scope': undefined });
  t.match(batchOf(register), { security: [{ bearer: [] }] });
  const reading = { ...tableOf('note', [fieldOf('name', textType())]), actions: new Set(['list', 'read'] as const) };
  t.equal(batchOf(modelOf(reading)), undefined);
});

test('a failure has the codes that the operation can fail with', async (t) => {
  const document = documentOf(library);
  const codes = (operationId: string, status: number): readonly string[] => {
    const operation = operationsOf(document).find((each) => each.operationId === operationId);
    const response = operation?.responses[operation.statuses.indexOf(String(status))];
    return Object.keys(response?.content?.['application/problem+json']?.examples ?? {});
  };
  const cases: readonly (readonly [string, number, string])[] = [
    ['list_copy', 400, 'malformed_url malformed_request unknown_parameter invalid_parameter limit_exceeded'],
    ['read_copy', 400, 'malformed_url malformed_request unknown_parameter invalid_parameter limit_exceeded'],
    [
      'create_copy',
      400,
      'malformed_url malformed_json malformed_csv uneven_rows malformed_request unknown_parameter invalid_parameter limit_exceeded',
    ],
    [
      'delete_copy',
      400,
      'malformed_url malformed_json malformed_request unknown_parameter invalid_parameter limit_exceeded',
    ],
    [
      'delete_many_copy',
      400,
      'malformed_url malformed_json malformed_request unknown_parameter invalid_parameter filter_required limit_exceeded',
    ],
    ['create_copy', 422, 'invalid_body idempotency_key_reused'],
    ['update_copy', 412, 'precondition_failed'],
    ['update_copy', 428, ''],
    ['list_copy', 406, 'not_acceptable not_singular'],
    ['read_copy', 406, 'not_acceptable'],
    ['list_copy', 416, 'range_not_satisfiable'],
    ['create_order', 409, 'unique_conflict reference_conflict concurrent_change'],
    ['create_holiday', 409, ''],
    ['create_copy', 409, 'unique_conflict reference_conflict state_conflict concurrent_change'],
    ['update_copy', 409, 'unique_conflict reference_conflict state_conflict concurrent_change'],
    ['update_book', 409, 'unique_conflict concurrent_change'],
    ['create_loan', 409, 'reference_conflict state_conflict concurrent_change'],
    ['update_loan', 409, 'state_conflict concurrent_change'],
    ['delete_book', 409, 'still_referenced concurrent_change'],
    ['delete_order', 409, 'concurrent_change'],
    ['delete_membership', 409, 'concurrent_change'],
    ['list_copy', 503, 'overloaded keys_unavailable timeout unavailable'],
  ];
  for (const [operationId, status, expected] of cases) {
    t.equal(codes(operationId, status).join(' '), expected, `${operationId} ${status}`);
  }
});

test('the rules of a timeline give its operations further codes', async (t) => {
  const owner = fieldOf('owner_id', { kind: 'reference', to: 'owner' });
  const entry = tableOf('entry', [owner], {
    temporal: temporalOf(['owner_id'], { overlap: 'reject', freeze: { after: 'P7D', roles: null } }),
  });
  const { paths } = documentOf(modelOf(tableOf('owner', []), entry));
  const conflict = (path: string, method: string) => (paths[path]?.[method] as Operation | undefined)?.responses['409'];
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const write = 'reference_conflict_or_state_conflict_or_overlap_conflict_or_concurrent_change';
  t.same(conflict('/entry', 'post'), response(write));
  t.same(conflict('/entry/{id}', 'patch'), response(write));
  t.same(conflict('/entry/{id}', 'delete'), response('state_conflict_or_concurrent_change'));
});

test('what is taken off a timeline is never held by those that refer to it', async (t) => {
  const owner = fieldOf('owner_id', { kind: 'reference', to: 'owner' });
  const entry = tableOf('entry', [owner], { temporal: temporalOf(['owner_id']) });
  const note = tableOf('note', [fieldOf('entry_id', { kind: 'reference', to: 'entry' })]);
  const { paths } = documentOf(modelOf(tableOf('owner', []), entry, note));
  const conflict = (path: string) => (paths[path]?.delete as Operation | undefined)?.responses['409'];
  t.match(conflict('/owner/{id}'), { $ref: /still_referenced/ });
  t.same(conflict('/entry/{id}'), { $ref: '#/components/responses/concurrent_change' });
});

test('where If-Match is required, the operations that change a row say so', async (t) => {
  const owner = fieldOf('owner_id', { kind: 'reference', to: 'owner' });
  const entry = tableOf('entry', [owner], { temporal: temporalOf(['owner_id']) });
  const model = modelOf(tableOf('owner', []), entry);
  const document = documentOf({ ...model, service: { ...model.service, requireIfMatch: true } });
  t.ok(validate(structuredClone(document)).valid);
  for (const { method, operationId, statuses, description } of rowOperations(document)) {
    t.equal(statuses.includes('428'), method === 'patch' || method === 'delete', operationId);
    t.equal(/Needs If-Match/.test(description), statuses.includes('428'), operationId);
    t.equal(/but for the restoring/.test(description), statuses.includes('428') && operationId.endsWith('entry'));
  }
  t.match(document.components.parameters['If-Match'], { description: /This service wants it/ });
});

test('the body of every problem conforms to its schema', async (t) => {
  const check = checker(documentOf(library));
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const errors = [
      { pointer: '/name', detail: 'd' },
      { parameter: 'id', detail: 'd', hint: 'h' },
    ];
    const body = new Problem(code, 'detail', { hint: 'hint', errors }).toJSON();
    t.strictSame(check({ $ref: '#/components/schemas/problem' }, body), [], code);
  }
});

test('the limits are those of the service', async (t) => {
  const { servers, components } = documentOf(library);
  t.strictSame(servers, [{ url: '/library' }]);
  t.match(components.parameters.limit?.schema, { minimum: 0, maximum: 50, default: 20 });
  t.match(components.schemas.text_filter, { anyOf: [{ type: 'string' }, { maxItems: 8 }] });
});

test('a created row leads to its operations, a read one to its neighbours', async (t) => {
  const operations = operationsOf(documentOf(library));
  const id = { id: '$response.body#/id' };
  const linksOf = (name: string) => {
    const operation = operations.find(({ operationId }) => operationId === name);
    return operation?.responses.find(({ links }) => links !== undefined)?.links;
  };
  t.strictSame(linksOf('create_order'), {
    read: { operationId: 'read_order', parameters: id },
    delete: { operationId: 'delete_order', parameters: id },
  });
  t.strictSame(linksOf('read_copy'), {
    history: { operationId: 'list_copy_history', parameters: { copy_id: 'eq.{$response.body#/id}' } },
    book: { operationId: 'read_book', parameters: { id: '$response.body#/book_id' } },
    branch: { operationId: 'read_branch', parameters: { id: '$response.body#/branch_id' } },
    loan: { operationId: 'list_loan', parameters: { copy_id: 'eq.{$response.body#/id}' } },
  });
  const read = operations.find(({ operationId }) => operationId === 'read_copy');
  t.match(read?.responses[0]?.content?.['application/json']?.example, {
    links: {
      self: '/library/copy/1',
      history: '/library/copy/1/history',
      book: '/library/book/1',
      branch: '/library/branch/1',
      loan: '/library/loan?copy_id=eq.1',
    },
  });
});

test('an example has the format that its sibling chooses, and both are sent', async (t) => {
  const scheme = fieldOf('scheme', enumType('gln', 'other'));
  const byScheme: Format = { kind: 'by', field: 'scheme', formats: new Map([['gln', 'gln']]) };
  const type: FieldType = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: byScheme };
  const document = documentOf(modelOf(tableOf('supplier', [scheme, fieldOf('number', type)])));
  for (const { operationId, requestBody } of rowOperations(document)) {
    if (requestBody === undefined) continue;
    const example = requestBody.content['application/json']?.example;
    t.strictSame(example, { scheme: 'gln', number: '9436465792104' }, operationId);
  }
});

test('what is deprecated says so wherever it stands', async (t) => {
  const document = documentOf(library);
  const description = /Deprecated since 2025-01-01, to be removed on 2027-01-01, replaced by subjects\.$/;
  for (const schema of ['book', 'book_create', 'book_update', 'book_history']) {
    const { properties } = document.components.schemas[schema] as { properties?: Record<string, unknown> };
    t.match(properties?.shelf_mark, { deprecated: true, description }, schema);
  }
  const list = operationsOf(document).find(({ operationId }) => operationId === 'list_book');
  t.match(
    list?.parameters.find(({ name }) => name === 'shelf_mark'),
    { deprecated: true, description },
  );
  const gone = {
    ...tableOf('old', [fieldOf('name', textType())]),
    deprecated: { since: null, sunset: null, replacedBy: 'new' },
  };
  const old = documentOf(modelOf(gone));
  t.ok(rowOperations(old).every(({ deprecated }) => deprecated === true));
  t.match(old.components.schemas.old, { deprecated: true, description: 'Deprecated, replaced by new.' });
});

test('a datetime is any of the three forms in a request, and RFC 3339 in an answer', async (t) => {
  const { components } = documentOf(library);
  const { copy, copy_create } = components.schemas as Record<string, { properties: Record<string, unknown> }>;
  t.match(copy?.properties.acquired_at, { type: 'string', format: 'date-time' });
  t.match(copy_create?.properties.acquired_at, { type: 'string', pattern: String, format: undefined });
  const at = fieldOf('at', { kind: 'datetime' }, { example: '2026-01-31 12:00 Europe/Oslo' });
  const { schemas } = documentOf(modelOf(tableOf('moment', [at]))).components;
  const { moment, moment_create } = schemas as Record<string, { properties: Record<string, unknown> }>;
  t.match(moment?.properties.at, { examples: ['2026-01-31T11:00:00+00:00'] });
  t.match(moment_create?.properties.at, { examples: ['2026-01-31 12:00 Europe/Oslo'] });
});

test('the digits of a decimal are told', async (t) => {
  const { components } = documentOf(library);
  const { book_create } = components.schemas as Record<string, { properties: Record<string, object> }>;
  t.match(book_create?.properties.weight, {
    minimum: 0.05,
    exclusiveMaximum: 10_000,
    description: 'Weight in kg. At most 2 digits after the decimal point.',
  });
});

test('a default is that of a create, not of an update', async (t) => {
  const { components } = documentOf(library);
  const { copy_create, copy_update } = components.schemas as Record<string, { properties: Record<string, object> }>;
  t.match(copy_create?.properties.condition, { description: /Default: "fine"\.$/ });
  t.notMatch(copy_update?.properties.condition, { description: /Default/ });
  // Generators of clients make a member with this keyword one that has to be sent.
  t.notOk('default' in (copy_create?.properties.condition ?? {}));
});

test('a resource that is named like a schema of another keeps its name', async (t) => {
  const name = fieldOf('name', textType());
  const names = ['book', 'book_create', 'problem', 'text_filter'];
  const document = documentOf(modelOf(...names.map((each) => tableOf(each, [name]))));
  const { schemas } = document.components;
  for (const each of names) t.match(schemas[each], { properties: { recorded_at: { format: 'date-time' } } }, each);
  for (const each of ['book_create_', 'problem_', 'text_filter_']) t.ok(schemas[each], each);
  t.ok(validate(structuredClone(document)).valid);
});

test('where neither an author nor the type gives an example, there is none', async (t) => {
  const code = fieldOf('code', { kind: 'text', minLength: null, maxLength: null, pattern: '^[0-9]{4}$', format: null });
  const document = documentOf(modelOf(tableOf('place', [code])));
  for (const { operationId, requestBody, responses } of rowOperations(document)) {
    const shown = [requestBody, ...responses].map((part) => part?.content?.['application/json']?.example);
    t.ok(
      shown.every((example) => example === undefined),
      operationId,
    );
  }
  t.ok(validate(structuredClone(document)).valid);
});

test('the time that the document takes grows with the number of resources, not faster', async (t) => {
  const fields = Array.from({ length: 20 }, (_, index) =>
    fieldOf(`field_${index}`, index % 2 ? textType() : enumType('a', 'b')),
  );
  const reference = fieldOf('other_id', { kind: 'reference', to: 'resource_0' });
  const shortest = (count: number) => {
    const tables = Array.from({ length: count }, (_, index) =>
      tableOf(`resource_${index}`, [...fields, reference], { history: true }),
    );
    const model = modelOf(...tables);
    const runs = [1, 2, 3].map(() => {
      // Of the processor's time: others may be using the machine.
      const start = process.cpuUsage();
      openapiDocument(model);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    return Math.min(...runs);
  };
  const [few, many] = [shortest(50), shortest(500)];
  t.comment(`${Math.round(few)} ms for 50 resources, ${Math.round(many)} ms for 500`);
  t.ok(many < few * 40, `${Math.round(many / few)} times as long for 10 times as many`);
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: object;
  readonly example?: unknown;
}

interface Response {
  readonly links?: Record<string, { readonly operationId: string; readonly parameters: object }>;
  readonly content?: Record<string, { readonly example?: unknown; readonly examples?: object }>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly object[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: Record<string, unknown> }> };
  readonly responses: Record<string, object>;
  readonly description: string;
  readonly 'x-scope': string;
  readonly security: readonly [{ readonly oauth2?: readonly string[] }, ...object[]];
}

interface Document {
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly parameters: Record<string, Parameter>;
    readonly headers: Record<string, object>;
    readonly 'x-schemas': Record<string, object>;
    readonly responses: Record<string, object>;
    readonly examples: Record<string, { readonly value: unknown }>;
    readonly securitySchemes: Record<string, object>;
  };
}

interface OauthScheme {
  readonly flows: { readonly clientCredentials: { readonly scopes: Record<string, string> } };
}

interface ReadSchema {
  readonly allOf: readonly [object, { readonly properties: { readonly links: { readonly properties: object } } }];
}

function documentOf(model: Model): Document {
  return openapiDocument(model) as unknown as Document;
}

async function load(folder: string): Promise<Model> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

/** Every operation with its references resolved. */
function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      ...operation,
      path,
      method,
      parameters: [...(shared as object[]), ...(operation.parameters ?? [])].map((each) =>
        resolve<Parameter>(document, each),
      ),
      statuses: Object.keys(operation.responses),
      responses: Object.values(operation.responses).map((each) => resolve<Response>(document, each)),
      scopes: operation.security[0].oauth2 ?? [],
    })),
  );
}

/** Those of the resources: a batch and the endpoints of Studio are of none. */
function rowOperations(document: Document) {
  return operationsOf(document).filter(({ path }) => path !== '/batch' && !path.startsWith('/studio/'));
}

function resolve<T>(document: Document, value: object): T {
  if (!('$ref' in value)) return value as T;
  const [, , kind = '', name = ''] = String(value.$ref).split('/');
  return document.components[kind as 'parameters'][name] as T;
}

function nodesOf(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(nodesOf)];
}

function requestExamples(model: Model, document: Document) {
  const bodies = new Map(
    operationsOf(document).map((each) => [each.operationId, each.requestBody?.content['application/json']?.example]),
  );
  const tables = [...model.resources.values()].filter((resource: Resource) => resource.kind === 'table');
  return tables.flatMap((table) =>
    (['create', 'update'] as const).flatMap((operation) => {
      const body = bodies.get(`${operation}_${table.name}`);
      return body === undefined ? [] : [{ table, operation, body }];
    }),
  );
}

/** Filters with every operator, on a value of the field and on others, right and wrong. */
function filtersOf(field: Field, example: string): readonly string[] {
  const own = example.replace(/^[a-z]+\./, '');
  const values = [
    own,
    `(${own})`,
    `(${own},${own})`,
    `("${own}")`,
    '()',
    '',
    'null',
    'not_null',
    'true',
    'unknown',
    'a word',
    'a\nline',
    '(a\nline)',
    '12',
    '1.5',
    '{}',
    `{${own}}`,
    `{${own},null}`,
    '{"a":1}',
  ];
  const modified = operators.flatMap((operator) => [operator, `${operator}(any)`, `${operator}(english)`]);
  const filters = modified.flatMap((operator) => values.map((value) => `${operator}.${value}`));
  const all = [
    ...filters,
    ...filters.map((filter) => `not.${filter}`),
    'eq',
    'eq(some).{}',
    'fts(klingon).a',
    'match.a',
    own,
    '',
    `not.not.eq.${own}`,
  ];
  // Values within quotes, braces or commas are their own: only the shapes of other types are told by a pattern.
  const isAnything = ['text', 'html', 'json', 'array', 'enum'].includes(field.type.kind);
  return isAnything ? all.filter((filter) => !/in\..*[("]|\(any\)|\{.*[{"]/.test(filter)) : all;
}

interface Shown {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly operations: readonly string[];
  readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;
  readonly text: string;
}

async function shownBy({ server }: TestService, url: string, token: string | null, origin?: string): Promise<Shown> {
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...(origin && { origin }) };
  const answer = await server.inject({ url, headers });
  const document = answer.json();
  const operations = Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item as Record<string, { readonly operationId?: string }>).flatMap(({ operationId }) =>
      operationId === undefined || operationId.startsWith('studio_') ? [] : [operationId],
    ),
  );
  const { statusCode: status, body: text } = answer;
  return { status, headers: answer.headers, operations, schemas: document.components?.schemas ?? {}, text };
}

test('the document for a caller has what their scopes and their role allow', async (t) => {
  const service = await testService(t, 'test/access');
  const of = (role: string, scope: string) =>
    shownBy(service, '/openapi.json?for=me', service.token({ identity_id: 7, role, scope }));
  const doctor = await of('doctor', 'manage:data');
  t.match(doctor.headers, { 'cache-control': 'private, no-cache', vary: 'Authorization' });
  t.ok(['list_treatment', 'create_treatment', 'delete_treatment'].every((each) => doctor.operations.includes(each)));
  t.ok('kind' in (doctor.schemas.treatment?.properties ?? {}));
  const patient = await of('patient', 'manage:data');
  t.ok(patient.operations.includes('list_treatment'));
  t.notOk(
    patient.operations.some((each) => /^(create|update|delete)_treatment$/.test(each)),
    'the role reads',
  );
  const { studio_model: _, ...ofRows } = patient.schemas;
  t.notMatch(JSON.stringify(ofRows), /surgery|"kind"/, 'a field that the role may not read is nowhere');
  t.notMatch(patient.text, /surgery/);
  const clerk = await of('clerk', 'read:data:treatment');
  t.same(
    clerk.operations.filter((each) => !each.startsWith('redirect')),
    ['list_treatment', 'read_treatment'],
  );
  const nobody = await of('', 'manage:data');
  t.notOk(
    nobody.operations.some((each) => each.endsWith('_treatment')),
    'a token without a role',
  );
  t.same((await of('doctor', '')).operations, [], 'a token without a scope');
  for (const { text } of [doctor, patient, clerk, nobody]) t.ok(validate(JSON.parse(text)).valid);
  t.ok((await shownBy(service, '/openapi.json', null)).text.length > doctor.text.length, 'the whole is for everybody');
  t.equal((await of('doctor', 'manage:data')).text, doctor.text);
});

test('the document for a caller needs a caller', async (t) => {
  const service = await testService(t, 'test/access');
  for (const token of [null, 'x.y.z']) {
    const refused = await shownBy(service, '/openapi.json?for=me', token);
    t.match(refused, { status: 401, headers: { 'cache-control': 'private, no-cache', vary: 'Authorization' } });
  }
  t.equal((await shownBy(service, '/openapi.json?for=you', null)).status, 400);
  t.equal((await shownBy(service, '/openapi.json?for=me&for=all', null)).status, 400);
});

test('where service.yaml says so, the document is for callers alone, and the pages are not there', async (t) => {
  const cors = { origins: ['https://app.example.org'], maxAgeSeconds: 60 };
  const service = await serveNotes(t, { documentFor: 'caller', cors });
  t.equal((await shownBy(service, '/openapi.json', null)).status, 401);
  const token = service.token({ identity_id: 7, scope: 'read:data:note' });
  for (const url of ['/openapi.json', '/openapi.json?for=me']) {
    const shown = await shownBy(service, url, token, 'https://app.example.org');
    t.same(shown.operations, ['list_note', 'read_note'], url);
    t.match(shown.headers.vary, /Origin.*Authorization/i, url);
  }
  for (const url of ['/docs/', '/docs/reference/', '/docs/reference/openapi.json', '/docs/resources/note.html'])
    t.equal((await service.server.inject(url)).statusCode, 404, url);
});
