import { globSync, readFileSync } from 'node:fs';
import { type Expression, type JSXElement, type JSXFragment, parseSync, Visitor } from 'oxc-parser';
import { test } from 'tap';
import { messages } from '../../engine/studio/words/words.ts';

const files = globSync('engine/studio/**/*.{ts,tsx}').filter((file) => !file.startsWith('engine/studio/words/'));

/** The attributes that people see or hear. */
const heard: ReadonlySet<string> = new Set([
  ...['title', 'placeholder', 'alt', 'label', 'aria-label', 'aria-description', 'aria-placeholder'],
  ...['aria-roledescription', 'aria-valuetext', 'aria-braillelabel'],
]);

test('the components of Studio have no text of their own', async (t) => {
  const components = files.filter((file) => file.endsWith('.tsx'));
  t.ok(components.length > 10);
  for (const file of components) t.strictSame(textsOf(file, readFileSync(file, 'utf8')), [], file);
});

test('each text of Studio has a use, and each use has its text and all that is put into it', async (t) => {
  const texts = textsByName();
  t.ok(texts.size > 20);
  const uses = files.map((file) => usesIn(file, readFileSync(file, 'utf8')));
  const named = new Set(uses.flatMap(({ names }) => names));
  const begun = uses.flatMap(({ patterns }) => patterns);
  const unused = [...texts.keys()].filter((name) => !named.has(name) && !begun.some((each) => each.test(name)));
  t.strictSame(unused, [], 'no text is left over');
  const rooms = new Set([...texts.keys()].map((name) => name.split('.')[0]));
  const missing = [...named].filter((name) => rooms.has(name.split('.')[0]) && !texts.has(name));
  t.strictSame(missing, [], 'no text is missing');
  for (const { name, values } of uses.flatMap(({ calls }) => calls)) {
    const text = texts.get(name) ?? '';
    const places = [...text.matchAll(/%\{(\w+)\}/g)].map(([, place = '']) => place);
    if (text.includes('||||')) places.push('smart_count');
    t.strictSame(
      [...new Set(places)].filter((place) => !values.includes(place)),
      [],
      `all that ${name} says is given`,
    );
  }
});

const found: readonly (readonly [source: string, ...texts: string[]])[] = [
  ['<p>Some text</p>', 'Some text'],
  ['<p> {words("a.b")} · {1}</p>'],
  ["<p>{isOpen ? 'Yes' : no}</p>", 'Yes'],
  [`<p>{count > 0 && \`about \${count} rows\`}</p>`, 'about ', ' rows'],
  ["<p>{'Rows ' + count}</p>", 'Rows '],
  ['<button aria-label="Close" type="button" className="close it" />', 'Close'],
  [`<input placeholder={\`Find \${name}\`} title={title ?? "Untitled"} />`, 'Find ', 'Untitled'],
  ['<List empty={<p>Nothing</p>} name="title" />', 'Nothing'],
  ['<td>{rows.map((row) => <b>Row {row}</b>)}</td>', 'Row'],
];

test('what counts as a text of a component', async (t) => {
  for (const [source, ...texts] of found) t.strictSame(textsOf('a.tsx', source), texts, source);
});

/** What a component says itself. Signs such as a dash between two values count as looks. */
function textsOf(file: string, source: string): readonly string[] {
  const texts: string[] = [];
  const childrenOf = ({ children }: JSXElement | JSXFragment) => {
    for (const child of children) {
      if (child.type === 'JSXText') texts.push(child.value.trim());
      if (child.type === 'JSXExpressionContainer' && child.expression.type !== 'JSXEmptyExpression')
        texts.push(...literalsOf(child.expression));
    }
  };
  new Visitor({
    JSXElement: childrenOf,
    JSXFragment: childrenOf,
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !heard.has(name.name) || value === null) return;
      if (value.type === 'Literal') texts.push(String(value.value));
      if (value.type === 'JSXExpressionContainer' && value.expression.type !== 'JSXEmptyExpression')
        texts.push(...literalsOf(value.expression));
    },
  }).visit(parseSync(file, source).program);
  return texts.filter((text) => /\p{L}/u.test(text));
}

/** The texts that an expression may give as it is. What it hands to a function is not one of them. */
function literalsOf(expression: Expression): readonly string[] {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [expression.value] : [];
    case 'TemplateLiteral':
      return expression.quasis.map(({ value }) => value.cooked ?? '');
    case 'ConditionalExpression':
      return [...literalsOf(expression.consequent), ...literalsOf(expression.alternate)];
    case 'LogicalExpression':
      return [...literalsOf(expression.left), ...literalsOf(expression.right)];
    case 'BinaryExpression':
      return expression.operator === '+' ? [...literalsOf(expression.left), ...literalsOf(expression.right)] : [];
    default:
      return [];
  }
}

interface Uses {
  /** Every literal that could be a name of a text. */
  readonly names: readonly string[];
  /** Of names that are put together. */
  readonly patterns: readonly RegExp[];
  /** Calls that say what is put into a text. */
  readonly calls: readonly { readonly name: string; readonly values: readonly string[] }[];
}

function usesIn(file: string, source: string): Uses {
  const names: string[] = [];
  const patterns: RegExp[] = [];
  const calls: { name: string; values: readonly string[] }[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string' && /^\w+\.\w+$/.test(value)) names.push(value);
    },
    TemplateLiteral: ({ quasis }) => {
      const parts = quasis.map(({ value }) => value.cooked ?? '');
      if (/^\w+\.\w*$/.test(parts[0] ?? '')) patterns.push(new RegExp(`^${parts.map(RegExp.escape).join('\\w+')}$`));
    },
    CallExpression: ({ callee, arguments: [name, values] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'words' || name?.type !== 'Literal') return;
      if (values !== undefined && values.type !== 'ObjectExpression') return;
      const properties = values?.properties ?? [];
      if (properties.some(({ type }) => type === 'SpreadElement')) return;
      const given = properties.flatMap((each) =>
        each.type === 'Property' && each.key.type === 'Identifier' ? [each.key.name] : [],
      );
      calls.push({ name: String(name.value), values: given });
    },
  }).visit(parseSync(file, source).program);
  return { names, patterns, calls };
}

function textsByName(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(messages as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>).flatMap(
      ([room, texts]) => Object.entries(texts).map(([name, text]) => [`${room}.${name}`, text] as const),
    ),
  );
}
