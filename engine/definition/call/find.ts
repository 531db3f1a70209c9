import { type FindWork, inputClaim, inputPrefix } from '../../model/call.ts';
import { atomsOf, comparisonsIn } from '../../model/condition/atom.ts';
import { ruleContext } from '../../model/condition/bind.ts';
import type { BoundComparison, BoundCondition, Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { Path } from '../file/place.ts';
import type { DefinitionFile } from '../file/report.ts';
import { bindRuleAt, parseRuleAt } from '../resource/rule.ts';
import type { CallContext } from './context.ts';
import { buildCreate } from './create.ts';

/** The rule by which a call finds one row, and the row that it makes otherwise; null for a rule with a fault. */
export function buildFind(
  { text, create }: { readonly text: string; readonly create: Readonly<Record<string, unknown>> | undefined },
  path: Path,
  input: ReadonlyMap<string, Field>,
  context: CallContext,
): FindWork | null {
  const { row, rows, named, claims, zone, file } = context;
  const rule = { text, path: [...path, 'find'] };
  const parsed = parseRuleAt(rule, file);
  if (parsed === null) return null;
  const inputs = new Map([...input].map(([name, { type }]) => [name, type]));
  const condition = bindRuleAt(parsed, rule, ruleContext({ row, rows, named }, { claims, zone, inputs }), file);
  if (condition === null) return null;
  if (atomsOf(condition).some((atom) => atom.kind === 'whole' && atom.asked.kind === 'visible'))
    file.report(rule.path, {
      message: 'the call finds rows as the service itself, which may read them all',
      expected: 'a rule without visible',
    });
  const equal = comparedByEq(condition);
  const key = keyOf(row, equal, condition);
  if (key === null)
    file.report(rule.path, {
      message: 'the rule may hold for several rows, and would let its callers list them',
      expected: `eq for ${keysOf(row).join(', or for ')}`,
    });
  const made = create === undefined ? null : buildCreate(create, [...path, 'create'], { input, equal, key }, context);
  checkUsed(condition, made, input, { path, file });
  return { kind: 'find', text, condition, create: made };
}

/** The comparisons of fields of the row with one value by eq which must all hold, by field. */
function comparedByEq(condition: BoundCondition): ReadonlyMap<string, BoundComparison> {
  return new Map(
    heldTogether(condition).flatMap((each) => {
      if (each.kind !== 'comparison' || each.operator !== 'eq' || each.negated || each.quantifier !== null) return [];
      if (!('field' in each.operand) || each.operand.steps.length > 0 || each.operand.type.kind === 'period') return [];
      return each.comparand.kind === 'own' ? [] : [[each.operand.field.name, each] as const];
    }),
  );
}

function heldTogether(condition: BoundCondition): readonly BoundCondition[] {
  if (condition.kind === 'rule') return heldTogether(condition.condition);
  if (condition.kind !== 'logic' || condition.negated || condition.operator !== 'and') return [condition];
  return condition.operands.flatMap(heldTogether);
}

/** Fields that identify a row, all of which are compared; null if some are not. At one instant, a timeline does. */
function keyOf(
  table: Table,
  equal: ReadonlyMap<string, BoundComparison>,
  condition: BoundCondition,
): readonly string[] | null {
  const isCompared = (names: readonly string[]) => names.every((name) => equal.has(name));
  const found = [['id'], ...table.unique].find(isCompared);
  if (found !== undefined || table.temporal === null) return found ?? null;
  const isAtInstant = heldTogether(condition).some(
    (each) =>
      each.kind === 'comparison' &&
      !each.negated &&
      each.operator === 'cs' &&
      'field' in each.operand &&
      each.operand.field.name === 'valid_from' &&
      each.comparand.kind === 'moment',
  );
  return isAtInstant && isCompared(table.temporal.timeline) ? table.temporal.timeline : null;
}

function keysOf({ unique, temporal }: Table): readonly string[] {
  const timeline = temporal === null ? [] : [`${temporal.timeline.join(' and ')} with valid_at=now`];
  return ['id', ...unique.map((names) => names.join(' and ')), ...timeline];
}

/** Reports inputs that nothing asks for. */
function checkUsed(
  condition: BoundCondition,
  create: FindWork['create'],
  input: ReadonlyMap<string, Field>,
  { path, file }: { readonly path: Path; readonly file: DefinitionFile },
): void {
  const asked = new Set(
    comparisonsIn(condition).flatMap(({ comparand }) => (comparand.kind === 'claim' ? [comparand.claim] : [])),
  );
  for (const name of input.keys()) {
    const isCreated = create?.some(({ value }) => value.kind === 'input' && value.input === name) ?? false;
    if (isCreated || asked.has(inputClaim(name))) continue;
    file.report([...path, 'input', name], {
      message: `the call does nothing with ${name}`,
      expected: `{${inputPrefix}.${name}} in find or create, or no input of this name`,
      part: 'key',
    });
  }
}
