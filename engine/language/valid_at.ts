import type { LanguageFault } from './fault.ts';
import type { Comparison, Condition, Name } from './syntax.ts';

/** The name of the parameter that says when related entries are valid. */
const validAtName = 'valid_at';

/**
 * The parameter `valid_at` or `<relation>.valid_at` of a rule: the validity contains the instant. Null for any other
 * parameter. The offset is that of the name.
 */
export function validAtOf(name: string, offset: number, value: string): Comparison | null {
  if (name !== validAtName && !name.endsWith(`.${validAtName}`)) return null;
  let start = offset;
  const path = name.split('.').map((text): Name => {
    const own = { text, offset: start };
    start += text.length + 1;
    return own;
  });
  const contains = { kind: 'comparison', steps: [], negated: false, operator: 'cs', modifier: null } as const;
  return { ...contains, path, value: { kind: 'single', text: value, isQuoted: false, offset: start } };
}

/**
 * The conditions of a rule, of which some say when related entries are valid. Each holds wherever the rule looks at the
 * relation: of what it asks of these entries, and of whether there are any.
 */
export function withValidAt(
  conditions: readonly Condition[],
): { readonly ok: true; readonly value: readonly Condition[] } | { readonly ok: false; readonly fault: LanguageFault } {
  const validities = new Map<string, Comparison>();
  const others: Condition[] = [];
  for (const condition of conditions) {
    const last = condition.path.at(-1);
    if (condition.kind !== 'comparison' || last?.text !== validAtName || condition.path.length === 1) {
      others.push(condition);
      continue;
    }
    const key = keyOf(condition.path.slice(0, -1));
    if (validities.has(key)) {
      const message = 'valid_at stands here twice.';
      const fault = {
        message,
        offset: condition.path[0]?.offset ?? 0,
        part: 'text',
        expected: 'one',
        nearest: null,
      } as const;
      return { ok: false, fault };
    }
    validities.set(key, condition);
  }
  if (validities.size === 0) return { ok: true, value: conditions };
  const rewritten = others.map((condition) => {
    if (condition.kind === 'comparison') return ofWhole(condition, [], validities) ?? condition;
    const path = condition.path;
    return { ...condition, operands: condition.operands.map((operand) => within(operand, path, validities)) };
  });
  // What stands side by side is asked of one entry, and so is its validity.
  const kept = [...validities].filter(([key]) => {
    const beside = others.some((each) => !isPresence(each, key) && isBelow(each, key));
    return beside || !others.some((each) => looksAt(each, [], key));
  });
  return { ok: true, value: [...rewritten, ...kept.map(([, validity]) => validity)] };
}

type Validities = ReadonlyMap<string, Comparison>;

/** A condition within a tree, which is about related rows of its own. */
function within(condition: Condition, above: readonly Name[], validities: Validities): Condition {
  const [alias, ...rest] = condition.path;
  const isLast = condition.kind === 'comparison' && rest.length === 0;
  if (alias === undefined || isLast) {
    if (condition.kind === 'comparison') return ofWhole(condition, above, validities) ?? condition;
    return { ...condition, operands: condition.operands.map((operand) => within(operand, above, validities)) };
  }
  const path = [...above, alias];
  const validity = validities.get(keyOf(path));
  const below = within({ ...condition, path: rest }, path, validities);
  if (validity === undefined) return { ...below, path: [alias, ...below.path] };
  return { kind: 'logic', path: [alias], operator: 'and', negated: false, operands: [below, ownValidity(validity)] };
}

/** A comparison that looks at a relation as a whole; null for any other. */
function ofWhole(comparison: Comparison, above: readonly Name[], validities: Validities): Condition | null {
  const { aggregate } = comparison;
  if (aggregate === undefined) return presence(comparison, above, validities);
  const validity = validities.get(keyOf([...above, ...lookOf(comparison)]));
  if (validity === undefined) return null;
  return { ...comparison, aggregate: { ...aggregate, filter: [...aggregate.filter, ownValidity(validity)] } };
}

/** The path that a condition looks at: an aggregate looks at its relation. */
function lookOf(condition: Condition): readonly Name[] {
  if (condition.kind === 'logic' || condition.aggregate === undefined) return condition.path;
  return [...condition.path.slice(0, -1), condition.aggregate.relation];
}

/** `relation=is.null` of a relation whose entries are looked at as of an instant; null for anything else. */
function presence(comparison: Comparison, above: readonly Name[], validities: Validities): Condition | null {
  const { path, value, negated } = comparison;
  const validity = validities.get(keyOf([...above, ...path]));
  if (validity === undefined || !isState(comparison)) return null;
  const valid: Condition = { ...validity, path: [...path, ...validity.path.slice(-1)] };
  const isAbsent = (value.kind === 'single' && value.text === 'null') !== negated;
  return isAbsent ? { kind: 'logic', path: [], operator: 'and', negated: true, operands: [valid] } : valid;
}

function ownValidity(validity: Comparison): Comparison {
  return { ...validity, path: validity.path.slice(-1) };
}

function isState({ operator, value, steps }: Comparison): boolean {
  return (
    operator === 'is' && steps.length === 0 && value.kind === 'single' && ['null', 'not_null'].includes(value.text)
  );
}

function isPresence(condition: Condition, key: string): boolean {
  return condition.kind === 'comparison' && isState(condition) && keyOf(condition.path) === key;
}

/** Whether a condition is about a row that the path leads to. */
function isBelow({ path }: Condition, key: string): boolean {
  return `${keyOf(path)}.`.startsWith(`${key}.`);
}

/** Whether a condition looks at rows that the path leads to, at any depth. */
function looksAt(condition: Condition, above: readonly Name[], key: string): boolean {
  const path = [...above, ...lookOf(condition)];
  if (isBelow({ ...condition, path }, key)) return true;
  return condition.kind === 'logic' && condition.operands.some((operand) => looksAt(operand, path, key));
}

function keyOf(path: readonly Name[]): string {
  return path.map(({ text }) => text).join('.');
}
