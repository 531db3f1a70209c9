import { nearest } from '../../language/nearest.ts';
import type { WellFormed } from '../definitions.ts';
import type { FieldDefinition, ResourceDefinition } from '../language/definition.ts';
import type { Path } from './place.ts';

/**
 * A definition without its parts that have faults of shape, so that the rest can be checked at once; null if nothing is
 * left. A field with a fault stays, as a field of unknown type, or as a reference where the fault leaves that alone. Relations
 * with a fault are left out.
 */
export function soundPart(
  definition: ResourceDefinition,
  faulty: readonly Path[],
): Pick<WellFormed, 'definition' | 'doubtful'> | null {
  const sound: Record<string, unknown> = { ...definition };
  const fields: Record<string, FieldDefinition> = { ...definition.fields };
  const doubtful = new Set<string>();
  for (const [top, name, key] of faulty) {
    // Without its statement, a view would be taken for a table.
    if (top === undefined || top === 'resource' || top === 'view' || (top === 'fields' && name === undefined))
      return null;
    if (top === 'fields') {
      fields[String(name)] = withoutFault(fields[String(name)], key);
      doubtful.add(String(name));
    } else if (top === 'operations') sound[top] = ['read'];
    else if (top === 'relations' && name !== undefined) {
      sound[top] = without(sound[top] as object, String(name));
      doubtful.add(String(name));
    } else delete sound[top];
    if (nearest(String(top), ['temporal']) !== null)
      for (const field of ['valid_from', 'valid_to']) doubtful.add(field);
  }
  return { definition: { ...(sound as unknown as ResourceDefinition), fields }, doubtful };
}

function without(map: object, key: string): object {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}

/** A reference keeps its relation if another of its keys has the fault. */
function withoutFault(field: FieldDefinition | undefined, key: Path[number] | undefined): FieldDefinition {
  const isOfRelation = key === undefined || ['type', 'to', 'as'].includes(String(key));
  if (isOfRelation || field?.type !== 'reference' || typeof field.to !== 'string') return unknownField;
  const { type, to, as } = field;
  return { type, to, nullable: true, ...(typeof as === 'string' ? { as } : {}) };
}

const unknownField: FieldDefinition = { type: 'json', nullable: true };

/** Whether a message is about one of these names: what it says may be wrong. */
export function concernsAny(message: string, names: ReadonlySet<string>): boolean {
  return (message.match(/[a-z0-9_]+/g) ?? []).some((word) => names.has(word));
}
