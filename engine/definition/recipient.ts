import { nearest } from '../language/nearest.ts';
import { oneOf } from '../language/wording.ts';
import type { RowContext } from '../model/condition/bind.ts';
import type { RowType } from '../model/condition/row_type.ts';
import type { BoundCondition } from '../model/field.ts';
import type { Recipient, Resource } from '../model/model.ts';
import { type Relation, stepsOf } from '../model/relation.ts';
import { treeFault } from '../model/tree/tree_fault.ts';
import { type Definitions, unknownResource } from './definitions.ts';
import { placeWithin } from './file/place.ts';
import type { DefinitionFile, Report } from './file/report.ts';
import { bindRuleAt, parseRuleAt, type Rule } from './resource/rule.ts';
import type { WrittenRecipient } from './written_recipient.ts';

/** The resource of those who are concerned by something. */
export const partyResource = 'party';

/** The resource of those who act; the field of this name says for which party. */
export const identityResource = 'identity';
export const partyField = 'party_id';

/** What surrounds a recipient in the definitions: the row that something is about, and all others. */
export interface RecipientContext extends RowContext, Pick<Definitions, 'names'> {
  /** The time zone of days in rules. */
  readonly zone: string;
}

/**
 * Resolves a recipient of a file: a way to the resource party or identity, and a rule for rows of the way. A way has the
 * aliases of relations, with dots between them. For a party or an identity, its own name means the row itself. Null after
 * a fault, which is reported at its place within the text. Null also if a resource on the way could not be read.
 */
export function buildRecipient(written: WrittenRecipient, context: RecipientContext, file: DefinitionFile) {
  const start = startOf(written, context, file.report);
  if (start === null) return null;
  const way = buildWay(written.way ?? written.all, start, context, file);
  if (way === null) return null;
  const { text, relations, last, end } = way;
  const where = written.where && bindWhere(written.where, written.all === null ? last : start, context, file);
  if (written.where !== null && where === null) return null;
  return { text, all: written.all?.text ?? null, relations, end, where } satisfies Recipient;
}

/** The first row of the way. */
function startOf({ all }: WrittenRecipient, { row, rows, names }: RecipientContext, report: Report): RowType | null {
  if (all === null) return row;
  const start = rows.get(all.text);
  if (start !== undefined && names.has(all.text)) return start;
  // One that could not be read has been reported. Its file may have had the name.
  if (!names.has(all.text)) report(all.path, unknownResource(all.text, { names }));
  return null;
}

function buildWay(
  rule: Rule | null,
  start: RowType,
  { rows }: RowContext,
  { source, report }: DefinitionFile,
): (Pick<Recipient, 'text' | 'relations' | 'end'> & { readonly last: RowType }) | null {
  if (rule === null) return null;
  const { text, path } = rule;
  const relations: Relation[] = [];
  let from = start;
  let offset = 0;
  for (const alias of text === start.name && !start.relations.has(text) ? [] : text.split('.')) {
    const relation = from.relations.get(alias);
    if (relation === undefined) {
      report(path, { ...unknownRelation(alias, from), place: placeWithin(source, path, offset) });
      return null;
    }
    const fault = treeFault(relation, {});
    if (fault !== null) {
      report(path, { ...fault, place: placeWithin(source, path, offset) });
      return null;
    }
    const target = rows.get(relation.target);
    if (target === undefined) return null;
    relations.push(...stepsOf(relation));
    from = target;
    offset += alias.length + 1;
  }
  const place = placeWithin(source, path, 0);
  const { name: end } = from;
  if (end !== partyResource && end !== identityResource) {
    const ends = [...from.relations.values()].filter(({ target }) => isEnd(target)).map(({ alias }) => alias);
    const more = relations.length === 0 ? '' : `${text}.`;
    report(path, {
      message: `${text} leads to ${end}, and to no ${partyResource}`,
      expected:
        ends.length === 0 ? `a way to ${partyResource} or ${identityResource}` : oneOf(ends.map((each) => more + each)),
      place,
    });
    return null;
  }
  if (end === identityResource && !namesParty(from)) {
    const message = `${text} leads to ${identityResource}, which does not say for which party it acts`;
    report(path, {
      message,
      expected: `a field ${partyField} of ${identityResource} that refers to ${partyResource}`,
      place,
    });
    return null;
  }
  return { text, relations, end, last: from };
}

/** Reads a rule about a row of the way; what it takes from a row is of the row that something is about. */
function bindWhere(
  rule: Rule,
  about: RowType,
  { row, rows, zone, named = null }: RecipientContext,
  file: DefinitionFile,
): BoundCondition | null {
  const parsed = parseRuleAt(rule, file);
  if (parsed === null) return null;
  const values = { claims: null, zone, named, own: row, rows };
  return bindRuleAt(parsed, rule, { row: about, rows, rule: values }, file);
}

/** Whether each row is there for one party: the identities of that party see it, and nobody else does. */
export function isAddressed(resource: Resource): boolean {
  return resource.kind === 'table' && resource.madeBy?.rows.areAddressed === true;
}

/** What a service needs so that callers act for a party, in words. */
export const aPartyOfCallers = `a resource ${identityResource} with a field ${partyField} that refers to ${partyResource}, or a claim ${partyField} in service.yaml`;

/**
 * Whether callers can act for a party: tokens name one, or identities have one. True also for identities that could not be
 * read, which has been reported.
 */
export function knowsParty({
  rows,
  names,
  claims,
}: Pick<RecipientContext, 'rows' | 'names'> & { readonly claims: readonly string[] }): boolean {
  return claims.includes(partyField) || (names.has(identityResource) && !rows.has(identityResource));
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
