import { nearest } from '../language/nearest.ts';
import { oneOf } from '../language/wording.ts';
import type { Table } from '../model/model.ts';
import type { Claims, Service } from '../model/service.ts';
import { wordOf } from '../vocabulary/field_type.ts';
import type { Report } from './file/report.ts';
import type { ServiceDefinition } from './language/definition.ts';
import { identityResource } from './recipient.ts';

/** The membership that a claim is bound to; null for none, and after a fault. */
export function buildActsFor(
  definition: Pick<ServiceDefinition, 'acts_for'>,
  { others }: Pick<Claims, 'others'>,
  tables: ReadonlyMap<string, Table>,
  report: Report,
): Service['actsFor'] {
  const written = definition.acts_for;
  if (written === undefined) return null;
  const { claim, through, identity } = written;
  const refuse = (key: keyof typeof written, message: string, expected: string, near: string | null = null) => {
    report(['acts_for', key], { message, expected, nearest: near });
    return null;
  };
  if (!others.has(claim))
    return refuse(
      'claim',
      `there is no claim ${claim} under claims.others`,
      others.size === 0 ? 'claims: { others: ... } with a claim' : oneOf(others.keys()),
      nearest(claim, [...others.keys()]),
    );
  const table = tables.get(through);
  if (table === undefined)
    return refuse(
      'through',
      `there is no resource ${through}`,
      oneOf(tables.keys()),
      nearest(through, [...tables.keys()]),
    );
  const names = [...table.fields.values()].filter(({ computed }) => computed === null).map(({ name }) => name);
  const fieldOf = (name: string) => (names.includes(name) ? table.fields.get(name) : undefined);
  const claimed = fieldOf(claim);
  if (claimed === undefined)
    return refuse('claim', `${through} has no field ${claim}`, oneOf(names), nearest(claim, names));
  if (claimed.type.kind === 'array' || claimed.type.kind === 'json')
    return refuse('claim', `${claim} of ${through} is of type ${claimed.type.kind}`, 'a field of one value');
  const own = fieldOf(identity);
  if (own === undefined)
    return refuse('identity', `${through} has no field ${identity}`, oneOf(names), nearest(identity, names));
  const { type } = own;
  const isIdentity = type.kind === 'reference' ? type.to === identityResource : wordOf(type).number !== undefined;
  if (!isIdentity) {
    const kind = type.kind === 'reference' ? `a reference to ${type.to}` : `of type ${type.kind}`;
    return refuse(
      'identity',
      `${identity} of ${through} is ${kind}`,
      `a reference to ${identityResource}, or a bigint`,
    );
  }
  return { claim, through, identity, type: claimed.type, isTimeline: table.temporal !== null };
}
