import fc from 'fast-check';
import type { Model, Resource } from '../../engine/model/model.ts';
import { stepsOf } from '../../engine/model/relation.ts';
import { castTypes } from '../../engine/query/plan/cast.ts';
import { operatorNames as operators } from '../../engine/vocabulary/operator/operators.ts';
import { anyCharacter } from '../any_character.ts';

// Requests of the whole dialect at random, some of them changed, some of them hostile.

/** What is meant to break out of its place: SQL, JSON, headers, paths, numbers, encodings. */
const hostile = fc.constantFrom(
  ...[
    "'",
    "''",
    '"',
    '";--',
    "' or 1=1--",
    '); drop table book;--',
    '$1',
    '$$',
    '\\',
    "\\'",
    '%',
    '*',
    '\0',
    '\u202e',
    '😀',
  ],
  ...['{"a":1}', '[', '{', '}', '{{}}', '{"', '()', '(', ')', ',', '.', '..', ':', '::', '!', '->', '->>', '#>', '@>'],
  ...[
    'pg_sleep(10)',
    'current_user',
    '\r\nset-cookie: a=b',
    '../../etc/passwd',
    '<script>',
    '%00',
    '%25',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what an injection looks like
    '${7*7}',
    '{{7*7}}',
  ],
  ...[
    'NaN',
    'Infinity',
    '-infinity',
    '1e400000',
    '9'.repeat(400),
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'ctid',
  ],
  ...[
    '(a*)*\\1',
    '(x{0,255}){0,255}',
    '(?=a)',
    '[[:alpha:]]{99}',
    '***=(',
    'a:*',
    '!!a',
    "'a b':B",
    'a<99999>b',
    'ＡＢ',
  ],
);

export const headers = fc.record(
  {
    accept: fc.oneof(
      {
        weight: 30,
        arbitrary: fc.constantFrom('application/json', 'application/json', 'text/csv', 'application/x-ndjson'),
      },
      { weight: 1, arbitrary: fc.constantFrom('application/vnd.pgrst.object+json', 'text/x') },
      { weight: 1, arbitrary: printable() },
    ),
    prefer: fc.oneof(
      fc.constantFrom('count=exact', 'count=planned', 'count=estimated', 'handling=strict'),
      printable(),
    ),
    range: fc.oneof(fc.constantFrom('0-1', '1-', '5-2', '0-999', '999-'), printable()),
  },
  { requiredKeys: [] },
);

function printable(): fc.Arbitrary<string> {
  return hostile.map((text) => text.replace(/[^ -~]/g, '?'));
}

/** A list or a read of any resource, with a few parameters of the dialect, some of them changed, some of them hostile. */
export function dialectUrls(model: Model): fc.Arbitrary<string> {
  return fc.constantFrom(...model.resources.values()).chain((resource) => {
    const one = fc.oneof(
      { weight: 4, arbitrary: filterOf(resource, model) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('select'), selectOf(resource, model, 2)) },
      { weight: 1, arbitrary: embedOrInstant(resource, model) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('order'), orderOf(resource, model)) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset', 'after'), fc.oneof(numbers, hostile)) },
      { weight: 1, arbitrary: optionOf(resource, model) },
    );
    const changed = fc.oneof(
      { weight: 8, arbitrary: one },
      { weight: 1, arbitrary: one.chain(([name, value]) => fc.tuple(fc.constant(name), mutated(fc.constant(value)))) },
      { weight: 1, arbitrary: one.chain(([name, value]) => fc.tuple(mutated(fc.constant(name)), fc.constant(value))) },
    );
    const id = resource.actions.has('read') ? fc.constantFrom('', '', '', '/1') : fc.constant('');
    return fc
      .tuple(id, fc.array(changed, { maxLength: 4 }))
      .map(([item, parameters]) => `/${resource.name}${item}?${parameters.map(parameter).join('&')}`);
  });
}

function fieldPath({ fields, relations }: Resource, model: Model, depth = 2): fc.Arbitrary<string> {
  const steps = fc.array(fc.constantFrom('->a', '->>b', '->0', '->>-1', '->"a b"', '->""'), { maxLength: 2 });
  const own = fc.tuple(fc.constantFrom(...fields.keys()), fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, steps));
  const plain = own.map(([name, path]) => name + path.join(''));
  const below = [...relations.values()].flatMap(({ alias, target }) => {
    const resource = model.resources.get(target);
    return depth === 0 || resource === undefined
      ? []
      : [fieldPath(resource, model, depth - 1).map((path) => `${alias}.${path}`)];
  });
  return fc.oneof({ weight: 4, arbitrary: plain }, ...below, fc.constantFrom(...relations.keys(), 'id'));
}

function filterOf(resource: Resource, model: Model): fc.Arbitrary<readonly [string, string]> {
  const fields = [...resource.fields.values()];
  const words = fields.flatMap(({ example, type }) => [
    String(example ?? 'null'),
    ...(type.kind === 'enum' ? type.values : []),
  ]);
  const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, numbers, anything, hostile);
  const modifier = fc.constantFrom('', '', '', '', '(any)', '(all)', '(english)', '(klingon)');
  const scalar = fc
    .tuple(
      fc.constantFrom('', '', 'not.'),
      fc.constantFrom(...operators),
      modifier,
      fc.array(value, { minLength: 1, maxLength: 3 }),
    )
    .map(([not, operator, modified, values]) => {
      const braced = modified.startsWith('(a') || ['cs', 'cd', 'ov'].includes(operator);
      if (operator === 'in') return `${not}in.(${values.join()})`;
      return `${not}${operator}${modified}.${braced ? `{${values.join()}}` : values[0]}`;
    });
  const operation = fc.oneof(
    { weight: 4, arbitrary: scalar },
    fc.constantFrom('is.null', 'not.is.null', 'is.true', 'is.unknown'),
  );
  const path = fieldPath(resource, model);
  const quoted = operation.map((text) =>
    text.replace(/\.([^.]*[,()"][^.]*)$/, (_all, rest) => `.${JSON.stringify(rest)}`),
  );
  const leaf = fc.tuple(path, fc.oneof(operation, quoted)).map(([field, text]) => `${field}.${text}`);
  const { tree } = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
    leaf: fc.oneof(
      { depthSize: 'small' },
      { weight: 4, arbitrary: leaf },
      tie('tree').map((text) => `not.or${text}`),
      tie('tree').map((text) => `and${text}`),
    ),
    tree: fc
      .array(tie('leaf'), { minLength: 1, maxLength: 3, depthIdentifier: 'tree' })
      .map((all) => `(${all.join()})`),
  }));
  const trees = fc.constantFrom(
    'and',
    'or',
    'not.and',
    'not.or',
    ...[...resource.relations.keys()].map((alias) => `${alias}.or`),
  );
  return fc.oneof({ weight: 3, arbitrary: fc.tuple(path, operation) }, { weight: 1, arbitrary: fc.tuple(trees, tree) });
}

function selectOf({ fields, relations }: Resource, model: Model, depth: number): fc.Arbitrary<string> {
  const name = fc.constantFrom(...fields.keys());
  const as = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    fc.constantFrom('a:', 'B:', '"é è":', 'id:'),
    hostile.map((text) => `${text}:`),
  );
  const cast = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    fc.constantFrom(...castTypes.keys()).map((type) => `::${type}`),
    hostile.map((text) => `::${text}`),
  );
  const steps = fc.constantFrom('', '', '', '->a', '->>a', '->0->>b', '->"x y"', '->""');
  const column = fc.tuple(as, name, steps, cast).map((parts) => parts.join(''));
  const embeds = [...relations.values()].flatMap((relation) => {
    const { alias, target } = relation;
    const [{ from, to } = { from: alias, to: alias }] = stepsOf(relation);
    const resource = model.resources.get(target);
    if (resource === undefined || depth === 0) return [];
    const join = fc.constantFrom('', '', '!inner', '!left', '!', '!x', `!${to}`, `!inner!${from}`);
    return [
      fc
        .tuple(
          fc.constantFrom('', '', '...', 'x:'),
          fc.constantFrom(alias, alias, target, from),
          join,
          selectOf(resource, model, depth - 1),
        )
        .map(([before, name, how, inside]) => `${before}${name}${how}(${inside})`),
    ];
  });
  const one = fc.oneof({ weight: 4, arbitrary: column }, fc.constantFrom('*', '', '...', 'a b'), ...embeds);
  return fc.array(one, { minLength: 1, maxLength: 4 }).map((all) => all.join());
}

function orderOf(resource: Resource, model: Model): fc.Arbitrary<string> {
  const related = [...resource.relations.values()].flatMap(({ alias, target }) =>
    [...(model.resources.get(target)?.fields.keys() ?? [])].map((field) => `${alias}(${field})`),
  );
  const key = fc.oneof(fieldPath(resource, model, 0), fc.constantFrom('id', 'a', 'x(id)', ...related), hostile);
  const direction = fc.constantFrom('', '.asc', '.desc', '.up');
  const nulls = fc.constantFrom('', '.nullsfirst', '.nullslast');
  return fc
    .array(fc.tuple(key, direction, nulls), { minLength: 1, maxLength: 3 })
    .map((all) => all.map((parts) => parts.join('')).join());
}

/** What is asked of an embedded relation, which the same URL may embed. */
function optionOf(resource: Resource, model: Model): fc.Arbitrary<readonly [string, string]> {
  const aliases = [...resource.relations.keys(), 'x', 'none'];
  const option = fc.constantFrom('limit', 'offset', 'order', 'valid_at', 'id', 'or', 'not.and');
  const value = fc.oneof(
    numbers,
    hostile,
    orderOf(resource, model),
    fc.constantFrom('eq.1', '(id.eq.1)', '2026-01-01T00:00Z'),
  );
  return fc
    .tuple(fc.constantFrom(...aliases), option)
    .chain(([alias, name]) => fc.tuple(fc.constant(`${alias}.${name}`), value));
}

export const anything = fc.string({ unit: anyCharacter, maxLength: 20 });
export const digits = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String);
export const numbers = fc.oneof(
  digits,
  fc.integer({ min: 0, max: 5 }).map(String),
  fc.double().map(String),
  fc.constantFrom('1e400', '-0', '0.5', '1e-7', '00', '1e5', '12.50'),
);

export const parameter = ([name, value]: readonly [string, string]): string =>
  `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`;

/** Relations of the resource two levels deep with their modifiers, instants of every kind, and what is nearly one. */
export function embedOrInstant({ relations }: Resource, model: Model): fc.Arbitrary<readonly [string, string]> {
  const aliases = [...relations.values()];
  const modifiers = fc.constantFrom('', '!', ' ! ', '!!');
  const embed = fc
    .array(fc.tuple(fc.constantFrom(...aliases, undefined), modifiers, modifiers, fc.nat(9)), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) =>
      parts
        .map(([relation, modifier, below, pick]) => {
          const nested = [...(model.resources.get(relation?.target ?? '')?.relations.keys() ?? [])];
          const inside = nested[pick % Math.max(1, nested.length)];
          return `${relation?.alias ?? 'none'}${modifier}${pick > 6 || inside === undefined ? '' : `(${inside}${below})`}`;
        })
        .join(),
    );
  const instant = fc.constantFrom(
    '2026-01-01T00:00Z',
    '2025-03-01 00:00 Europe/Oslo',
    '9999-12-31T23:59Z',
    '0001-01-01T00:00Z',
    'now',
    '',
  );
  const instantName = fc.constantFrom(
    'as_of',
    'valid_at',
    ...aliases.map(({ alias }) => `${alias}.valid_at`),
    'none.valid_at',
    '.valid_at',
  );
  return fc.oneof(
    fc.tuple(fc.constant('embed'), fc.oneof({ weight: 8, arbitrary: embed }, { weight: 1, arbitrary: mutated(embed) })),
    fc.tuple(instantName, instant),
  );
}

/** A text with a piece taken out, put in or put twice. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.nat(), fc.nat(3), anything, fc.boolean()).map(([text, at, length, piece, twice]) => {
    const start = text.length === 0 ? 0 : at % text.length;
    const end = twice ? start : start + length;
    return text.slice(0, start) + (twice ? text.slice(start, start + length) : piece) + text.slice(end);
  });
}
