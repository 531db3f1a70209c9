import type { AccessAction } from '../vocabulary/action/action_word.ts';
import type { Action } from '../vocabulary/action/actions.ts';
import type { Feature, FeatureRules } from './feature.ts';
import type { BoundCondition, Deprecation, Field, Relation } from './field.ts';
import type { Service } from './service.ts';

/** Everything the engine knows: what the YAML said, checked, completed with defaults and made immutable. */
export interface Model {
  readonly service: Service;
  /** By name, in order of name: declared resources, the history resources derived from them, and those of features. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** What the engine does beside, in the order in which it does it. */
  readonly features: readonly Feature[];
}

export type Resource = Table | History;

interface ResourceCommon {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As shown: `id` first, then the declared fields, then validity, then the record fields. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly actions: ReadonlySet<Action>;
  readonly deprecated: Deprecation | null;
  /** What each role may do, which is nothing for one that is not named; null where scopes alone decide. */
  readonly access: ReadonlyMap<string, Access> | null;
}

export type Access = Readonly<Record<AccessAction, AccessRule>>;

/** Of all rows, of none, or of those that a rule holds for. */
export type AccessRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'rule';
      readonly condition: BoundCondition;
      /** What it is written as, parameter by parameter, each of which has to hold by itself too. */
      readonly parts: readonly { readonly text: string; readonly condition: BoundCondition }[];
    };

/** A declared resource: rows that are current. */
export interface Table extends ResourceCommon {
  readonly kind: 'table';
  /** The name that it had: a migration renames what is there. */
  readonly was: string | null;
  /** Name of the resource that lists its versions; null without history. */
  readonly history: string | null;
  readonly temporal: Temporal | null;
  readonly checks: readonly Check[];
  /** Each a combination of fields that identifies one row; single unique fields included. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Text fields that an index finds by how they begin. */
  readonly prefixes: readonly string[];
  /** What is told of each change of a row; null where nothing is. */
  readonly event: EventRule | null;
  /** What features are to do with its rows. */
  readonly rules: FeatureRules;
  /** The feature whose resource this is; null for one that a file declares. */
  readonly madeBy: Feature | null;
}

/** How the events of a resource are called, and what they are about. */
export interface EventRule {
  /** `<prefix>.<resource>`: the verb comes after it. */
  readonly type: string;
  /** The reference to the row that a change is about where that is another one, and the resource of that row. */
  readonly subject: { readonly field: string; readonly resource: string } | null;
}

/** A derived, read-only resource: every version of every row of `of`, the current ones included. */
export interface History extends ResourceCommon {
  readonly kind: 'history';
  readonly of: Table;
}

/** Whom something concerns: the way from a row to parties, or to the identities that act for them. */
export interface Recipient {
  /** As it is written. */
  readonly text: string;
  /** Each from a row of the one before; none where the row itself is the party or the identity. */
  readonly relations: readonly Relation[];
  /** What the way leads to. */
  readonly end: 'party' | 'identity';
}

/** Entries that share the timeline fields' values never overlap in [valid_from, valid_to). */
export interface Temporal {
  readonly timeline: readonly string[];
  /** What becomes of a write that would overlap other entries: they make room, or it is refused. */
  readonly overlap: 'make_room' | 'reject';
  /** Whose entries make room: anybody's, or only those that the writer may change, or delete where they are covered. */
  readonly makeRoom: 'anybody' | 'permitted';
  /** Time zone in which both bounds are the beginning of a day. */
  readonly align: string | null;
  /** ISO 8601 duration: what was valid longer ago than that stays as it is. */
  readonly freeze: string | null;
  readonly startWindow: StartWindow | null;
}

/** How far from now an entry may begin, as ISO 8601 durations; one with a minus is in the past, null is any. */
interface StartWindow {
  readonly from: string | null;
  readonly to: string | null;
}

/** A rule over a row's own fields; the row breaks it unless it is true. */
export interface Check {
  /** Of the constraint in the database. */
  readonly name: string;
  readonly that: BoundCondition;
  readonly message: string;
}
