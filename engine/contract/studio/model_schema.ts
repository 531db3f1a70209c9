import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { choice, count, flag, list, orNull, record, text } from './schema_parts.ts';

/** The JSON Schema of StudioModel. */
export const studioModelSchema: JsonSchema = record(
  'Studio model',
  'What Studio knows of the service, for one caller.',
  {
    caller: record('Caller', 'Who the caller is, as rules see them.', {
      role: orNull('Null in a service without roles.'),
      identity: orNull('The id of their identity, if it is known.'),
      claims: { type: 'object', additionalProperties: { type: 'string' }, description: 'By their names in rules.' },
    }),
    service: record('Service', 'The service as a whole.', {
      title: text('Its title.'),
      version: text('Its version.'),
      zone: text('The IANA time zone whose day is today.'),
      basePath: text('Where the API is.'),
      pageDefault: count('How many rows a list has without a limit.'),
      pageMaximum: count('How many rows a list has at most.'),
      documentation: orNull('Where the pages of the documentation are; null without them.'),
    }),
    operators: list(
      'The operators of filters.',
      record('Operator', 'An operator of filters.', {
        name: text('Its name in a filter.'),
        words: { ...list('Its words, and its words with not.', { type: 'string' }), minItems: 2, maxItems: 2 },
        operand: choice('How its operand is written.', ['value', 'values', 'keyword', 'text']),
        modifier: {
          enum: ['quantifier', 'language', null],
          description: 'What may stand in parentheses behind its name.',
        },
      }),
    ),
    resources: list(
      'The resources that the caller may list or read.',
      record('Resource', 'A resource, with all that the caller may see of it.', {
        name: text('Its name.'),
        title: text('Its name for people.'),
        description: text('What a row stands for, in Markdown.'),
        group: text('The heading under which it stands.'),
        kind: choice('What its rows are.', ['table', 'history', 'view']),
        madeBy: orNull('What makes its rows, such as event; null for a declared resource.'),
        actions: list('What the caller may do.', { type: 'string' }),
        label: list('The fields by whose values people tell its rows apart.', { type: 'string' }),
        fields: list('Its fields, in the order of answers.', fieldSchema()),
        relations: list('The ways to related rows.', relationSchema()),
        timeline: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'The fields whose values name a timeline; null if its rows have no validity.',
        },
        history: orNull('The resource that lists its versions.'),
        of: orNull('Of a history: the resource whose versions it lists.'),
        search: flag('Whether the filter search finds its rows.'),
        asOf: flag('Whether it takes as_of.'),
        validAt: flag('Whether its lists take valid_at.'),
      }),
    ),
  },
);

function fieldSchema(): JsonSchema {
  const value = record('Value', 'A value of an enum.', {
    value: text('The value.'),
    title: text('Its name for people.'),
  });
  return record('Field', 'A field of a resource.', {
    name: text('Its name.'),
    title: text('Its name for people.'),
    description: text('What a value means, in Markdown.'),
    type: text('Its type; of an array the type of its elements.'),
    isArray: flag('Whether it is an array.'),
    isExact: flag('Whether its numbers may have more digits than JavaScript keeps.'),
    nullable: flag('Whether it may be null.'),
    values: { type: ['array', 'null'], items: value, description: 'The values of an enum.' },
    to: orNull('The resource that a reference leads to.'),
    computed: flag('Whether its value is computed.'),
    bySystem: flag('Whether it is the id or of the record.'),
    operators: list('The operators that filters of it may use.', { type: 'string' }),
    sortable: flag('Whether lists can be ordered by it.'),
    deprecated: flag('Whether it is deprecated.'),
  });
}

function relationSchema(): JsonSchema {
  const filter = record('Filter', 'A filter of the target.', {
    parameter: text('The name of the parameter.'),
    value: text('Its value, with {value} for the value of the field from.'),
    from: text('A field of this resource.'),
  });
  return record('Relation', 'A way to related rows.', {
    alias: text('Its name.'),
    title: text('Its name for people.'),
    target: text('The resource that it leads to.'),
    cardinality: choice('How many rows it leads to.', ['one', 'many']),
    field: orNull('The reference field by which it leads on.'),
    filter: { anyOf: [filter, { type: 'null' }], description: 'How a list of the target has the related rows.' },
    isTimeline: flag('Whether the related rows are the entries of one timeline of the row.'),
  });
}
