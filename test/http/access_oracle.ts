import type { BoundCondition, Comparand } from '../../engine/model/field.ts';
import type { Access, AccessRule, Model, Resource, Table } from '../../engine/model/model.ts';
import { type Relation, withoutTree } from '../../engine/model/relation.ts';
import { allRows, noRow } from '../../engine/model/whole_access.ts';
import type { TestDatabase } from '../database.ts';

/** Who asks, as the rules see them. */
export interface Asker {
  readonly role: string | null;
  readonly claims: Readonly<Record<string, string>>;
}

/** A version of a row, as psql sees it. */
export interface Version {
  readonly id: string;
  readonly versionId: string;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly recordedAt: string;
  /** Null for the current one. */
  readonly replacedAt: string | null;
}

/** When the graph is looked at: now, at an instant, or in the last moment before one. */
export type Moment = null | { readonly at: string } | { readonly before: string };

/** What is in the database, and what its rules say of it: neither the planner nor the SQL of the engine has a part in it. */
export interface Oracle {
  /** The rows of a table that show at a moment. */
  rows(table: Table, moment: Moment): readonly Version[];
  /** Every version of every row, deleted ones included. */
  versions(table: Table): readonly Version[];
  /** Whether an operation is allowed with a row. */
  may(asker: Asker, resource: Resource, operation: 'read' | 'update' | 'delete', row: Version, moment: Moment): boolean;
  related(table: Table, relation: Relation, row: Version, moment: Moment): readonly Version[];
  /** The events that are there. */
  events(query: TestDatabase['query']): Promise<readonly EventRow[]>;
  /** Whether an event is seen: whether the version is that it is about, which was made at its time or, of a delete, replaced then. */
  sees(asker: Asker, event: EventRow): boolean;
}

/** What tells of which version of which row an event is. */
interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly at: string;
}

export async function readOracle(model: Model, { query }: TestDatabase): Promise<Oracle> {
  const all = new Map<string, readonly Version[]>();
  for (const table of model.resources.values()) {
    if (table.kind === 'table' && table.madeBy?.name !== 'event') all.set(table.name, await versionsOf(table, query));
  }
  const versions = ({ name }: Table) => all.get(name) ?? [];
  const rows = (table: Table, moment: Moment): readonly Version[] =>
    versions(table).filter((version) => {
      if (table.temporal !== null && version.fields.valid_from === null) return false;
      return isThere(version, table.history === null ? null : moment);
    });
  const related = (_: Table, { target, from, to }: Relation, row: Version, moment: Moment): readonly Version[] => {
    const table = model.resources.get(target);
    if (table?.kind !== 'table') return [];
    return rows(table, moment).filter(({ fields }) => fields[to] !== null && fields[to] === row.fields[from]);
  };
  const holds = (
    condition: BoundCondition,
    asker: Asker,
    table: Table,
    row: Version,
    moment: Moment,
  ): boolean | null => {
    switch (condition.kind) {
      case 'comparison': {
        if (!('field' in condition.operand)) throw new Error('the oracle knows fields on the left alone');
        const left = row.fields[condition.operand.field.name] ?? null;
        const right = comparedValue(condition.comparand, asker);
        if (left === null || right === undefined || right === null) return null;
        if (condition.operator !== 'eq' && condition.operator !== 'neq')
          throw new Error(`the oracle knows no ${condition.operator}`);
        return ((left === right) === (condition.operator === 'eq')) !== condition.negated;
      }
      case 'logic': {
        const found = condition.operands.map((operand) => holds(operand, asker, table, row, moment));
        const decisive = condition.operator === 'or';
        const value = found.includes(decisive) ? decisive : found.includes(null) ? null : !decisive;
        return value === null ? null : value !== condition.negated;
      }
      case 'related': {
        const { condition: below, negated } = condition;
        const relation = withoutTree(condition.relation);
        const target = model.resources.get(relation.target) as Table;
        // In a version the relation begins at the id of the row.
        const start = { ...relation, from: relation.from === `${table.name}_id` ? 'id' : relation.from };
        const found = related(table, start, row, moment).some(
          (each) => below === null || holds(below, asker, target, each, moment) === true,
        );
        return found !== negated;
      }
      case 'rule':
        return holds(condition.condition, asker, table, row, moment);
      case 'visible':
        return may(asker, table, 'read', row, moment) !== condition.negated;
      case 'covered':
        throw new Error('no rule of access says that a row is covered');
    }
  };
  const may: Oracle['may'] = ({ role, claims }, resource, operation, row, moment) => {
    if (resource.kind === 'view') throw new Error('the oracle knows no views');
    const table = resource.kind === 'history' ? resource.of : resource;
    const asker = { role, claims };
    if (operation === 'read' && (resource.kind === 'history' || (moment !== null && table.history !== null))) {
      return allows(accessOf(model, role, table).past.version, asker, table, row, moment) && mayNow(asker, table, row);
    }
    return allows(accessOf(model, role, table)[operation], asker, table, row, table.history === null ? null : moment);
  };
  const allows = (rule: AccessRule, asker: Asker, table: Table, row: Version, moment: Moment) =>
    rule.kind === 'rule' ? holds(rule.condition, asker, table, row, moment) === true : rule.kind === 'all';
  /** What the rule of the present says of the row's last state. */
  const mayNow = (asker: Asker, table: Table, { id }: Version): boolean => {
    const { present } = accessOf(model, asker.role, table).past;
    const states = versions(table).filter(
      (each) => each.id === id && (table.temporal === null || each.fields.valid_from !== null),
    );
    const last = states.reduce((one, other) => (one.recordedAt > other.recordedAt ? one : other), states[0] as Version);
    return present.kind === 'all' || (last !== undefined && allows(present, asker, table, last, lastMoment(last)));
  };
  return {
    rows,
    versions,
    related,
    may,
    events: eventsIn,
    sees: (asker, { type, source, at }) => {
      const [, name = '', id] = source.split('/');
      const table = model.resources.get(name) as Table;
      const version = versions(table).find((each) => {
        if (each.id !== id) return false;
        if (table.history === null) return each.replacedAt === null;
        return (type.endsWith('.delete') ? each.replacedAt : each.recordedAt) === at;
      });
      // Of what is gone without a history, whoever sees all rows still sees the events.
      const { event } = accessOf(model, asker.role, table).past;
      if (version === undefined) return event.kind === 'all';
      return allows(event, asker, table, version, lastMoment(version)) && mayNow(asker, table, version);
    },
  };
}

function accessOf({ service }: Model, role: string | null, { access }: Table): Access {
  if (access === null) return allRows;
  const known = role !== null && service.roles.includes(role) ? role : '';
  return access.get(known) ?? noRow;
}

async function eventsIn(query: TestDatabase['query']): Promise<readonly EventRow[]> {
  const rows = await query(
    `select id, type, source, to_char("time", 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from event order by id`,
  );
  return rows.map(({ id, type, source, at }) => ({
    id: id ?? '',
    type: type ?? '',
    source: source ?? '',
    at: at ?? '',
  }));
}

/** The moment at which a version shows what surrounds it. */
export function lastMoment({ replacedAt }: Version): Moment {
  return replacedAt === null ? null : { before: replacedAt };
}

function isThere({ recordedAt, replacedAt }: Version, moment: Moment): boolean {
  if (moment === null) return replacedAt === null;
  if ('at' in moment) return recordedAt <= moment.at && (replacedAt === null || replacedAt > moment.at);
  return recordedAt < moment.before && (replacedAt === null || replacedAt >= moment.before);
}

async function versionsOf(table: Table, query: TestDatabase['query']): Promise<readonly Version[]> {
  const format = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const current = await query(
    `select row_to_json(item)::text as row, row_version as version, ${format('recorded_at')} as at, null as until from ${table.name} as item`,
  );
  const replaced =
    table.history === null
      ? []
      : await query(
          `select row_to_json(item)::text as row, id as version, ${format('recorded_at')} as at, ${format('replaced_at')} as until from ${table.history} as item`,
        );
  return [...current, ...replaced].map(({ row, version, at, until }) => {
    const values = JSON.parse(row ?? '{}') as Record<string, unknown>;
    const id = String(until === null || until === undefined ? values.id : values[`${table.name}_id`]);
    const fields = Object.entries({ ...values, id }).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ]);
    return {
      id,
      versionId: version ?? '',
      fields: Object.fromEntries(fields),
      recordedAt: at ?? '',
      replacedAt: until ?? null,
    };
  });
}

function comparedValue(comparand: Comparand, { claims }: Asker): string | null | undefined {
  if (comparand.kind === 'claim') return claims[comparand.claim];
  if (comparand.kind !== 'values') throw new Error(`the oracle knows no ${comparand.kind}`);
  return comparand.values[0];
}
