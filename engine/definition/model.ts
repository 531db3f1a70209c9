import type { AccessAction, Action, EventVerb } from '../vocabulary/action/actions.ts';
import type { FieldType } from '../vocabulary/field_type.ts';
import type { Json } from '../vocabulary/json.ts';
import type { BoundCondition } from './condition.ts';

/** Everything the engine knows: what the YAML said, checked, completed with defaults and made immutable. */
export interface Model {
  readonly service: Service;
  /** By name, in order of name: declared resources and the history resources derived from them. */
  readonly resources: ReadonlyMap<string, Resource>;
}

export interface Service {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Whom to ask, for the API document; null where nobody is named. */
  readonly contact: Contact | null;
  /** On what terms it may be used, for the API document; null where that is not said. */
  readonly license: License | null;
  /** Where it runs, for the API document; none where that is not said. */
  readonly servers: readonly ServiceServer[];
  /** Whether everybody gets the whole API document, or each caller what their token can use. */
  readonly documentFor: 'everybody' | 'caller';
  /** Begins with a slash, ends without one. */
  readonly basePath: string;
  /** Whether every PATCH and DELETE names the version that it changes. */
  readonly requireIfMatch: boolean;
  readonly limits: Limits;
  readonly token: TokenRules;
  readonly claims: Claims;
  /** Those that access rules speak of. */
  readonly roles: readonly string[];
  /** Null where pages of other sites may not ask. */
  readonly cors: Cors | null;
  readonly headers: SecurityHeaders;
  /** What events are called; null where none are recorded. */
  readonly events: Events | null;
}

interface Contact {
  readonly name: string | null;
  readonly url: string | null;
  readonly email: string | null;
}

/** `terms` is an SPDX identifier, or where the licence can be read; null for neither. */
interface License {
  readonly name: string;
  readonly terms: { readonly kind: 'identifier' | 'url'; readonly value: string } | null;
}

interface ServiceServer {
  /** Scheme and host. */
  readonly url: string;
  readonly description: string | null;
}

interface Events {
  /** What the type of every event begins with, as in `<prefix>.<resource>.<verb>`. */
  readonly prefix: string;
  /** How events are sent to subscribers; null where they are not. */
  readonly webhooks: Webhooks | null;
}

interface Webhooks {
  /** Whether they may be sent to addresses that are not of the public internet. */
  readonly privateAddresses: boolean;
}

/** What requests may ask for, one by one and together; past one of these the answer names the limit. */
export interface Limits {
  readonly pageDefault: number;
  readonly pageMaximum: number;
  readonly payloadBytes: number;
  readonly responseBytes: number;
  readonly filters: number;
  readonly embedDepth: number;
  /** Of one column or relation of a row. */
  readonly aliases: number;
  readonly inValues: number;
  readonly urlBytes: number;
  readonly statementTimeoutSeconds: number;
  /** Of one identity; null for any number. */
  readonly requestsPerMinute: number | null;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly databaseConnections: number;
  /** Of the temporary files of one connection to the database. */
  readonly temporaryBytes: number;
  readonly planCacheBytes: number;
  /** NDJSON lists at a time, of all and of one identity. */
  readonly streams: number;
  readonly streamsPerIdentity: number;
  readonly streamIdleSeconds: number;
  /** At work at a time, beside those that are known to be short. */
  readonly statementsPerIdentity: number;
  readonly followersPerIdentity: number;
  /** Requests that wait for a connection to the database. */
  readonly waitingRequests: number;
  readonly eventLoopDelayMilliseconds: number;
  readonly requestTimeoutSeconds: number;
  /** For which the service goes on after it was told to stop. */
  readonly drainSeconds: number;
  readonly shutdownSeconds: number;
}

/** What a token must be, besides signed and not expired. */
export interface TokenRules {
  /** `iss`; null for any. */
  readonly issuer: string | null;
  /** `aud` holds one of these; none for any. */
  readonly audiences: readonly string[];
  /** `typ` of the header, such as at+jwt (RFC 9068); null for any. */
  readonly type: string | null;
  readonly clockToleranceSeconds: number;
  /** Where clients get tokens, for the API document; null where that is not said. */
  readonly tokenUrl: string | null;
}

/** Names of the token's claims. */
export interface Claims {
  /** An integer: the id to record changes under. Without it `sub` is looked up in the resource `identity`. */
  readonly identity: string;
  /** A string of scopes separated by spaces, or an array of scopes. */
  readonly scope: string;
  /** A string. */
  readonly role: string;
  /** By the name under which rules speak of it. */
  readonly others: ReadonlyMap<string, string>;
  /** Whether identities say for which party they act: the party of a caller whose token has no claim of it. */
  readonly partyOfIdentity: boolean;
}

/** Which pages of other sites a browser lets ask. */
export interface Cors {
  /** `*` alone for all. */
  readonly origins: readonly string[];
  /** How long a browser remembers the answer. */
  readonly maxAgeSeconds: number;
}

/** What browsers are told. */
export interface SecurityHeaders {
  /** How long browsers come by HTTPS only; 0 where that is not said. */
  readonly strictTransportSecuritySeconds: number;
  /** Sites that may show the documentation in a frame. */
  readonly frameAncestors: readonly string[];
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
  /** Who is notified of which of these. */
  readonly notify: readonly NotifyRule[];
  /** What somebody has to be shown of a row for as long as it is so. */
  readonly notices: readonly NoticeRule[];
  readonly holds: Holding;
}

/**
 * What the rows of a table are: those that a file declares, or what the engine itself makes or goes by. Events are added,
 * never changed, and kept in partitions by their id; to where subscriptions say they are sent; each notification and each
 * notice is there for one party, its party_id.
 */
type Holding = 'rows' | 'events' | 'subscriptions' | 'notifications' | 'notices';

/** How the events of a resource are called, and what they are about. */
export interface EventRule {
  /** `<prefix>.<resource>`: the verb comes after it. */
  readonly type: string;
  /** The reference to the row that a change is about where that is another one, and the resource of that row. */
  readonly subject: { readonly field: string; readonly resource: string } | null;
}

/** Whom an event of a row concerns. */
export interface NotifyRule {
  readonly on: ReadonlySet<EventVerb>;
  readonly to: readonly Recipient[];
  /** Of the row as the event has recorded it, or as it was when it was deleted; null for all. */
  readonly when: BoundCondition | null;
}

/** A notice stands for each row that the rule holds for, and for each party that it is to be shown to. */
export interface NoticeRule {
  /** `<prefix>.<resource>.<type>`. */
  readonly type: string;
  readonly when: BoundCondition;
  /** Of what is time-dependent, the rule sees what is valid now, or at one of these instants. */
  readonly instants: ReadonlyMap<RelationPath, string>;
  readonly to: readonly NoticeRecipient[];
  readonly message: string;
  /** Those of the row's own that are shown with it. */
  readonly data: readonly Field[];
}

/** The aliases that lead from a row to others, with dots between them; none for the row itself. */
type RelationPath = string;

export interface NoticeRecipient extends Recipient {
  /** On a timeline the way leads to the entry that ended last, instead of the one that is valid. */
  readonly former: boolean;
}

/** A derived, read-only resource: every version of every row of `of`, the current ones included. */
export interface History extends ResourceCommon {
  readonly kind: 'history';
  readonly of: Table;
}

export interface Field {
  readonly name: string;
  /** The name that it had: a migration renames what is there. */
  readonly was: string | null;
  readonly title: string;
  readonly description: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly default: Default | null;
  /** What rows get that a migration finds without a value where one is required from then on; null for the default. */
  readonly backfill: Backfill | null;
  /** Whether a client may send it in that action. */
  readonly create: boolean;
  readonly update: boolean;
  /** An expression over the row instead of a stored column. */
  readonly computed: BoundCondition | null;
  /** Taken, and never shown. */
  readonly writeOnly: boolean;
  /** Of what events tell of rows: the fields that a role does not read, by their resource; null for all other fields. */
  readonly concealed: ReadonlyMap<string, readonly string[]> | null;
  readonly example: Json | undefined;
  readonly deprecated: Deprecation | null;
  /** What each role may do with it, which is nothing for one that is not named; null for whatever the row allows. */
  readonly access: ReadonlyMap<string, 'all' | 'read' | 'nothing'> | null;
}

/** `generated` is a random UUID; `now` is the instant of the write. */
export type Default =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'generated' }
  | { readonly kind: 'now' };

/** A value for all rows, or that of another field of the row. */
export type Backfill = Default | { readonly kind: 'field'; readonly field: string };

/** `target` rows whose column `to` equals this row's column `from`. */
export interface Relation {
  readonly alias: string;
  /** The alias that it had. */
  readonly was: string | null;
  readonly target: string;
  readonly cardinality: 'one' | 'many';
  readonly from: string;
  readonly to: string;
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

export interface Deprecation {
  readonly since: string | null;
  readonly sunset: string | null;
  readonly replacedBy: string | null;
}
