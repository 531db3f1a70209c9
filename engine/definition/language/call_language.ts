import { object } from '../../vocabulary/json_schema/schema_parts.ts';
import { accessRule } from './access_rule_language.ts';

const values = {
  type: 'object',
  propertyNames: { $ref: '#/$defs/name' },
  additionalProperties: { $ref: '#/$defs/call_value' },
} as const;

/** The part of the definition language that describes the calls of a resource. */
export const callKeys = {
  calls: {
    type: 'object',
    propertyNames: { $ref: '#/$defs/name' },
    additionalProperties: object(
      'An operation with a name: POST /<resource>/<call>. It finds a row, or it runs a handler.',
      [],
      {
        title: {
          type: 'string',
          minLength: 1,
          description: 'Name for people. Default: the name of the call in words.',
        },
        description: { type: 'string', description: 'What the call does, in Markdown.' },
        item: {
          type: 'boolean',
          default: false,
          description:
            'The call is about one row: POST /<resource>/{id}/<call>. The caller must be able to read the row. It needs a handler.',
        },
        input: {
          ...values,
          description: 'The members of the body, by name. They are declared as fields are.',
        },
        answer: {
          description:
            'What the answer shows: a list of fields of the resource, or { fields } with values of its own. A handler without it answers nothing.',
          anyOf: [
            {
              type: 'array',
              items: { $ref: '#/$defs/name' },
              minItems: 1,
              uniqueItems: true,
              description: 'Fields of the resource.',
            },
            object('Values of its own.', ['fields'], {
              fields: { ...values, minProperties: 1, description: 'The members of the answer, by name.' },
            }),
          ],
        },
        access: {
          type: 'array',
          items: { $ref: '#/$defs/name' },
          minItems: 1,
          uniqueItems: true,
          description:
            'The roles that may call it. Required where the resource has "access". Without it every caller with the scope may.',
        },
        find: accessRule(
          'Rule in the query language: which row the call finds, among all rows. It must compare unique fields by eq, so that it holds for one row at most. {input.name} is a value of the body.',
        ),
        create: {
          type: 'object',
          minProperties: 1,
          propertyNames: { $ref: '#/$defs/name' },
          additionalProperties: {
            description: 'The value of the field: "{input.name}", a claim such as "{party_id}", or a constant.',
          },
          description:
            'With "find": the row that the service makes where there is none, as fields with their values. Then the answer is 201.',
        },
        handler: {
          type: 'string',
          pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.ts$',
          description: 'A TypeScript file beside this one, whose default export is the function that does the work.',
        },
        as: {
          enum: ['caller', 'service'],
          default: 'caller',
          description:
            'With "handler": by whose rights it reads and writes. caller: the rights of the caller. service: every right.',
        },
        errors: {
          type: 'object',
          propertyNames: { $ref: '#/$defs/name' },
          additionalProperties: object('An error that the handler may throw.', ['title'], {
            status: {
              type: 'integer',
              minimum: 400,
              maximum: 499,
              default: 409,
              description: 'The HTTP status of the answer.',
            },
            title: { type: 'string', minLength: 1, description: 'What went wrong, in a short sentence.' },
          }),
          description:
            'With "handler": the errors that it may throw, by their codes. Any other error is answered with 500.',
        },
        limits: object('With "handler": what one call may take.', [], {
          milliseconds: {
            type: 'integer',
            minimum: 1,
            maximum: 60_000,
            default: 5000,
            description: 'The longest time that it may take.',
          },
          megabytes: {
            type: 'integer',
            minimum: 16,
            maximum: 4096,
            default: 64,
            description: 'The most memory that it may take.',
          },
        }),
        event: {
          type: 'boolean',
          default: false,
          description: 'Each successful call is an event <prefix>.<resource>.<call>. The event has no input.',
        },
      },
    ),
    description: 'Operations of your own, by name: POST /<resource>/<call>, with the scope use:data:<resource>:<call>.',
  },
} as const;

/** The facets of a value of a call, of any type. */
export const callValueFacets = {
  title: { type: 'string', minLength: 1, description: 'Name for people. Default: the name in words.' },
  description: { type: 'string', description: 'What the value means, in Markdown.' },
  example: { description: 'A value as a client sends or gets it, for the documentation.' },
  nullable: {
    type: 'boolean',
    default: false,
    description: 'The value may be null. A value that is not nullable and has no default is required.',
  },
  default: { description: 'The value where the body does not have it. It must be a constant.' },
} as const;
