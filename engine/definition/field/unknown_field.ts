import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Field } from '../../model/field.ts';
import type { Finding } from '../file/report.ts';

/** What is wrong with a name that no field of a resource has. */
export function unknownField(name: string, resource: string, fields: ReadonlyMap<string, Field>): Finding {
  return {
    message: `there is no field ${name} in ${resource}`,
    expected: oneOf(fields.keys()),
    nearest: nearest(name, fields.keys()),
  };
}
