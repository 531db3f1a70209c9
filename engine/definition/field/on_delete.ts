import type { OnDelete } from '../../model/on_delete.ts';
import { declaredActions } from '../../vocabulary/action/actions.ts';
import type { Path } from '../file/place.ts';
import type { FieldDefinition } from '../language/definition.ts';
import type { FieldContext } from './field_type.ts';
import { referredBy } from './referred.ts';

/** What becomes of a row when the row that a field refers to is deleted. Null where that is refused. */
export function buildOnDelete(field: FieldDefinition, path: Path, context: FieldContext): OnDelete | null {
  const { on_delete: written } = field;
  if (written === undefined || written === 'refuse' || referredBy(field) === null) return null;
  const found: OnDelete =
    typeof written === 'string'
      ? { action: written, asService: false }
      : { action: written.action, asService: written.as === 'service' };
  checkOnDelete(found, field, path, context);
  return found;
}

function checkOnDelete(
  { action, asService }: OnDelete,
  field: FieldDefinition,
  path: Path,
  { definition, report }: FieldContext,
): void {
  const { nullable, update, access } = field;
  const { resource, operations = declaredActions } = definition;
  const isArray = referredBy(field)?.isArray === true;
  if (action === 'cascade' && isArray)
    report(path, {
      message: 'an array refers to several rows, and its row does not go with one of them',
      expected: 'clear, which takes the element out of the array; or refuse',
    });
  if (action === 'clear' && nullable !== true && !isArray)
    report(path, { message: 'the field is never null, and cannot be cleared', expected: 'cascade, or nullable: true' });
  if (asService) return;
  const asItself = `{ action: ${action}, as: service }`;
  const needed = action === 'cascade' ? 'delete' : 'update';
  if (!operations.includes(needed))
    report(path, {
      message: `nobody may ${needed} rows of ${resource}, so that a row which one refers to could never be deleted`,
      expected: `${asItself}, or ${needed} among the operations`,
    });
  else if (action === 'clear' && (update === false || isUpdatedByNobody(access)))
    report(path, {
      message: 'nobody may update the field, so that a row which it refers to could never be deleted',
      expected: `${asItself}, or a field that a role may update`,
    });
}

function isUpdatedByNobody(access: FieldDefinition['access']): boolean {
  if (access === undefined) return false;
  return Object.values(access).every((may) => may !== 'all' && (typeof may === 'string' || may.update !== true));
}
