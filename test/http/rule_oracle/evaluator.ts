import type { Comparison, Condition, Logic } from '../../../engine/language/syntax.ts';
import { parseRule } from '../../../engine/vocabulary/query_parser.ts';
import type { Kind, Kinds, PlainRelation } from './kinds.ts';
import { type PlainRow, valueIn } from './row.ts';
import {
  compare,
  instantOf,
  joined,
  listOf,
  momentAt,
  not,
  readText,
  type Truth,
  type TypeName,
  type Value,
} from './values.ts';

/** The rows around a row: those of the present, or of an instant of the past, of which the last is the current versions. */
export type Graph = 'present' | { readonly at: bigint | 'last' };

export interface Surroundings {
  readonly graph: Graph;
  readonly now: bigint;
  /** The present, in which the row of the caller's identity is read. */
  readonly present: bigint;
}

export interface Caller {
  readonly role: string;
  readonly claims: Readonly<Record<string, string>>;
}

/** What a rule asks of the service that holds it. */
export interface World {
  readonly kinds: Kinds;
  readonly caller: Caller;
  readonly named: ReadonlyMap<string, string>;
  rows(kind: Kind, graph: Graph): readonly PlainRow[];
  maySee(row: PlainRow, around: Surroundings): boolean;
}

/** Whether a rule holds for a row; unknown is no. */
export function holds(text: string, row: PlainRow, around: Surroundings, world: World): boolean {
  if (text === 'all' || text === 'nothing') return text === 'all';
  return evaluate(conditionsOf(text), row, { ...around, world, root: row }) === true;
}

const parsed = new Map<string, readonly Condition[]>();

function conditionsOf(text: string): readonly Condition[] {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(`${text}: ${rule.fault.message}`);
  parsed.set(text, rule.value);
  return rule.value;
}

interface Question extends Surroundings {
  readonly world: World;
  /** The row that `$` is about. */
  readonly root: PlainRow;
}

/** Conditions side by side: those about one relation are asked of one row there. */
function evaluate(conditions: readonly Condition[], row: PlainRow, question: Question): Truth {
  const own: Truth[] = [];
  const related = new Map<string, Condition[]>();
  for (const condition of conditions) {
    const [first, ...rest] = condition.path;
    if (first === undefined || (condition.kind === 'comparison' && rest.length === 0 && !isWhole(condition))) {
      own.push(evaluateOwn(condition, row, question));
      continue;
    }
    related.set(first.text, [...(related.get(first.text) ?? []), { ...condition, path: rest }]);
  }
  const found = [...related].map(([alias, below]) =>
    relatedRows(row, alias, question).some((each) => evaluate(below, each, question) === true),
  );
  return joined('and', [...own, ...found]);
}

function isWhole({ operator }: Comparison): boolean {
  return operator === 'rule' || operator === 'visible';
}

function evaluateOwn(condition: Condition, row: PlainRow, question: Question): Truth {
  if (condition.kind === 'logic') return evaluateLogic(condition, row, question);
  const { operator, negated, path } = condition;
  if (operator === 'visible') return question.world.maySee(row, question) !== negated;
  if (operator === 'rule') {
    const named = ruleOf(condition, question);
    const own = { ...question, root: row };
    const truth = evaluate(named, row, own);
    if (!negated) return truth;
    return truth !== true && named.some((each) => lacksCaller(each, row.kind, own, false)) ? null : not(truth);
  }
  const relation = kindOf(row.kind, question).relations[path[0]?.text ?? ''];
  if (relation !== undefined) {
    const isThere = relatedRows(row, path[0]?.text ?? '', question).length > 0;
    return isThere === ((textOf(condition) === 'null') === negated);
  }
  return evaluateComparison(condition, row, question);
}

function evaluateLogic({ operator, negated, operands }: Logic, row: PlainRow, question: Question): Truth {
  const truth = joined(
    operator,
    operands.map((operand) => evaluate([operand], row, question)),
  );
  if (!negated) return truth;
  // No related row is found for a claim that is not there. Its absence does not make this denial true.
  if (truth !== true && operands.some((operand) => lacksCaller(operand, row.kind, question, false))) return null;
  return not(truth);
}

/** Whether a condition compares related rows with a value that the caller does not have. */
function lacksCaller(condition: Condition, kindName: string, question: Question, isBelow: boolean): boolean {
  const names = condition.path.map(({ text }) => text);
  const isAsked = condition.kind === 'logic' || isWhole(condition);
  const relations = isAsked ? names : names.slice(0, -1);
  let kind = kindOf(kindName, question);
  for (const name of relations) kind = kindOf(kind.relations[name]?.to ?? '', question);
  const below = isBelow || relations.length > 0;
  if (condition.kind === 'logic')
    return condition.operands.some((each) => lacksCaller(each, kind.name, question, below));
  if (condition.operator === 'rule') {
    const own = { ...question, root: { ...question.root, kind: kind.name } };
    return ruleOf(condition, question).some((each) => lacksCaller(each, kind.name, own, below));
  }
  if (!below || condition.operator === 'visible') return false;
  const last = names.at(-1) ?? '';
  if (last.startsWith('{') && callerValue(last, leftType(condition, kind, question), question) === null) return true;
  if (!isCaller(condition)) return false;
  return callerValue(textOf(condition), elementType(leftType(condition, kind, question)), question) === null;
}

function ruleOf(condition: Comparison, { world }: Question): readonly Condition[] {
  return conditionsOf(world.named.get(textOf(condition)) ?? '');
}

function isCaller({ value }: Comparison): boolean {
  return (
    value.kind === 'single' &&
    !value.isQuoted &&
    /^\{[a-z_.]+\}$/.test(value.text) &&
    /^\{(word|ref|identity)\b/.test(value.text)
  );
}

function evaluateComparison(comparison: Comparison, row: PlainRow, question: Question): Truth {
  const { operator, negated, modifier, path } = comparison;
  const name = path.at(-1)?.text ?? '';
  const type = leftType(comparison, kindOf(row.kind, question), question);
  const isOfCaller = name.startsWith('{');
  const left = isOfCaller ? callerValue(name, type, question) : valueIn(row, name);
  if (isOfCaller && left === null) return null;
  if (operator === 'is') return stateOf(textOf(comparison), left) !== negated;
  if (isCaller(comparison)) {
    const one = callerValue(textOf(comparison), elementType(type), question);
    if (one === null || (operator === 'starts' && one === '')) return null;
    const right = type === 'array' ? [one] : one;
    const truth = compare(operator, left, right);
    return negated ? not(truth) : truth;
  }
  const isSet = operator === 'in' || modifier !== null;
  const right = isSet ? setOf(comparison, type, question) : rightOf(comparison, type, question);
  const sign = operator === 'in' ? 'eq' : operator;
  const truth =
    isSet && Array.isArray(right)
      ? joined(
          modifier?.text === 'all' ? 'and' : 'or',
          right.map((each) => compare(sign, left, each)),
        )
      : compare(sign, left, right);
  return negated ? not(truth) : truth;
}

function stateOf(word: string, value: Value): boolean {
  if (word === 'null' || word === 'unknown') return value === null;
  return word === 'not_null' ? value !== null : value === (word === 'true');
}

function leftType(comparison: Comparison, kind: Kind, question: Question): TypeName {
  const name = comparison.path.at(-1)?.text ?? '';
  if (!name.startsWith('{')) return kind.fields[name === 'valid_at' ? 'validity' : name] ?? 'text';
  if (name.includes('.')) return typeAt(namesOf(name).slice(1), 'identity', question);
  const { value } = comparison;
  const text = value.kind === 'single' && !value.isQuoted ? value.text : '';
  if (text.startsWith('$')) return elementType(typeAt(text.slice(1).split('.'), question.root.kind, question));
  return text.startsWith('{identity.') ? typeAt(namesOf(text).slice(1), 'identity', question) : 'text';
}

function typeAt(names: readonly string[], from: string, question: Question): TypeName {
  let kind = kindOf(from, question);
  for (const name of names.slice(0, -1)) kind = kindOf(kind.relations[name]?.to ?? '', question);
  return kind.fields[names.at(-1) ?? ''] ?? 'text';
}

function elementType(type: TypeName): TypeName {
  return type === 'array' ? 'text' : type;
}

function rightOf(comparison: Comparison, type: TypeName, question: Question): Value {
  const { value, operator } = comparison;
  const text = textOf(comparison);
  const isPlain = value.kind === 'single' && !value.isQuoted;
  if (isPlain && text.startsWith('$')) {
    const { values, isMany, type: own } = ownValues(text, question);
    if (isMany) return values;
    const [one = null] = values;
    if (one !== null && type === 'period' && own === 'datetime') return instantOf(one as bigint);
    return type === 'array' && own !== 'array' && one !== null ? [one] : one;
  }
  if ((type === 'date' || type === 'datetime' || type === 'period') && /^(now|today)([+-]|$)/.test(text)) {
    const at = momentAt(text, type, question.now);
    return type === 'period' ? instantOf(at as bigint) : at;
  }
  return readText(textual.has(operator) ? 'text' : type, text);
}

/** They compare the text of an enum as well. */
const textual: ReadonlySet<string> = new Set(['starts', 'like', 'ilike', 'match', 'imatch']);

/** Null for a set that is not there. */
function setOf(comparison: Comparison, type: TypeName, question: Question): readonly Value[] | null {
  const { value } = comparison;
  if (value.kind === 'list') return value.items.map(({ text }) => readText(type, text));
  if (!value.text.startsWith('$')) return listOf(value.text).map((text) => readText(type, text));
  const { values, isMany } = ownValues(value.text, question);
  return isMany ? values : ((values[0] ?? null) as readonly Value[] | null);
}

/** What `$field` or `$relation.field` stands for. */
function ownValues(text: string, question: Question) {
  const names = text.slice(1).split('.');
  const { root } = question;
  let rows: readonly PlainRow[] = [root];
  let kind = kindOf(root.kind, question);
  let isMany = false;
  for (const alias of names.slice(0, -1)) {
    const relation = kind.relations[alias] as PlainRelation;
    rows = rows.flatMap((row) => relatedRows(row, alias, question));
    isMany ||= relation.isMany;
    kind = kindOf(relation.to, question);
  }
  const name = names.at(-1) ?? '';
  return { values: rows.map((row) => valueIn(row, name)), isMany, type: kind.fields[name] ?? 'text' };
}

function namesOf(caller: string): readonly string[] {
  return caller.slice(1, -1).split('.');
}

/** A claim, or a value of the caller's identity as it is at present. */
function callerValue(text: string, type: TypeName, question: Question): Value {
  const [claim = '', ...path] = namesOf(text);
  const { claims } = question.world.caller;
  if (path.length === 0) {
    const given = claims[claim];
    return given === undefined || type === 'period' ? null : readText(type, given);
  }
  const present = { ...question, graph: 'present', now: question.present } as const;
  const identity = question.world
    .rows(kindOf('identity', question), 'present')
    .find(({ values }) => values.id === Number(claims.identity));
  return identity === undefined
    ? null
    : (ownValues(`$${path.join('.')}`, { ...present, root: identity }).values[0] ?? null);
}

function relatedRows(row: PlainRow, alias: string, { world, graph }: Question): readonly PlainRow[] {
  const relation = world.kinds.get(row.kind)?.relations[alias];
  const target = world.kinds.get(relation?.to ?? '');
  if (relation === undefined || target === undefined) throw new Error(`no relation ${alias} of ${row.kind}`);
  const key = row.values[relation.from];
  return key === null ? [] : world.rows(target, graph).filter(({ values }) => values[relation.by] === key);
}

function kindOf(name: string, { world }: Question): Kind {
  const kind = world.kinds.get(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}

function textOf({ value }: Comparison): string {
  if (value.kind === 'list') return '';
  return /^"\$.*"$/.test(value.text) ? value.text.slice(1, -1) : value.text;
}
