import type { Model } from '../../engine/model/model.ts';
import {
  compare,
  decimalType,
  enumType,
  fieldOf,
  integerType,
  modelOf,
  tableOf,
  temporalOf,
  textType,
} from './model_of.ts';

/** Every type, facet, constraint and kind of table once, names that need quoting, and references in a circle. */
export function modelOfEverything(): Model {
  const status = fieldOf('status', enumType('new', 'active'), { default: { kind: 'value', value: 'new' } });
  const power = fieldOf(
    'power',
    { ...decimalType(9, 3), minimum: '0', maximum: '999.5', multipleOf: '0.005' },
    { nullable: true },
  );
  const strong = fieldOf(
    'is_strong',
    { kind: 'boolean' },
    { computed: { kind: 'condition', condition: compare(power, 'gte', '100') } },
  );
  const everything = tableOf(
    'everything',
    [
      fieldOf('name', textType({ minLength: 1, maxLength: 5 }), { description: "The owner's name \\ nickname" }),
      fieldOf('note', { kind: 'html', minLength: null, maxLength: 20 }, { nullable: true }),
      fieldOf('flag', { kind: 'boolean' }, { default: { kind: 'value', value: false } }),
      fieldOf('count', { ...integerType(), minimum: '-5', multipleOf: '5' }, { default: { kind: 'value', value: 10 } }),
      fieldOf(
        'big',
        { ...integerType(), kind: 'bigint', maximum: '9007199254740993' },
        { default: { kind: 'value', value: '9007199254740993' } },
      ),
      power,
      strong,
      fieldOf('day', { kind: 'date' }, { default: { kind: 'today', zone: 'UTC' } }),
      fieldOf('since', { kind: 'datetime' }, { default: { kind: 'now' } }),
      fieldOf('days', { kind: 'date_range' }, { nullable: true }),
      fieldOf('instants', { kind: 'datetime_range' }, { nullable: true }),
      fieldOf('hour', { kind: 'time' }, { nullable: true }),
      fieldOf('length', { kind: 'duration' }, { nullable: true }),
      fieldOf('business_id', { kind: 'uuid' }, { default: { kind: 'generated' } }),
      fieldOf('user', { kind: 'json' }, { default: { kind: 'value', value: { "it's": [1, null] } } }),
      status,
      fieldOf('other_id', { kind: 'reference', to: 'order' }, { nullable: true }),
      fieldOf(
        'tags',
        { kind: 'array', of: enumType('a', 'b'), minLength: 1, maxLength: 2 },
        { default: { kind: 'value', value: ['a'] } },
      ),
      fieldOf(
        'sizes',
        { kind: 'array', of: { ...integerType(), minimum: '0', maximum: '9' }, minLength: null, maxLength: null },
        { nullable: true },
      ),
    ],
    {
      history: true,
      unique: [['business_id'], ['name', 'status']],
      uniqueAmong: [{ fields: ['name', 'day'], where: compare(status, 'neq', 'new') }],
      indexes: [['status', 'day']],
      prefixes: ['name'],
      checks: [
        {
          name: 'everything_rule_1_check',
          that: {
            kind: 'logic',
            operator: 'or',
            negated: false,
            operands: [compare(status, 'in', 'new'), compare(strong, 'is', 'true')],
          },
          message: 'What is active is strong.',
          moment: null,
        },
      ],
    },
  );
  const order = tableOf('order', [
    fieldOf('everything_id', { kind: 'reference', to: 'everything' }, { nullable: true }),
  ]);
  const longest = 'l'.repeat(55);
  const timeline = tableOf(
    longest,
    [
      fieldOf('everything_id', { kind: 'reference', to: 'everything' }),
      fieldOf('group', enumType('x', 'y')),
      fieldOf('number', integerType()),
    ],
    { history: true, temporal: temporalOf(['everything_id', 'group']), unique: [['number']] },
  );
  const model = modelOf(
    everything,
    timeline,
    order,
    tableOf('a', [fieldOf('b_c', textType())], { unique: [['b_c']] }),
    tableOf('a_b', [fieldOf('c', textType())], { unique: [['c']] }),
  );
  const { service } = model;
  return { ...model, service: { ...service, limits: { ...service.limits, requestsPerMinute: 600 } } };
}
