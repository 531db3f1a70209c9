import type { Field } from '../../model/field.ts';
import type { Report } from '../file/report.ts';
import { isOptional, type ResourceDefinition } from '../language/definition.ts';

/**
 * The resource `identity` is where the engine looks up the `sub` of a token, and adds a row of this subject alone on
 * first use.
 */
export function checkIdentity(definition: ResourceDefinition, fields: readonly Field[], report: Report): void {
  const subject = fields.find(({ name }) => name === 'subject');
  const needed = 'subject: { type: text, unique: true }, by which a token finds its identity';
  if (subject === undefined) {
    report(['fields'], { message: 'identity has no field subject', expected: needed, part: 'key' });
  } else if (subject.type.kind !== 'text') {
    const message = `the subject of an identity is of type ${subject.type.kind}`;
    report(['fields', 'subject', 'type'], { message, expected: needed });
  } else if (definition.fields.subject?.unique !== true) {
    const message = 'the subject of an identity is not unique';
    report(['fields', 'subject'], { message, expected: needed, part: 'key' });
  }
  if (definition.temporal !== undefined) {
    const message = 'an identity is added with its subject alone, and would have no valid_from';
    report(['temporal'], { message, expected: 'no temporal', part: 'key' });
  }
  for (const field of fields) {
    const isOfClaim = field.default?.kind === 'claim' && !field.nullable;
    if (field === subject || (isOptional(definition.fields[field.name]) && !isOfClaim)) continue;
    report(['fields', field.name], {
      message: `${field.name} is required, but an identity is added with its subject alone`,
      expected: 'a default or nullable: true',
      part: 'key',
    });
  }
}
