import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapiDocument } from '../../engine/contract/openapi/document.ts';
import type { Model } from '../../engine/model/model.ts';
import { checkFormat } from '../../engine/vocabulary/value/format.ts';
import { readJsonText } from '../../engine/vocabulary/value/json_text.ts';

/** A request and what came back. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, unknown>>;
  readonly requestBody: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * A function from an exchange to everything in it that is not as the OpenAPI document of the service says: an answer always,
 * a request where it succeeded. Schemas are compiled when first needed.
 */
export function createConformance(model: Model): (exchange: Exchange) => readonly string[] {
  const { basePath } = model.service;
  let document: Document | null = null;
  let check: Check | null = null;
  return (exchange) => {
    document ??= openapiDocument(model) as unknown as Document;
    check ??= checkOf(document);
    const place = placeOf(document, basePath, exchange);
    if (place === null) return faultsOfUnknown(exchange, check);
    const { operation, parameters, id } = place;
    const response = operation.responses[exchange.status];
    // A body where the document has none may be refused for itself.
    if (response === undefined && operation.requestBody === undefined && exchange.requestBody !== '')
      return faultsOfUnknown(exchange, check);
    if (response === undefined) return [`${operation.operationId} has no status ${exchange.status}`];
    const answer = asPreferred(exchange, forRows(exchange, resolve<Response>(document, response)), parameters);
    const faults = faultsOfAnswer(exchange, answer, document, check);
    if (exchange.status >= 400) return faults;
    return [...faults, ...faultsOfRequest(exchange, operation, parameters, id, document, check)];
  };
}

const checks = new Map<string, Check>();

/** To compile schemas takes longer than most tests, and many services of a process have the same. */
function checkOf(document: Document): Check {
  const schemas = JSON.stringify(document.components);
  const check = checks.get(schemas) ?? checker(document);
  checks.set(schemas, check);
  return check;
}

/** The answer of an operation; to a body with many rows, the one for them. */
function forRows(exchange: Exchange, response: Response): Response {
  const content = response['x-many-rows'];
  return content !== undefined && hasManyRows(exchange) ? { ...response, content } : response;
}

function hasManyRows({ requestHeaders, requestBody }: Pick<Exchange, 'requestHeaders' | 'requestBody'>): boolean {
  return !/[/+]json$/.test(sentType(requestHeaders)) || requestBody.trimStart().startsWith('[');
}

function sentType(headers: Exchange['requestHeaders']): string {
  return typeOf(headers).trim().toLowerCase();
}

/** The answer of an operation; with a preference that has an answer of its own, that one. */
function asPreferred({ headers, status }: Exchange, response: Response, parameters: readonly Parameter[]): Response {
  const applied = String(headers['preference-applied'] ?? '').split(', ');
  const answers = parameters.find(({ name }) => name === 'Prefer')?.['x-answers'] ?? {};
  const [schema] = applied.flatMap((preference) => answers[preference] ?? []);
  return schema === undefined || status >= 300
    ? response
    : { ...response, content: { 'application/json': { schema } } };
}

/** The place of an exchange in the document; null where nothing is. */
function placeOf(document: Document, basePath: string, { method, url }: Exchange) {
  const path = decoded(url.split('?', 1)[0] ?? '');
  if (!path?.startsWith(`${basePath}/`)) return null;
  const [, name, id, part, ...more] = path.slice(basePath.length).split('/');
  const template = `/${name}${id === undefined ? '' : '/{id}'}${part === undefined ? '' : `/${part}`}`;
  const item =
    more.length > 0 || id === ''
      ? undefined
      : name === 'rpc'
        ? calledAs(document, id ?? '')
        : (document.paths[`/${name}/${id}`] ?? document.paths[template]);
  // A HEAD is a GET without the body of its answer (RFC 9110, 9.3.2).
  const operation = item?.[(method === 'HEAD' ? 'GET' : method).toLowerCase()] as Operation | undefined;
  if (item === undefined || operation === undefined) return null;
  const parameters = [...((item.parameters ?? []) as object[]), ...(operation.parameters ?? [])];
  return { operation, parameters: parameters.map((each) => resolve<Parameter>(document, each)), id };
}

/** The call that clients of PostgREST have under a name: with its resource, or alone. */
function calledAs({ paths }: Document, name: string): Document['paths'][string] | undefined {
  const isNamed = ({ post }: Document['paths'][string]) => {
    const { operationId = '' } = (post ?? {}) as Partial<Operation>;
    return operationId === name || (operationId.includes('.') && operationId.split('.')[1] === name);
  };
  const found = Object.values(paths).filter(isNamed);
  const [only] = found;
  return only === undefined || found.length > 1 ? undefined : withIdInBody(only);
}

/** There, the id stands in the body. */
function withIdInBody({ parameters, ...item }: Document['paths'][string]): Document['paths'][string] {
  if (parameters === undefined) return item;
  const { requestBody: _, ...post } = item.post as Operation;
  return { ...item, post };
}

/** A path that cannot be decoded is none. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Nothing but a refusal is there where the document has nothing. */
function faultsOfUnknown({ method, status, headers, body }: Exchange, check: Check): readonly string[] {
  if (method === 'OPTIONS' && status === 204) return [];
  if (status < 400) return [`the document has no such operation, and the answer is ${status}`];
  if (method === 'HEAD') return [];
  if (typeOf(headers) !== problemType) return [`a refusal is of the type ${typeOf(headers)}`];
  return check({ $ref: '#/components/schemas/problem' }, readJsonText(body));
}

function faultsOfAnswer(exchange: Exchange, response: Response, document: Document, check: Check): readonly string[] {
  const { status, headers } = exchange;
  const faults: string[] = [];
  const documented = new Map<string, Header>();
  for (const [name, header] of Object.entries(response.headers ?? {}))
    documented.set(name.toLowerCase(), resolve<Header>(document, header));
  for (const [name, { required = false, schema }] of documented) {
    const value = headers[name];
    if (value !== undefined)
      faults.push(...check(schema, asSent(value, schema)).map((each) => `header ${name}${each}`));
    else if (required) faults.push(`the answer ${status} has no header ${name}`);
  }
  for (const name of ownHeaders)
    if (headers[name] !== undefined && !documented.has(name)) faults.push(`the answer ${status} has a header ${name}`);
  // A row that its writer may not read has neither a body nor a tag, where the document lets both be missing.
  const mayBeUnread = documented.get('etag')?.required !== true && headers.etag === undefined;
  if (
    (status === 201 || (status === 200 && exchange.method === 'POST')) &&
    mayBeUnread &&
    exchange.body === '' &&
    headers['content-type'] === undefined
  )
    return faults;
  return [...faults, ...faultsOfBody(exchange, response, check)];
}

function faultsOfBody(
  { method, url, status, headers, body }: Exchange,
  { content = {} }: Response,
  check: Check,
): readonly string[] {
  const type = typeOf(headers);
  if (body === '' && (method === 'HEAD' || status === 304 || status === 307 || Object.keys(content).length === 0))
    return [];
  // The document tells of plans in words alone.
  if (/^application\/vnd\.pgrst\.plan\+/.test(type)) return [];
  const schema = content[type]?.schema ?? singular(type, content);
  if (schema === undefined) return [`the answer ${status} is of the type ${type || 'nothing'}`];
  const asked = new URLSearchParams(url.split('?')[1] ?? '');
  const isStripped = String(headers['content-type']).includes(';nulls=stripped');
  const isShaped = status < 300 && (asked.has('select') || isStripped);
  const of = (value: unknown, shape: object) =>
    check(isShaped ? withoutMembers(shape) : shape, value, status < 300 && asked.has('as_of'));
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
    case problemType:
      return of(readJsonText(body), schema);
    // The schema says what the rows are, and the type how they are written.
    case 'application/x-ndjson': {
      const rows = body.split('\n').filter((line) => line !== '');
      return of(
        rows.map((line) => readJsonText(line)),
        { ...schema, maxItems: rows.length },
      );
    }
    case 'text/csv':
      return body.endsWith('\r\n') ? [] : ['a page of CSV does not end a line'];
    default:
      return [`nothing is known of the type ${type}`];
  }
}

/** A page that is one row, as an object: the document tells of it in words alone. */
function singular(type: string, content: Response['content'] = {}): object | undefined {
  const page = content['application/json']?.schema;
  if (type === 'application/vnd.pgrst.array+json') return page;
  return type === 'application/vnd.pgrst.object+json' && page !== undefined && 'items' in page
    ? (page.items as object)
    : undefined;
}

/** With `select`, the members are those that it names. */
function withoutMembers(schema: object): object {
  return 'items' in schema ? { type: 'array', items: { type: 'object' } } : { type: ['object', 'null'] };
}

function faultsOfRequest(
  { method, url, requestHeaders, requestBody }: Exchange,
  { requestBody: described }: Operation,
  parameters: readonly Parameter[],
  id: string | undefined,
  document: Document,
  check: Check,
): readonly string[] {
  const faults: string[] = [];
  const sent = new URLSearchParams(url.split('?')[1] ?? '');
  const free = parameters.find(({ style, schema }) => style === 'form' && 'patternProperties' in schema);
  const others: Record<string, string | readonly string[]> = {};
  for (const name of new Set(sent.keys())) {
    const values = sent.getAll(name);
    const one = values.length === 1 ? (values[0] ?? '') : values;
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name && each !== free);
    // A relation by the name that this very request gives it.
    if (sent.get('select')?.includes(`${name}:`)) continue;
    if (parameter === undefined) others[name] = one;
    else
      faults.push(
        ...check(parameter.schema, asSent(one, parameter.schema)).map((each) => `parameter ${name}=${one}${each}`),
      );
  }
  const unknown = Object.keys(others);
  if (unknown.length > 0) {
    if (free === undefined) faults.push(`the document has no parameter ${unknown}`);
    else faults.push(...check(free.schema, others).map((each) => `parameter ${JSON.stringify(others)}${each}`));
  }
  for (const { name, in: place, schema } of parameters) {
    if (place === 'path') faults.push(...check(schema, asSent(id ?? '', schema)).map((each) => `path ${name}${each}`));
    const value = requestHeaders[name.toLowerCase()];
    // What of these is not understood is left alone (RFC 7240, 2; RFC 9110, 14.2).
    if (place !== 'header' || value === undefined || name === 'Prefer' || name === 'Range') continue;
    faults.push(...check(schema, asSent(value, schema)).map((each) => `header ${name}: ${value}${each}`));
  }
  if (described === undefined || method === 'HEAD') return faults;
  const type = sentType(requestHeaders);
  const isMany = described['x-many-rows'] !== undefined && hasManyRows({ requestHeaders, requestBody });
  const content = isMany ? described['x-many-rows'] : described.content;
  const { schema } = content?.[/[/+]json$/.test(type) ? 'application/json' : type] ?? {};
  if (schema === undefined) return [...faults, `the document has no body of the type ${type}`];
  // With columns, other members are left alone, and what is lacking may be null.
  // A row of an upsert that is there need not have what a create needs, and may have what it shows.
  const isUpsert = String(requestHeaders.prefer).includes('resolution=');
  if (type === 'text/csv' || sent.has('columns') || isUpsert) return faults;
  const value =
    type === 'application/x-ndjson'
      ? requestBody
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => readJsonText(line))
      : readJsonText(requestBody);
  return [...faults, ...check(resolve<object>(document, schema), value).map((each) => `body${each}`)];
}

/** A parameter or header as its schema sees it. */
function asSent(value: unknown, schema: object): unknown {
  const { type } = schema as { readonly type?: unknown };
  return type === 'integer' && /^-?\d+$/.test(String(value)) ? Number(value) : value;
}

function typeOf(headers: Exchange['headers']): string {
  return String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
}

const problemType = 'application/problem+json';

/** Headers of ours, which are there only where the document says so. */
const ownHeaders = [
  'content-range',
  'etag',
  'link',
  'location',
  'preference-applied',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'strict-transport-security',
  'www-authenticate',
];

/** With `wasSo`, a field may have a value that its definition once allowed. */
type Check = (schema: object, value: unknown, wasSo?: boolean) => readonly string[];

/** A function from a schema of the document and a value to what is wrong with the value. */
export function checker(document: { readonly components: object }): Check {
  // To inline and optimize schemas takes longer than the tests then check with them.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    multipleOfPrecision: 9,
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  for (const format of ['gln', 'gsrn', 'eic', 'org'] as const) {
    ajv.addFormat(format, (text) => checkFormat(format, text) === null);
  }
  ajv.addSchema({ components: document.components }, 'document');
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  const texts = new WeakMap<object, string>();
  return (schema, value, wasSo = false) => {
    const text = texts.get(schema) ?? JSON.stringify(schema).replaceAll('"#/', '"document#/');
    texts.set(schema, text);
    const conforms = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, conforms);
    const errors = conforms(value) ? [] : (conforms.errors ?? []);
    return errors
      .filter(({ keyword }) => !wasSo || !['type', 'enum', 'anyOf'].includes(keyword))
      .map((error) => `${error.instancePath} ${error.message}`);
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly style?: string;
  readonly schema: object;
  readonly 'x-answers'?: Readonly<Record<string, object>>;
}

interface Header {
  readonly required?: boolean;
  readonly schema: object;
}

interface Response {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
  readonly 'x-many-rows'?: Content;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: { readonly content: Content; readonly 'x-many-rows'?: Content };
  readonly responses: Readonly<Record<string, object>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

function resolve<T>({ components }: Document, value: object): T {
  if (!('$ref' in value)) return value as T;
  const [, , kind = '', name = ''] = String(value.$ref).split('/');
  return components[kind]?.[name] as T;
}
