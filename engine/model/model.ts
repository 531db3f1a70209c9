import type { AccessRight } from '../vocabulary/action/action_word.ts';
import type { Action } from '../vocabulary/action/actions.ts';
import type { Call } from './call.ts';
import type { Creation, FieldSets } from './consequence.ts';
import type { Deprecation } from './deprecation.ts';
import type { Feature, FeatureRules } from './feature.ts';
import type { BoundCondition, Field } from './field.ts';
import type { AnyRelation, Relation } from './relation.ts';
import type { Service } from './service.ts';
import type { RoleChoice, WriteMoment } from './write_moment.ts';

/** Everything the engine knows: the checked YAML, with defaults, immutable. */
export interface Model {
  readonly service: Service;
  /** By name, in order of name: declared resources, their history resources, and the resources of features. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The features of the engine, in the order in which they work. */
  readonly features: readonly Feature[];
}

export type Resource = Table | History | View;

interface ResourceCommon {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The heading under which people find it; null for the usual one. */
  readonly group: string | null;
  /** The fields by whose values people tell its rows apart, in this order; empty for none. */
  readonly label: readonly string[];
  /** In the order of answers: `id`, the declared fields, validity, the record fields. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly relations: ReadonlyMap<string, AnyRelation>;
  readonly actions: ReadonlySet<Action>;
  /** Where its rows are read: on any server that does not lag too much, or on the primary alone. */
  readonly readsFrom: 'any' | 'primary';
  readonly deprecated: Deprecation | null;
  /** What the filter `search` finds its rows by; null without one. */
  readonly search: Search | null;
  /** What each role may do. A role that is not named may do nothing. Null if scopes alone decide. */
  readonly access: ReadonlyMap<string, Access> | null;
}

/** A full-text search over several fields. */
export interface Search {
  /** The most important first. */
  readonly fields: readonly string[];
  /** A text search configuration of PostgreSQL (manual, 12.6). */
  readonly language: string;
}

export interface Access extends Readonly<Record<AccessRight, AccessRule>> {
  /** Where an update asks nothing of one of its two rows, that rule is `all`; where it may make no row, both are `nothing`. */
  readonly update: AccessRule;
  readonly updated: AccessRule;
  readonly past: PastAccess;
  /** Whether callers who have lost the right to read a row still find it as it was in the last moment of that right. */
  readonly former?: 'last_state';
  /** Whether it stands in place of what decides by default about the rows that a feature makes. */
  readonly replacesDefault?: true;
}

/** Which rows of the past a role reads, in a history and under as_of. The rules of a history are about its versions. */
export interface PastAccess {
  /** Asked of a row as it was, at the instant for which it is shown. */
  readonly version: AccessRule;
  /** Asked of the row as it is now. Of a row that is gone, it is the last version, in its last moment. */
  readonly present: AccessRule;
  /** Asked of the version that an event is about, as it was. */
  readonly event: AccessRule;
}

/** Applies to all rows, to no row, or to the rows for which a rule holds. */
export type AccessRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'rule';
      readonly condition: BoundCondition;
      /** Its text, parameter by parameter. Each parameter must also hold by itself. */
      readonly parts: readonly { readonly text: string; readonly condition: BoundCondition }[];
    };

/** A declared resource, which holds the current rows. */
export interface Table extends ResourceCommon {
  readonly kind: 'table';
  /** Its former name: a migration renames the existing one. */
  readonly was: string | null;
  /** Name of the resource that lists its versions; null without history. */
  readonly history: string | null;
  readonly temporal: Temporal | null;
  readonly checks: readonly Check[];
  /** What the database sets in rows that are written, in this order. */
  readonly sets: readonly FieldSets[];
  /** What the database creates when a row is written, in this order. */
  readonly creates: readonly Creation[];
  /** Combinations of fields that identify one row, single unique fields included. */
  readonly unique: readonly (readonly string[])[];
  /** Combinations of fields that identify one row among those for which a rule holds. */
  readonly uniqueAmong: readonly UniqueAmong[];
  readonly indexes: readonly (readonly string[])[];
  /** Text fields that an index finds by how they begin. */
  readonly prefixes: readonly string[];
  /** The event of each change of a row; null without events. */
  readonly event: EventRule | null;
  /** Its own operations, by name. */
  readonly calls: ReadonlyMap<string, Call>;
  /** What features are to do with its rows. */
  readonly rules: FeatureRules;
  /** The feature whose resource this is; null for one that a file declares. */
  readonly madeBy: Feature | null;
}

/** The names and the subjects of a resource's events. */
export interface EventRule {
  /** `<prefix>.<resource>`: the verb comes after it. */
  readonly type: string;
  /** If a change is about another row: the reference to it, and its resource. */
  readonly subject: { readonly field: string; readonly resource: string } | null;
}

/** A derived, read-only resource: every version of every row of `of`, the current ones included. */
export interface History extends ResourceCommon {
  readonly kind: 'history';
  readonly of: Table;
}

/**
 * A declared, read-only resource over a SELECT or a chain of timelines, which stands in each statement that reads it. The
 * database has nothing of it.
 */
export interface View extends ResourceCommon {
  readonly kind: 'view';
  readonly statement: ViewStatement;
}

/** What a view selects, and what it reads. */
export interface ViewStatement {
  /** The name of the file that has it. */
  readonly file: string;
  readonly select: ViewSelect;
  /** The tables that it names, with the columns that each has for it. */
  readonly reads: ReadonlyMap<string, readonly ViewColumn[]>;
  /** Whether an expression of it may fail for some rows. It must not see hidden ones then. */
  readonly mayFail: boolean;
  /** Whether one of the tables keeps a history, so that the view can be read as of an instant. */
  readonly hasPast: boolean;
}

/** The text of a SELECT, cut at each place where it names the present instant; or a chain of timelines. */
type ViewSelect =
  | { readonly kind: 'text'; readonly texts: readonly string[] }
  | { readonly kind: 'chain'; readonly steps: readonly ChainStep[] };

/** The entries of a timeline. Each one goes on from an entry of the step before, for the time in which both are valid. */
export interface ChainStep {
  readonly timeline: string;
  /** The reference field by which it begins, and the one by which it goes on; null where the chain ends. */
  readonly from: string;
  readonly to: string | null;
  /** What the pieces have of it: the field of the view, by the field of the timeline. */
  readonly shown: readonly { readonly field: string; readonly as: string }[];
}

/** A column of a table, as a view reads it. */
export type ViewColumn = Pick<Field, 'name' | 'type'>;

/** Whom something concerns: the way from a row to parties, or to the identities that act for them. */
export interface Recipient {
  /** The text of its way in the definition. */
  readonly text: string;
  /** The resource whose rows the way begins with, all of them; null if it begins with the row that something is about. */
  readonly all: string | null;
  /** Each step starts at the row of the step before. Empty if the first row itself is the party or the identity. */
  readonly relations: readonly Relation[];
  /** The end of the way. */
  readonly end: 'party' | 'identity';
  /**
   * A rule for the rows of `all`, or for the row at the end of the way; null for all rows. A value of the row itself
   * (`$field`) is of the row that something is about.
   */
  readonly where: BoundCondition | null;
}

/** Entries that share the timeline fields' values never overlap in [valid_from, valid_to). */
export interface Temporal {
  readonly timeline: readonly string[];
  /** What happens on a write that would overlap other entries: they make room, or it is refused. */
  readonly overlap: 'make_room' | 'reject';
  /** Which entries make room, for all writers or by role. For a role that is not named: own. */
  readonly makeRoom: MakeRoom | ReadonlyMap<string, MakeRoom>;
  /** Time zone in which both bounds are the beginning of a day. */
  readonly align: string | null;
  readonly freeze: Freeze | null;
  readonly startWindow: StartWindow | null;
}

/** anybody: all entries. own: entries that the writer may change, and may delete if they are covered. */
export type MakeRoom = 'own' | 'anybody';

/** Times longer ago than an ISO 8601 duration cannot be changed. */
interface Freeze {
  readonly after: string;
  readonly roles: RoleChoice | null;
}

/** How far from now an entry may begin, as ISO 8601 durations; one with a minus is in the past, null is any. */
interface StartWindow {
  readonly from: string | null;
  readonly to: string | null;
  readonly roles: RoleChoice | null;
}

/** Fields whose values no two rows share, of the rows for which a rule over their own fields holds. */
export interface UniqueAmong {
  readonly fields: readonly string[];
  readonly where: BoundCondition;
}

/** A rule that rows keep; a row breaks it unless it is true. */
export interface Check {
  /** The name of the constraint in the database. */
  readonly name: string;
  readonly that: BoundCondition;
  readonly message: string;
  /** The writes after which it is asked; null for a rule that every row keeps at all times. */
  readonly moment: WriteMoment | null;
}
