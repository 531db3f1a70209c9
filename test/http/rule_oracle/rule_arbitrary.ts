import type { Choice, Kind, Kinds } from './kinds.ts';
import type { TypeName } from './values.ts';

// Random rules. Some cannot be meant, such as a set where one value stands: the check of definitions refuses them.

const day = 86_400_000;
/** What rows and rules have as instants lies around it. */
export const begun = Date.now();

export function chooseRule(kind: Kind, kinds: Kinds, choice: Choice): string {
  const parameters = Array.from({ length: 1 + choice.upTo(2) }, () => parameter(kind, { root: kind, kinds, choice }));
  const timed = Object.entries(kind.relations).find(
    ([alias, { to }]) => kinds.get(to)?.isTimeline && choice.in100(alias ? 50 : 0),
  );
  if (timed !== undefined) parameters.push(`${timed[0]}.valid_at=${choice.of(['now', 'now', 'now-P1D', 'now+PT2H'])}`);
  return parameters.join('&');
}

interface Context {
  readonly root: Kind;
  readonly kinds: Kinds;
  readonly choice: Choice;
}

function parameter(kind: Kind, context: Context): string {
  const { choice } = context;
  const form = choice.upTo(9);
  if (form < 4) return comparison(kind, context, '=');
  if (form < 7) return tree(kind, context, 2, '=');
  const [alias, target] = relationOf(kind, context) ?? [];
  if (alias === undefined || target === undefined) return comparison(kind, context, '=');
  return form === 7 ? related(alias, target, context, '=') : `${alias}.${comparison(target, context, '=')}`;
}

/** What is asked of a relation, or of rows there as a whole. */
function related(alias: string, { name }: Kind, { choice }: Context, sign: string): string {
  const asked = choice.of([
    'is.null',
    'not.is.null',
    `rule.of_${name}`,
    `not.rule.of_${name}`,
    'visible',
    'not.visible',
  ]);
  return `${alias}${sign}${asked}`;
}

function tree(kind: Kind, context: Context, depth: number, sign: '=' | ''): string {
  const { choice } = context;
  const logic = choice.of(['or', 'or', 'and', 'not.or', 'not.and']);
  const found = choice.in100(30) ? relationOf(kind, context) : null;
  const below = found?.[1] ?? kind;
  const operands = Array.from({ length: 1 + choice.upTo(2) }, () => operand(below, context, depth - 1));
  return `${found === null ? '' : `${found[0]}.`}${logic}${sign}(${operands.join(',')})`;
}

function operand(kind: Kind, context: Context, depth: number): string {
  const { choice } = context;
  const form = choice.upTo(9);
  if (form < 2 && depth > 0) return tree(kind, context, depth, '');
  if (form < 7) return comparison(kind, context, '.');
  const [alias, target] = relationOf(kind, context) ?? [];
  if (alias === undefined || target === undefined) return comparison(kind, context, '.');
  return form === 7 ? related(alias, target, context, '.') : `${alias}.${comparison(target, context, '.')}`;
}

function relationOf(kind: Kind, { kinds, choice }: Context): readonly [string, Kind] | null {
  const all = Object.entries(kind.relations);
  if (all.length === 0) return null;
  const [alias, { to }] = choice.of(all);
  const target = kinds.get(to);
  return target === undefined ? null : [alias, target];
}

function comparison(kind: Kind, context: Context, sign: '=' | '.'): string {
  const { choice } = context;
  const [name, type] = choice.in100(12) ? callerOperand(context) : choice.of(Object.entries(kind.fields));
  return `${name}${sign}${choice.in100(30) ? 'not.' : ''}${operation(type, context, sign === '.')}`;
}

function callerOperand({ choice }: Context): readonly [string, TypeName] {
  return choice.of([
    ['{word}', 'text'],
    ['{ref}', 'reference'],
    ['{ref}', 'text'],
    ['{identity}', 'reference'],
    ...identityPaths,
  ]);
}

const identityPaths: readonly (readonly [string, TypeName])[] = [
  ['{identity.name}', 'text'],
  ['{identity.level}', 'integer'],
  ['{identity.since}', 'date'],
  ['{identity.trusted}', 'boolean'],
  ['{identity.unit_id}', 'reference'],
  ['{identity.unit.remark}', 'text'],
  ['{identity.unit.recorded_at}', 'datetime'],
];

const compared = ['eq', 'neq', 'isdistinct', 'lt', 'lte', 'gt', 'gte'];
const operators: Readonly<Record<TypeName, readonly string[]>> = {
  text: [...compared, 'starts', 'like', 'ilike', 'match', 'imatch'],
  enum: [...compared, 'starts', 'like'],
  integer: compared,
  reference: compared,
  date: compared,
  datetime: compared,
  boolean: compared,
  array: ['eq', 'neq', 'isdistinct', 'cs', 'cd', 'ov'],
  period: ['eq', 'neq', 'isdistinct', 'cs', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
};

function operation(type: TypeName, context: Context, isInTree: boolean): string {
  const { choice } = context;
  const form = choice.upTo(19);
  if (form === 0 && type !== 'period')
    return `is.${choice.of(type === 'boolean' ? ['null', 'true', 'false', 'unknown', 'not_null'] : ['null', 'not_null'])}`;
  if (form <= 2 && type !== 'array' && type !== 'period') {
    return `in.${choice.in100(50) ? ownPath(type, context, true) : `(${several(type, choice)})`}`;
  }
  if (form === 3 && type !== 'array' && type !== 'period') {
    const operator = choice.of(['eq', 'lt', 'lte', 'gt', 'gte', ...(type === 'text' ? ['like', 'ilike'] : [])]);
    const isOwn = choice.in100(50) && !operator.includes('like');
    return `${operator}(${choice.of(['any', 'all'])}).${isOwn ? ownPath(type, context, true) : `{${several(type, choice)}}`}`;
  }
  const operator = choice.of(operators[type]);
  if (operator === 'match' || operator === 'imatch') return `${operator}.${choice.of(['^a', 'b$', 'A', '^ab?$'])}`;
  if (operator.includes('like')) return `${operator}.${choice.of(['a*', '%b', '_', 'A*', '_b', 'ab'])}`;
  if (operator === 'starts') return `starts.${choice.of(['a', 'ab', 'A', '{word}', '{identity.name}'])}`;
  return `${operator}.${comparand(type, context, isInTree)}`;
}

function comparand(type: TypeName, context: Context, isInTree: boolean): string {
  const { choice } = context;
  const isTime = type === 'date' || type === 'datetime' || type === 'period';
  const form = choice.upTo(9);
  if (form < 3 && isTime) return moment(choice);
  if (form < 6) return ownPath(type, context, type === 'array' && choice.in100(50));
  if (form < 8 && type !== 'period') return caller(type, choice);
  const text = constant(type, choice);
  return isInTree && type === 'period' ? `"${text}"` : text;
}

function caller(type: TypeName, choice: Choice): string {
  const paths = identityPaths.filter(([, own]) => own === (type === 'array' ? 'text' : type)).map(([path]) => path);
  return choice.of(['{ref}', '{word}', ...(type === 'text' || type === 'reference' ? ['{identity}'] : []), ...paths]);
}

function moment(choice: Choice): string {
  return `${choice.of(['now', 'today'])}${choice.of(['', '', '-P1D', '+P2D', '-P1M', '+P1M', '-PT1H', '+PT30S', '-P1M2DT3H'])}`;
}

/** A value of the row that the rule is about, mostly of the same type; many through a relation to many. */
function ownPath(type: TypeName, { root, kinds, choice }: Context, isMany: boolean): string {
  const names: string[] = [];
  let kind = root;
  let found = !isMany;
  while (names.length < 2 && (!found || choice.in100(30))) {
    const fitting = Object.entries(kind.relations).filter((each) => each[1].isMany === isMany || choice.in100(20));
    if (fitting.length === 0) break;
    const [alias, relation] = choice.of(fitting);
    names.push(alias);
    found ||= relation.isMany;
    kind = kinds.get(relation.to) ?? kind;
  }
  const wanted: readonly TypeName[] =
    type === 'array' ? (isMany ? ['text'] : ['array', 'text']) : type === 'period' ? ['period', 'datetime'] : [type];
  const fields = Object.entries(kind.fields).filter(([, own]) => wanted.includes(own));
  const [name] = fields.length === 0 ? ['id'] : choice.of(fields);
  return `$${[...names, name].join('.')}`;
}

function several(type: TypeName, choice: Choice): string {
  return Array.from({ length: 1 + choice.upTo(2) }, () => constant(type, choice)).join(',');
}

export const words = ['a', 'b', 'ab', 'abc', 'B'];

/** A text of a type, as rules and rows have it. */
export function constant(type: TypeName, choice: Choice): string {
  const at = () => new Date(begun + choice.of([-40, -3, -1, -1 / 24, 1 / 24, 1, 30]) * day).toISOString();
  switch (type) {
    case 'text':
      return choice.of(words);
    case 'enum':
      return choice.of(['a', 'b', 'c']);
    case 'integer':
    case 'reference':
      return String(1 + choice.upTo(3));
    case 'boolean':
      return choice.of(['true', 'false']);
    case 'date':
      return at().slice(0, 10);
    case 'datetime':
      return at();
    case 'array':
      return `{${words.filter(() => choice.in100(40)).join(',')}}`;
    case 'period': {
      const [from = '', to = ''] = [at(), at()].sort();
      return choice.of([from, `[${from},)`, `[,${to})`, from === to ? to : `[${from},${to})`]);
    }
  }
}
