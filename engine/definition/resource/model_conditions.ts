import type { BoundCondition } from '../../model/field.ts';
import type { Check, Recipient, Resource, Table } from '../../model/model.ts';
import type { WriteMoment } from '../../model/write_moment.ts';
import type { DefinitionPart } from '../feature.ts';

type Rules = Pick<DefinitionPart, 'rules'>;

/** All rules of a resource: of its access, its fields, its checks, its calls, and its features. */
export function conditionsOf(resource: Resource, features: readonly Rules[]): readonly BoundCondition[] {
  const own = accessConditions(resource);
  if (resource.kind !== 'table') return own;
  const found = [...resource.calls.values()].flatMap(({ work }) => (work.kind === 'find' ? [work.condition] : []));
  return [
    ...own,
    ...resource.checks.flatMap(rulesOf),
    ...consequenceConditions(resource),
    ...found,
    ...featureConditions(resource, features),
  ];
}

function rulesOf({ that, moment }: Check): readonly BoundCondition[] {
  return [that, ...(moment === null ? [] : momentConditions(moment))];
}

function momentConditions({ when, before }: WriteMoment): readonly BoundCondition[] {
  return [when, before].filter((rule) => rule !== null);
}

function consequenceConditions({ sets, creates }: Table): readonly BoundCondition[] {
  const moments = [...sets, ...creates].flatMap(({ moment }) => momentConditions(moment));
  return [...moments, ...creates.flatMap(({ unless }) => unless ?? [])];
}

function accessConditions({ access, fields }: Resource): readonly BoundCondition[] {
  const ofFields = [...fields.values()].flatMap((field) =>
    [...(field.access?.values() ?? [])].flatMap(({ where }) => where?.condition ?? []),
  );
  const ofRows = [...(access?.values() ?? [])].flatMap(({ past, ...rights }) => {
    const rules = [rights.read, rights.create, rights.update, rights.updated, rights.delete];
    return [...rules, past.version, past.present].flatMap((rule) => (rule.kind === 'rule' ? [rule.condition] : []));
  });
  return [...ofRows, ...ofFields];
}

/** A feature gives its rules other names by going through all of them. */
function featureConditions(table: Table, features: readonly Rules[]): readonly BoundCondition[] {
  const found: BoundCondition[] = [];
  const condition = (each: BoundCondition) => {
    found.push(each);
    return each;
  };
  const recipient = <Of extends Recipient>(each: Of) => {
    if (each.where !== null) found.push(each.where);
    return each;
  };
  for (const { rules } of features) rules?.renamed(table, { condition, recipient, field: (field) => field });
  return found;
}
