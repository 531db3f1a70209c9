import type { Creation } from '../../model/consequence.ts';
import type { BoundComparison, BoundCondition, Field, OwnValue } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { Row } from '../../query/sql/condition/row_place.ts';
import { textLiteral } from '../../sql/literal.ts';
import { choice, type Lines } from '../plpgsql.ts';
import { givenText } from './given_value.ts';

/**
 * Two writers at once would both find no row. They wait for each other here if they could create the same one: their rows have
 * the same values in the fields that `unless` compares. A statement of many rows waits for all writers: locks for each of its
 * rows would be many, and in no order.
 */
export function lockUnless(creation: Creation, target: Table, row: Row): Lines {
  const key = keyOf(creation).map(({ field, value }) => `${givenText(value, field.type, row)}::text`);
  const lock = `hashtext(${textLiteral(`almanac.creates.${creation.resource}`)})`;
  const all = `perform pg_advisory_xact_lock(${lock}, 0);`;
  const isolated = choice([
    "current_setting('transaction_isolation') = 'repeatable read'",
    [
      `raise exception 'whether there is a row of ${target.name} cannot be decided in a transaction that is REPEATABLE READ'`,
      "  using errcode = 'feature_not_supported', hint = 'Use READ COMMITTED or SERIALIZABLE.';",
    ],
  ]);
  if (key.length === 0) return [...isolated, all];
  return [
    ...isolated,
    ...choice(
      ['exists (select from new_rows as changed offset 1)', [all]],
      [
        null,
        [
          `perform pg_advisory_xact_lock_shared(${lock}, 0);`,
          `perform pg_advisory_xact_lock(${lock}, 1 + (hashtext(concat_ws(' ', ${key.join(', ')})) & 1023));`,
        ],
      ],
    ),
  ];
}

interface KeyPart {
  readonly field: Field;
  readonly value: OwnValue;
}

/** The fields that `unless` compares with the values which the new row has in them. */
function keyOf({ unless, values, forEach }: Creation): readonly KeyPart[] {
  if (unless === null) return [];
  return conjuncts(unless).flatMap((each): readonly KeyPart[] => {
    if (each.kind !== 'comparison' || !isEquality(each) || each.comparand.kind !== 'own') return [];
    const { operand, comparand } = each;
    if (!('field' in operand) || operand.steps.length > 0) return [];
    const value = values.get(operand.field.name);
    const isOfCause = comparand.relations[0]?.alias !== forEach?.alias || forEach === null;
    return value?.kind === 'own' && isSame(value, comparand) && isOfCause ? [{ field: operand.field, value }] : [];
  });
}

function conjuncts(condition: BoundCondition): readonly BoundCondition[] {
  return condition.kind === 'logic' && condition.operator === 'and' && !condition.negated
    ? condition.operands.flatMap(conjuncts)
    : [condition];
}

function isEquality({ operator, negated, quantifier }: BoundComparison): boolean {
  return operator === 'eq' && !negated && quantifier === null;
}

function isSame(one: OwnValue, other: OwnValue): boolean {
  const path = ({ relations, operand }: OwnValue) => [...relations.map(({ alias }) => alias), operand.field.name];
  return path(one).join('.') === path(other).join('.');
}
