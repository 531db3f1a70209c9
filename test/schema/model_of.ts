import { features } from '../../engine/feature/features.ts';
import { systemField, validityFields } from '../../engine/model/common_field.ts';
import { derivedTable } from '../../engine/model/derived.ts';
import { type BoundComparison, type Field, writtenValues } from '../../engine/model/field.ts';
import { deriveHistory } from '../../engine/model/history.ts';
import type { Model, Table, Temporal } from '../../engine/model/model.ts';
import type { Service } from '../../engine/model/service.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import type { Operator } from '../../engine/vocabulary/operator/operators.ts';

export interface TableParts
  extends Partial<
    Pick<
      Table,
      | 'was'
      | 'title'
      | 'description'
      | 'group'
      | 'label'
      | 'temporal'
      | 'checks'
      | 'access'
      | 'unique'
      | 'uniqueAmong'
      | 'indexes'
      | 'prefixes'
      | 'search'
      | 'event'
    >
  > {
  readonly history?: boolean;
}

/** The service that service.yaml gives with nothing but a title. */
export const service: Service = {
  title: 'Test',
  version: '1.0.0',
  description: '',
  contact: null,
  license: null,
  servers: [],
  documentFor: 'everybody',
  basePath: '/api/v1',
  zone: 'UTC',
  requireIfMatch: false,
  explain: 'nobody',
  aggregates: false,
  limits: {
    pageDefault: 100,
    pageMaximum: 10_000,
    payloadBytes: 1_048_576,
    rowsPayloadBytes: 8_388_608,
    rowsPerRequest: 10_000,
    responseBytes: 67_108_864,
    filters: 64,
    embedDepth: 8,
    aliases: 8,
    inValues: 200,
    batchRequests: 100,
    urlBytes: 16_384,
    statementTimeoutSeconds: 10,
    requestsPerMinute: null,
    connections: 2000,
    connectionsPerAddress: 500,
    databaseConnections: 10,
    temporaryBytes: 1_073_741_824,
    planCacheBytes: 33_554_432,
    streams: 16,
    streamsPerIdentity: 4,
    streamIdleSeconds: 60,
    statementsPerIdentity: 4,
    followersPerIdentity: 50,
    waitingRequests: 1000,
    calls: 4,
    callRequests: 1000,
    replicaLagSeconds: 5,
    eventLoopDelayMilliseconds: 1000,
    fileTransfers: 64,
    fileTransfersPerIdentity: 16,
    uploadTimeoutSeconds: 3600,
    requestTimeoutSeconds: 30,
    drainSeconds: 1,
    shutdownSeconds: 10,
  },
  token: { issuer: null, audiences: [], type: null, clockToleranceSeconds: 0, tokenUrl: null },
  claims: { identity: 'identity_id', scope: 'scope', role: 'role', others: new Map(), partyOfIdentity: false },
  actsFor: null,
  roles: [],
  cors: null,
  headers: { strictTransportSecuritySeconds: 31_536_000, frameAncestors: [] },
  events: null,
  studio: { signIn: null },
};

/** A model of these tables, with their histories. */
export function modelOf(...tables: readonly Table[]): Model {
  const resources = tables.flatMap((table) => (table.history === null ? [table] : [table, deriveHistory(table)]));
  return {
    service,
    resources: new Map(resources.map((resource) => [resource.name, resource])),
    features,
  };
}

export function tableOf(
  name: string,
  declared: readonly Field[],
  { history = false, ...parts }: TableParts = {},
): Table {
  const validity = parts.temporal ? validityFields : [];
  const actions = new Set(['list', 'read', 'create', 'update', 'delete'] as const);
  const table = derivedTable({ name, title: name, description: '', actions }, [...declared, ...validity]);
  return { ...table, history: history ? `${name}_history` : null, ...parts };
}

/** Timelines by these fields, without further rules unless `rules` say otherwise. */
export function temporalOf(timeline: readonly string[], rules: Partial<Temporal> = {}): Temporal {
  return {
    timeline,
    overlap: 'make_room',
    makeRoom: 'own',
    align: null,
    freeze: null,
    startWindow: null,
    ...rules,
  };
}

/** A required field that clients may write, unless `facets` say otherwise. */
export function fieldOf(name: string, type: FieldType, facets: Partial<Field> = {}): Field {
  return { ...systemField(name, type, name, ''), create: true, update: true, ...facets };
}

export function textType(
  facets: { readonly minLength?: number; readonly maxLength?: number } = {},
): FieldType & { kind: 'text' } {
  return { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null, ...facets };
}

export function decimalType(precision: number, scale: number): FieldType & { kind: 'decimal' } {
  return { kind: 'decimal', precision, scale, minimum: null, maximum: null, multipleOf: null };
}

export function integerType(): FieldType & { kind: 'integer' } {
  return { kind: 'integer', minimum: null, maximum: null, multipleOf: null };
}

export function enumType(...values: readonly string[]): FieldType & { kind: 'enum' } {
  return { kind: 'enum', values, about: new Map(), transitions: null };
}

/** An enum of these values and, for each, those that an update may move to. */
export function statusType(moves: Readonly<Record<string, readonly string[]>>): FieldType {
  return { kind: 'enum', values: Object.keys(moves), about: new Map(), transitions: new Map(Object.entries(moves)) };
}

export function compare(field: Field, operator: Operator, ...values: readonly string[]): BoundComparison {
  const operand = { field, steps: [], type: field.type };
  return {
    kind: 'comparison',
    operand,
    negated: false,
    operator,
    quantifier: null,
    language: null,
    comparand: writtenValues(...values),
  };
}
