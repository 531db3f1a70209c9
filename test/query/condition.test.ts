import { test } from 'tap';
import type { BoundCondition, BoundLogic, OperandType } from '../../engine/model/field.ts';
import { constantTerms, renderCondition, renderField } from '../../engine/query/sql/condition/condition.ts';
import type { Terms } from '../../engine/query/sql/condition/terms.ts';
import { columnOf, identifier, placeholder, raw, sql } from '../../engine/sql/fragment.ts';
import { render, textOf } from '../../engine/sql/render.ts';
import { compare, decimalType, enumType, fieldOf, textType } from '../schema/model_of.ts';

const name = fieldOf('name', textType());
const status = fieldOf('status', enumType('new', 'active'));
const power = fieldOf('power', decimalType(9, 3));
const order = fieldOf('order', { kind: 'date' });
const isSmall = fieldOf(
  'is_small',
  { kind: 'boolean' },
  { computed: { kind: 'condition', condition: compare(power, 'lte', '50') } },
);

const active = compare(status, 'eq', 'active');
const powered = compare(power, 'gt', '0');
const named = compare(name, 'is', 'not_null');

const logic = (operator: 'and' | 'or', ...operands: BoundCondition[]): BoundLogic => ({
  kind: 'logic',
  operator,
  negated: false,
  operands,
});
type Negatable = Exclude<BoundCondition, { kind: 'rule' | 'covered' }>;
const not = (condition: Negatable): Negatable => ({ ...condition, negated: true });

test('a bound condition as SQL with constants', async (t) => {
  const terms = constantTerms((field) => identifier(field.name));
  const cases: readonly [BoundCondition, string][] = [
    [active, "status = 'active'"],
    [compare(status, 'neq', 'active'), "status <> 'active'"],
    [powered, 'power > 0'],
    [compare(power, 'lte', '-12.50'), 'power <= -12.50'],
    [compare(power, 'gte', '1e3'), "power >= '1e3'::numeric"],
    [compare(order, 'lt', '2026-01-31'), `"order" < '2026-01-31'::date`],
    [compare(name, 'eq', "O'Hara"), "name = 'O''Hara'"],
    [compare(name, 'like', '50%%'), "name like '50%%'"],
    [compare(name, 'ilike', '%a\\b'), String.raw`name ilike E'%a\\b'`],
    [compare(status, 'in', 'new', 'active'), "status = any (array['new', 'active']::text[])"],
    [compare(power, 'in', '1.2345'), "power = any (array['1.2345']::numeric[])"],
    [compare(name, 'is', 'null'), 'name is null'],
    [named, 'name is not null'],
    [not(compare(name, 'is', 'null')), 'name is not null'],
    [not(named), 'name is null'],
    [not(active), "not (status = 'active')"],
    [logic('and', active, powered), "status = 'active' and power > 0"],
    [logic('or', active, logic('and', powered, named)), "status = 'active' or (power > 0 and name is not null)"],
    [logic('and', active, logic('or', powered, named)), "status = 'active' and (power > 0 or name is not null)"],
    [logic('and', active, logic('and', powered, named)), "status = 'active' and power > 0 and name is not null"],
    [
      logic('and', active, logic('and', logic('or', powered, named))),
      "status = 'active' and (power > 0 or name is not null)",
    ],
    [
      logic('and', active, not(logic('or', powered, named))),
      "status = 'active' and not (power > 0 or name is not null)",
    ],
    [not(logic('and', active)), "not (status = 'active')"],
    [compare(isSmall, 'is', 'true'), '((power <= 50) is true) is true'],
    [not(compare(isSmall, 'eq', 'false')), 'not (((power <= 50) is true) = false)'],
  ];
  for (const [condition, expected] of cases) t.equal(textOf(renderCondition(condition, terms)), expected);
  t.equal(textOf(renderField(isSmall, terms)), '((power <= 50) is true)');
});

test('with parameters, a list is one of them', async (t) => {
  type Value = string | readonly (string | null)[];
  const place = (value: Value, { kind }: OperandType) => sql`${placeholder(value)}::${raw(kind)}`;
  const terms: Terms<Value> = {
    ...constantTerms((field) => columnOf('row', field.name)),
    value: place,
    list: (texts, type) => sql`${place(texts, type)}[]`,
    once: (fixed) => fixed,
  };
  const rule = logic('or', compare(order, 'in', '2026-01-01', '2026-02-01'), compare(order, 'gt', '2026-03-01'));
  const { text, values } = render(renderCondition(rule, terms));
  t.equal(text, 'row."order" = any ($1::date[]) or row."order" > $2::date');
  t.same(values, [['2026-01-01', '2026-02-01'], '2026-03-01']);
});
