import { writeJson } from './json.ts';
import { shapes } from './resources.ts';
import { noShape } from './shape.ts';

/** The options of a list or a read of any resource. */
export interface Asked {
  readonly where?: object;
  readonly select?: readonly string[];
  readonly embed?: string;
  readonly related?: object;
  readonly order?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly valid_at?: string | Date;
  readonly as_of?: string | Date;
  /** The members of many rows that are sent. */
  readonly columns?: readonly string[];
  readonly onConflict?: readonly string[] | undefined;
}

/** The query of a URL with its question mark; empty without parameters. */
export function queryOf(
  name: string,
  { where = {}, columns, onConflict, select, embed, related = {}, ...rest }: Asked,
): string {
  const query = new URLSearchParams();
  addAll(query, conditionsOf(where, name), '');
  if (columns !== undefined && columns.length > 0) query.set('columns', columns.join());
  if (onConflict !== undefined) query.set('on_conflict', onConflict.join());
  if (select !== undefined) query.set('select', select.join());
  if (embed !== undefined && embed !== '') query.set('embed', embed);
  addPage(query, rest, '');
  addRelated(query, related, '');
  return query.size === 0 ? '' : `?${query}`;
}

/** Options of embedded relations, each under the path of its aliases. */
function addRelated(query: URLSearchParams, related: object, path: string): void {
  for (const [alias, { related: below = {}, ...page }] of Object.entries(related) as [string, Asked][]) {
    addPage(query, page, `${path}${alias}.`);
    addRelated(query, below, `${path}${alias}.`);
  }
}

function addPage(query: URLSearchParams, { order, limit, offset, valid_at, as_of }: Asked, path: string): void {
  if (order !== undefined && order.length > 0) query.set(`${path}order`, order.join());
  for (const [parameter, value] of Object.entries({ limit, offset, valid_at, as_of })) {
    if (value !== undefined) query.set(`${path}${parameter}`, wordOf(value));
  }
}

/** A condition: an operator on a field, or several conditions of which all or one must hold. */
type Condition = Comparison | Tree;

interface Comparison {
  readonly path: string;
  readonly negated: boolean;
  readonly operator: string;
  readonly operand: unknown;
  readonly isJson: boolean;
}

interface Tree {
  /** The alias of the relation that it is about; none for the row itself. */
  readonly path: string;
  readonly word: 'and' | 'or' | 'not.and';
  readonly conditions: readonly Condition[];
}

function conditionsOf(where: object, name: string): readonly Condition[] {
  const { json, relations } = shapes[name] ?? noShape;
  return Object.entries(where).flatMap(([member, asked]): readonly Condition[] => {
    if (asked === undefined) return [];
    if (member === 'and' || member === 'or') {
      const each = (asked as readonly object[]).map((one) => tree('', 'and', conditionsOf(one, name)));
      return [tree('', member, each)];
    }
    if (member === 'not') return [tree('', 'not.and', conditionsOf(asked, name))];
    const target = Object.hasOwn(relations, member) ? relations[member] : undefined;
    if (target === undefined) return comparisonsOf(member, asked, isJsonAt(member, json));
    const { is, ...related } = asked as { readonly is?: unknown };
    const found = conditionsOf(related, target);
    const presence = is === undefined ? [] : comparisonsOf(member, { is }, false);
    return found.length === 0 ? presence : [...presence, tree(member, 'and', found)];
  });
}

function comparisonsOf(path: string, operators: object, isJson: boolean, negated = false): readonly Condition[] {
  return Object.entries(operators).flatMap(([operator, operand]): readonly Condition[] => {
    if (operand === undefined) return [];
    if (operator !== 'not') return [{ path, negated, operator, operand, isJson }];
    const within = Object.keys(operand);
    if (within.length === 1) return comparisonsOf(path, operand, isJson, true);
    return [tree('', 'not.and', comparisonsOf(path, operand, isJson))];
  });
}

function tree(path: string, word: Tree['word'], conditions: readonly Condition[]): Tree {
  return { path, word, conditions };
}

/** `->` leads to JSON, and `->>` to its text. */
function isJsonAt(member: string, json: readonly string[]): boolean {
  const arrow = member.lastIndexOf('->');
  return arrow < 0 ? json.includes(member) : !member.startsWith('->>', arrow);
}

function addAll(query: URLSearchParams, conditions: readonly Condition[], path: string): void {
  for (const condition of conditions) {
    if ('operator' in condition) query.append(`${path}${condition.path}`, operationText(condition, false));
    else if (condition.word === 'and') addAll(query, condition.conditions, pathTo(`${path}${condition.path}`));
    else query.append(`${path}${condition.word}`, `(${condition.conditions.map(operandText).join()})`);
  }
}

/** A condition within a tree. */
function operandText(condition: Condition): string {
  if ('operator' in condition) return `${condition.path}.${operationText(condition, true)}`;
  const { path, word, conditions } = condition;
  const [only] = conditions;
  if (path === '' && word === 'and' && conditions.length === 1 && only !== undefined) return operandText(only);
  return `${pathTo(path)}${word}(${conditions.map(operandText).join()})`;
}

function pathTo(path: string): string {
  return path === '' || path.endsWith('.') ? path : `${path}.`;
}

function operationText({ negated, operator, operand, isJson }: Comparison, isWithin: boolean): string {
  return `${negated ? 'not.' : ''}${operator}.${operandOf(operator, operand, isJson, isWithin)}`;
}

function operandOf(operator: string, operand: unknown, isJson: boolean, isWithin: boolean): string {
  if (operator === 'is') return String(operand);
  const word = isJson ? writeJson : wordOf;
  if (operator === 'in') return `(${(operand as readonly unknown[]).map((each) => quoted(word(each))).join()})`;
  const isArray = Array.isArray(operand) && (!isJson || operator.includes('('));
  const text = isArray ? arrayText(operand, word) : word(operand);
  return isWithin ? quoted(text) : text;
}

function arrayText(elements: readonly unknown[], word: (value: unknown) => string): string {
  return `{${elements.map((each) => (each === null ? 'null' : quoted(word(each)))).join()}}`;
}

function wordOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
