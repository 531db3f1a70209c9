import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'tap';
import { parse } from 'yaml';
import { getLanguageService, type Hover, TextDocument } from 'yaml-language-server';
import { readFiles } from '../../engine/definition/file/read.ts';
import { languageParts } from '../../engine/definition/language/language_parts.ts';
import { buildModel as buildModelWith } from '../../engine/definition/load.ts';
import { keysBelow } from '../../engine/docs/place/keys.ts';
import { features } from '../../engine/feature/features.ts';
import { buildModel, languageSchema } from '../../engine/feature/load.ts';
import { serviceFunctions } from '../../engine/schema/role/role.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { fieldTypes } from '../../engine/vocabulary/field_type.ts';
import type { JsonSchema } from '../../engine/vocabulary/json_schema/json_schema.ts';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
const validate = ajv.compile(languageSchema);

test('the language is a JSON Schema of 2020-12', async (t) => {
  t.ok(ajv.validateSchema(languageSchema), ajv.errorsText());
  t.equal(languageSchema.$schema, 'https://json-schema.org/draft/2020-12/schema');
});

test('every key of the language has a description', async (t) => {
  const definitions = languageSchema.$defs as Record<string, Record<string, unknown>>;
  const described = (schema: Record<string, unknown>): boolean =>
    typeof schema.description === 'string' ||
    (typeof schema.$ref === 'string' && described(definitions[schema.$ref.replace('#/$defs/', '')] ?? {}));
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, below] of Object.entries(schema)) {
      visit(below, `${path}/${key}`);
      if (key !== 'properties' || path.endsWith('/if')) continue;
      for (const [name, property] of Object.entries(below as Record<string, Record<string, unknown>>)) {
        t.ok(described(property), `${path}/${name}`);
      }
    }
  };
  visit(languageSchema, '');
});

test('every definition here is valid by it', async (t) => {
  for (const folder of ['resources', 'test/register', 'test/library', 'test/five_lines']) {
    for (const [file, bytes] of await readFiles(folder)) {
      if (!file.endsWith('.yaml')) continue;
      t.ok(validate(parse(Buffer.from(bytes).toString())), `${folder}/${file} ${ajv.errorsText(validate.errors)}`);
    }
  }
});

test('a default that is written changes nothing', async (t) => {
  const service = {
    service: 'Library',
    ...{ document: {}, limits: {}, claims: {}, headers: {} },
    ...{ token: { issuer: 'https://login.example.org' }, studio: { client_id: 'studio' } },
    cors: { origins: ['*'] },
    events: { prefix: 'org.example', webhooks: {} },
  };
  const loan = {
    resource: 'loan',
    temporal: { timeline: 'book_id' },
    search: { fields: ['reason'] },
    fields: { book_id: { type: 'reference', to: 'book' }, reason: { type: 'text' } },
    calls: { move: { handler: 'move.ts', errors: { busy: { title: 'Busy' } } } },
  };
  const book = { resource: 'book', fields: { title: { type: 'text' } } };
  const modelOf = (files: Record<string, object>) => {
    const written = Object.entries({ service, loan, book, ...files }).map(
      ([name, content]) => [`${name}.yaml`, Buffer.from(JSON.stringify(content))] as const,
    );
    const built = buildModel(new Map(written), 'library');
    t.ok(built.ok, JSON.stringify(built));
    return built.ok ? built.model : null;
  };
  const silent = modelOf({});
  const { service: ofService, resource, text_field: field } = languageSchema.$defs as Record<string, JsonSchema>;
  const { calls } = languageParts.resource.properties;
  const cases: readonly (readonly [
    JsonSchema | undefined,
    (path: string, value: unknown) => Record<string, object>,
  ])[] = [
    [ofService, (path, value) => ({ service: withKey(service, path, value) })],
    [resource, (path, value) => ({ loan: withKey(loan, path, value) })],
    [
      calls.additionalProperties,
      (path, value) => ({ loan: withKey(loan, `calls.move.${path.replace('<name>', 'busy')}`, value) }),
    ],
    [field, (path, value) => ({ loan: withKey(loan, `fields.reason.${path}`, value) })],
  ];
  for (const [schema = {}, filesOf] of cases) {
    const keys = keysBelow(schema, languageSchema, ['fields', 'calls']).filter((key) => 'default' in key.schema);
    t.not(keys.length, 0);
    for (const { path, schema } of keys) t.strictSame(modelOf(filesOf(path, schema.default)), silent, path);
  }
});

function withKey(content: object, path: string, value: unknown): object {
  const [key = '', ...rest] = path.split('.');
  const below = (content as Record<string, object>)[key] ?? {};
  return { ...content, [key]: rest.length === 0 ? value : withKey(below, rest.join('.'), value) };
}

// An editor: the documents name the schema in their first line, as those in resources/ do.

const editor = getLanguageService({
  schemaRequestService: async () => JSON.stringify(languageSchema),
  workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
});
editor.configure({ validate: true, hover: true, completion: true, yamlVersion: '1.2' });

type Document = Parameters<typeof editor.doValidation>[0];

let opened = 0;

/** Opens a document, and finds the place of the `|` in it, which is taken out. */
function open(text: string): {
  readonly document: Document;
  readonly position: { line: number; character: number };
} {
  opened += 1;
  const before = text.slice(0, text.indexOf('|')).split('\n');
  const content = `# yaml-language-server: $schema=schema.json\n${text.replace('|', '')}`;
  return {
    document: TextDocument.create(`file:///resources/${opened}.yaml`, 'yaml', 1, content) as Document,
    position: { line: before.length, character: before.at(-1)?.length ?? 0 },
  };
}

async function completions(text: string): Promise<readonly string[]> {
  const { document, position } = open(text);
  const { items } = await editor.doComplete(document, position, false);
  return items.map(({ label }) => label);
}

test('an editor completes keys and values', async (t) => {
  const cases: readonly (readonly [text: string, offered: readonly string[], not: readonly string[]])[] = [
    ['|\n', ['resource', 'service'], ['fields', 'limits']],
    ['service: Test\n|\n', ['base_path', 'require_if_match', 'limits', 'claims'], ['resource', 'fields']],
    ['resource: unit\n|\nfields:\n  a: { type: text }\n', ['operations', 'history', 'temporal'], ['limits', 'fields']],
    ['resource: unit\noperations: [|]\n', ['list', 'read', 'create', 'update', 'delete'], []],
    ['resource: unit\nhistory: |\n', ['true', 'false'], []],
    ['resource: unit\ntemporal:\n  |\n', ['timeline', 'overlap', 'align', 'freeze', 'start_window'], []],
    ['resource: unit\ntemporal:\n  overlap: |\n', ['make_room', 'reject'], []],
    ['resource: unit\ntemporal:\n  start_window:\n    |\n', ['from', 'to'], []],
    ['resource: unit\nfields:\n  a:\n    |\n', ['type'], ['max_length', 'minimum']],
    ['resource: unit\nfields:\n  a:\n    type: |\n', [...fieldTypes.keys()], []],
    ['resource: unit\nfields:\n  a:\n    type: text\n    |\n', ['max_length', 'format', 'nullable'], ['minimum', 'to']],
    ['resource: unit\nfields:\n  a: { type: text, m| }\n', ['max_length', 'min_length'], ['minimum', 'maximum']],
    ['resource: unit\nfields:\n  a: { type: integer, m| }\n', ['minimum', 'maximum', 'multiple_of'], ['max_length']],
    ['resource: unit\nfields:\n  a:\n    type: text\n    format: |\n', ['gln', 'gsrn', 'eic', 'org'], ['by']],
    ['resource: unit\nfields:\n  a:\n    type: array\n    of: |\n', ['text', 'integer'], ['enum', 'json']],
    [
      'resource: unit\nfields:\n  a:\n    type: array\n    of: { type: enum, v| }\n',
      ['values'],
      ['nullable', 'max_length'],
    ],
    ['resource: unit\nrelations:\n  party:\n    |\n', ['resource', 'by'], []],
  ];
  for (const [text, offered, not] of cases) {
    const labels = await completions(text);
    t.strictSame(
      {
        missing: offered.filter((label) => !labels.includes(label)),
        wrong: not.filter((label) => labels.includes(label)),
      },
      { missing: [], wrong: [] },
      text,
    );
  }
});

test('an editor marks what is wrong, and only that', async (t) => {
  const text = [
    'resource: unit',
    'histroy: true',
    'fields:',
    '  a: { type: text, minimum: 1 }',
    '  b: { type: txt }',
    '  c: { type: enum }',
    '  d: { type: text, format: gnl }',
    '  e: { type: text, format: { by: c, new: gln } }',
  ].join('\n');
  const marks = await editor.doValidation(open(`${text}\n|`).document, false);
  t.strictSame(
    marks
      .map(({ range: { start }, message }) => `${start.line}:${start.character} ${String(message).split('.')[0]}`)
      .sort(),
    [
      '2:0 Property histroy is not allowed',
      '4:19 Property minimum is not allowed',
      '5:13 Value is not accepted',
      '6:2 Missing property "values"',
      '7:27 Value is not accepted',
    ],
  );
});

test('an editor shows what a key means', async (t) => {
  const shown = async (text: string) => {
    const { document, position } = open(text);
    const hover: Hover | null = await editor.doHover(document, position);
    return JSON.stringify(hover?.contents ?? null);
  };
  t.match(await shown('resource: unit\nhis|tory: true\n'), /Keep every version/);
  t.match(
    await shown('resource: unit\nfields:\n  a: { type: text, max_l|ength: 3 }\n'),
    /Greatest number of characters/,
  );
  t.match(await shown('service: Test\nlimits: { page_max|imum: 3 }\n'), /Most rows that a list may ask for/);
});

test('a feature that is not there leaves nothing behind', async (t) => {
  const file = (text: string) => Buffer.from(text);
  const party = file('resource: party\nfields: { name: { type: text, nullable: true } }\n');
  const identity = file(
    'resource: identity\nfields: { subject: { type: text, unique: true }, party_id: { type: reference, to: party, nullable: true } }\n',
  );
  const service = file('service: Test\nevents: { prefix: org.example, webhooks: {} }\n');
  const rules: Readonly<Record<string, string>> = {
    notification: 'notify: [{ to: party }]',
    notice: 'notices: [{ type: nameless, when: name=is.null, to: party, message: Name it. }]',
  };
  const made = { notification: /notification|notified/, notice: /notice_/, subscription: /subscription|delivery/ };
  const filesWith = (lines: readonly string[]) =>
    new Map([
      ['service.yaml', service],
      ['identity.yaml', identity],
      ['party.yaml', Buffer.concat([party, file(lines.join('\n'))])],
    ]);
  const all = buildModelWith(filesWith(Object.values(rules)), '', features);
  t.ok(all.ok && Object.keys(made).every((name) => all.model.resources.has(name)));
  for (const [name, sql] of Object.entries(made)) {
    const others = features.filter((feature) => feature.name !== name);
    const own = rules[name];
    const loaded = buildModelWith(filesWith(Object.values(rules).filter((rule) => rule !== own)), '', others);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const { model } = loaded;
    t.notOk(model.resources.has(name), name);
    t.notMatch(schemaText(model), sql);
    t.notMatch(serviceFunctions(model).join(), sql);
    if (own === undefined) continue;
    const unknown = buildModelWith(filesWith([own]), '', others);
    t.match(unknown, { ok: false, faults: [{ message: `unknown key "${own.split(':', 1)[0]}"` }] });
  }
});
