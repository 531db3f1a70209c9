import type { Check } from '../../model/model.ts';
import { objectName } from '../../sql/object_name.ts';

/** The name by which the database knows a check. With a resource of a long name, it is shortened. */
export function checkConstraintName(check: Pick<Check, 'name'>): string {
  return objectName(checkNameParts(check));
}

/** The parts that this name is made of. */
export function checkNameParts({ name }: Pick<Check, 'name'>): readonly string[] {
  return name.split('_');
}
