import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Relation } from '../../model/relation.ts';
import { type Definitions, unknownResource } from '../definitions.ts';
import { aliasOf } from '../field/alias.ts';
import { checkFormerNames } from '../field/former_name.ts';
import { reservedReason } from '../field/reserved.ts';

import type { Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';

/** The embed aliases of a resource: of its reference fields, then the declared ones. */
export function buildRelations(
  definition: ResourceDefinition,
  definitions: Definitions,
  report: Report,
): ReadonlyMap<string, Relation> {
  const relations = new Map<string, Relation>();
  for (const [field, written] of Object.entries(definition.fields)) {
    const { to } = written;
    const alias = aliasOf(field, written);
    if (alias === null || to === undefined) continue;
    relations.set(alias, { alias, was: null, target: to, cardinality: 'one', from: field, to: 'id' });
  }
  checkFormerNames('relations', definition.relations ?? {}, report);
  for (const [alias, { resource, by, was = null }] of Object.entries(definition.relations ?? {})) {
    const path = ['relations', alias];
    const clash = clashOf(alias, definition, relations);
    if (clash !== null) {
      report(path, { message: clash, expected: 'another alias', part: 'key' });
      continue;
    }
    if (!definitions.names.has(resource)) report([...path, 'resource'], unknownResource(resource, definitions));
    const unique = checkBy({ alias, resource, by }, definition.resource, definitions, report);
    relations.set(alias, { alias, was, target: resource, cardinality: unique ? 'one' : 'many', from: 'id', to: by });
  }
  return relations;
}

function clashOf(
  alias: string,
  definition: ResourceDefinition,
  relations: ReadonlyMap<string, Relation>,
): string | null {
  const reason = reservedReason(alias, definition.resource);
  if (reason !== null) return `the alias ${alias} is reserved: ${reason}`;
  if (Object.hasOwn(definition.fields, alias)) return `the alias ${alias} is also a field`;
  const other = relations.get(alias);
  return other === undefined ? null : `the alias ${alias} is already that of the reference ${other.from}`;
}

/** A declared relation: the field `by` of the resource refers back. */
interface Backward {
  readonly alias: string;
  readonly resource: string;
  readonly by: string;
}

/** Whether the field that refers back is unique, so that at most one row does. */
function checkBy({ alias, resource, by }: Backward, own: string, definitions: Definitions, report: Report): boolean {
  const path = ['relations', alias, 'by'];
  const target = definitions.wellFormed.get(resource)?.definition;
  if (target === undefined) return false;
  const references = Object.keys(target.fields).filter((name) => target.fields[name]?.to === own);
  const field = Object.hasOwn(target.fields, by) ? target.fields[by] : undefined;
  if (field === undefined || field.type !== 'reference') {
    report(path, {
      message:
        field === undefined
          ? `there is no field ${by} in ${resource}`
          : `the field ${by} of ${resource} is not a reference`,
      expected:
        references.length === 0
          ? `a field of ${resource} that refers to ${own}; no field of ${resource} does`
          : oneOf(references),
      nearest: nearest(by, references),
    });
    return false;
  }
  if (field.to !== own) {
    report(path, {
      message: `the field ${by} of ${resource} refers to ${field.to}`,
      expected:
        references.length === 0 ? `a reference to ${own}; ${resource} has no reference to it` : oneOf(references),
    });
  }
  return (
    field.unique === true ||
    (target.unique ?? []).some((names) => !('where' in names) && names.length === 1 && names[0] === by)
  );
}
