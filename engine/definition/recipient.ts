import { nearest } from '../language/nearest.ts';
import { oneOf } from '../language/wording.ts';
import type { RowContext } from '../model/condition/bind.ts';
import type { RowType } from '../model/condition/row_type.ts';
import type { Relation } from '../model/field.ts';
import type { Recipient, Resource } from '../model/model.ts';
import { placeWithin } from './file/place.ts';
import type { DefinitionFile } from './file/report.ts';
import type { Rule } from './resource/rule.ts';

/** The resource of those who are concerned by something. */
export const partyResource = 'party';

/** The resource of those who act; the field of this name says for which party. */
export const identityResource = 'identity';
export const partyField = 'party_id';

/**
 * Resolves a recipient of a file: the aliases of relations, with dots between them, that lead from a row to the
 * resource party or identity. For a party or an identity, its own name means the row itself. Null after a fault, which
 * is reported at its place within the text. Null also if a resource on the way could not be read.
 */
export function buildRecipient(
  { text, path }: Rule,
  { row, rows }: RowContext,
  { source, report }: DefinitionFile,
): Recipient | null {
  const relations: Relation[] = [];
  let from = row;
  let offset = 0;
  for (const alias of text === row.name && !row.relations.has(text) ? [] : text.split('.')) {
    const relation = from.relations.get(alias);
    if (relation === undefined) {
      report(path, { ...unknownRelation(alias, from), place: placeWithin(source, path, offset) });
      return null;
    }
    const target = rows.get(relation.target);
    if (target === undefined) return null;
    relations.push(relation);
    from = target;
    offset += alias.length + 1;
  }
  const place = placeWithin(source, path, 0);
  if (from.name !== partyResource && from.name !== identityResource) {
    const ends = [...from.relations.values()].filter(({ target }) => isEnd(target)).map(({ alias }) => alias);
    const more = relations.length === 0 ? '' : `${text}.`;
    report(path, {
      message: `${text} leads to ${from.name}, and to no ${partyResource}`,
      expected:
        ends.length === 0 ? `a way to ${partyResource} or ${identityResource}` : oneOf(ends.map((end) => more + end)),
      place,
    });
    return null;
  }
  if (from.name === identityResource && !namesParty(from)) {
    const message = `${text} leads to ${identityResource}, which does not say for which party it acts`;
    report(path, {
      message,
      expected: `a field ${partyField} of ${identityResource} that refers to ${partyResource}`,
      place,
    });
    return null;
  }
  return { text, relations, end: from.name };
}

/** Whether each row is there for one party: the identities of that party see it, and nobody else does. */
export function isAddressed(resource: Resource): boolean {
  return resource.kind === 'table' && resource.madeBy?.rows.areAddressed === true;
}

/** Whether the rows of this resource, the identities, say for which party they act. */
export function namesParty({ fields }: RowType): boolean {
  const type = fields.get(partyField)?.type;
  return type?.kind === 'reference' && type.to === partyResource;
}

function isEnd(resource: string): boolean {
  return resource === partyResource || resource === identityResource;
}

function unknownRelation(alias: string, { name, fields, relations }: RowType) {
  const known = [...relations.keys()];
  return {
    message: fields.has(alias)
      ? `${alias} is a field of ${name}, and no relation`
      : `there is no relation ${alias} of ${name}`,
    expected: known.length === 0 ? `a relation; ${name} has none` : oneOf(known),
    nearest: nearest(alias, known),
  };
}
