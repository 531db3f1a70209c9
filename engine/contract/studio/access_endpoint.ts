import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { anyInQuery, failuresOf, inPath, type StudioEndpoint } from './endpoint.ts';
import { choice, flag, list, orNull, record, text } from './schema_parts.ts';

const schema: JsonSchema = record('Studio access', 'Why a caller may see and change a row.', {
  resource: text('The resource of the row.'),
  id: text('Its id, as in paths.'),
  role: orNull('Whose rights it is about; null for a caller without a role.'),
  decidedBy: choice('What decides about the rows of the resource.', ['rules', 'scopes']),
  detail: choice('Whether rules are told in parts, with the values that they compare.', ['parts', 'whole']),
  membership: ruleOrNull('The membership behind the claim of another caller.'),
  operations: list(
    'What may be done with the row.',
    record('Studio operation', 'Something that may be done with a row.', {
      operation: text('read, update, delete, history, or call and its name.'),
      allowed: flag('Whether the caller may do it.'),
      missingScope: orNull('The scope that the token lacks for it.'),
      rules: list('What decides about the row; without a rule it is all rows, or none.', ruleSchema()),
      afterwards: list('What an update asks of the row that it makes, where that is something else.', ruleSchema()),
    }),
  ),
  fields: list(
    'The fields that have rules of their own and that the caller reads.',
    record('Studio field access', 'What the role may do with a field.', {
      field: text('Its name.'),
      read: flag('Whether the role reads it, in some rows at least.'),
      create: flag('Whether the role may send it in a create.'),
      update: flag('Whether the role may send it in an update.'),
      rule: ruleOrNull('The rule by which it is shown.'),
    }),
  ),
  lastState: orNull('The last moment in which another caller might read the row, as which they still find it.'),
});

/** `GET /studio/access/{resource}/{id}`, which answers StudioAccess. */
export const accessEndpoint: StudioEndpoint = {
  path: '/access/{resource}/{id}',
  summary: 'Why a caller may see and change a row',
  description:
    'What the caller may do with a row that they read, and by which rules. A caller from whom nothing is hidden gets each part of a rule, with the values that it compares. They may also ask about another role and its claims, by their names in rules: role=clerk&party_id=7.',
  parameters: [
    inPath('resource', 'The resource of the row.'),
    inPath('id', 'The id of the row.'),
    anyInQuery('asked', 'The role and the claims of another caller, by their names in rules.'),
  ],
  answer: 'What decides about the row.',
  schema,
  failures: [...failuresOf.parameters, ...failuresOf.rows, ...failuresOf.statements, 'not_found'],
};

function ruleSchema(): JsonSchema {
  return record('Studio rule', 'A rule that decides about a row.', {
    rule: orNull('As the definition has it; null for a caller who may not know its names.'),
    words: orNull('The same in English, with names and values in backquotes; null where the rule is English already.'),
    size: choice('One of several parameters, all of them together, or the only one.', ['part', 'whole', 'only']),
    of: {
      enum: ['then', 'present', null],
      description: 'For the past: asked of the version, or of the row at present.',
    },
    holds: { type: ['boolean', 'null'], description: 'Whether it holds; null for a caller who may not know.' },
    values: { type: 'object', additionalProperties: true, description: 'The values that it compares, by their names.' },
  });
}

function ruleOrNull(description: string): JsonSchema {
  return { anyOf: [ruleSchema(), { type: 'null' }], description };
}
