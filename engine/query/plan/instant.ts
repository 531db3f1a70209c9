import { readDatetime } from '../../language/time/datetime.ts';
import { type BoundCondition, type Operand, writtenValues } from '../../model/field.ts';
import type { Resource } from '../../model/model.ts';
import { faultsOf, type Parameter, type Result, refuse } from './query_string.ts';

/** The parameters that name an instant: as of which the rows were recorded, and at which they are valid. */
export const instantParameters = ['as_of', 'valid_at'] as const;

export type InstantParameter = (typeof instantParameters)[number];

/** The instants of a request. */
export interface Instants {
  readonly asOf: Instant | null;
  readonly validAt: Instant | null;
}

/** An instant in UTC, and the place of the parameter that it comes from. */
export interface Instant {
  readonly datetime: string;
  readonly slot: number;
}

/** An instant that comes with each request. */
export interface OpenInstant {
  readonly datetime: null;
  readonly slot: number;
}

export type AnyInstant = Instant | OpenInstant;

/** Reads as_of and valid_at, each only where the resource has such a time. */
export function planInstants(resource: Resource, parameters: ReadonlyMap<string, Parameter>): Result<Instants> {
  const asOf = planInstant(resource, 'as_of', parameters.get('as_of'));
  const at = planInstant(resource, 'valid_at', parameters.get('valid_at'));
  if (!asOf.ok || !at.ok) return { ok: false, faults: faultsOf([asOf, at]) };
  return { ok: true, value: { asOf: asOf.value, validAt: at.value } };
}

function planInstant(
  resource: Resource,
  name: InstantParameter,
  parameter: Parameter | undefined,
): Result<Instant | null> {
  if (parameter === undefined) return { ok: true, value: null };
  const obstacle = instantObstacle(name, resource);
  if (obstacle !== null) return refuse('invalid_parameter', { parameter: name, position: null }, obstacle, null);
  const read = readDatetime(parameter.value);
  if (!read.ok) return refuse('invalid_parameter', { parameter: name, position: 0 }, read.message, read.hint);
  return { ok: true, value: { datetime: read.value, slot: parameter.index } };
}

export function isInstantParameter(name: string): name is InstantParameter {
  return instantParameters.some((instant) => instant === name);
}

/** Why a parameter means nothing for a resource; null when it does. */
export function instantObstacle(name: InstantParameter, resource: Resource): string | null {
  if (name === 'valid_at') return resource.fields.has('valid_from') ? null : `${resource.name} has no validity`;
  if (resource.kind === 'history') return `${resource.name} lists every version already`;
  if (resource.kind === 'view')
    return resource.statement.hasPast ? null : `${resource.name} reads nothing with a history`;
  return resource.history === null ? `${resource.name} has no history` : null;
}

/** What specification 4.3 rewrites valid_at to: begun by then, and not ended. */
export function validAt(resource: Resource, { datetime, slot }: Instant): BoundCondition {
  const from = resource.fields.get('valid_from');
  const to = resource.fields.get('valid_to');
  if (from === undefined || to === undefined) throw new Error(`${resource.name} has no validity`);
  const comparison = { kind: 'comparison', negated: false, quantifier: null, language: null } as const;
  const at = { comparand: { kind: 'values', values: [datetime], slot } } as const;
  const start: Operand = { field: from, steps: [], type: from.type };
  const end: Operand = { field: to, steps: [], type: to.type };
  const begun: BoundCondition = { ...comparison, operand: start, operator: 'lte', ...at };
  const notEnded: BoundCondition = { ...comparison, operand: end, operator: 'gt', ...at };
  const open: BoundCondition = { ...comparison, operand: end, operator: 'is', comparand: writtenValues('null') };
  const either: BoundCondition = { kind: 'logic', operator: 'or', negated: false, operands: [notEnded, open] };
  return { kind: 'logic', operator: 'and', negated: false, operands: [begun, either] };
}
