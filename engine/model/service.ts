import type { FieldType } from '../vocabulary/field_type.ts';

/** The service as a whole: its name, its limits, the tokens it trusts, and what it tells browsers. */
export interface Service {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The contact, for the API document; null without one. */
  readonly contact: Contact | null;
  /** The licence, for the API document; null without one. */
  readonly license: License | null;
  /** The addresses of the service, for the API document; may be empty. */
  readonly servers: readonly ServiceServer[];
  /** Whether everybody gets the whole API document, or each caller what their token can use. */
  readonly documentFor: 'everybody' | 'caller';
  /** Begins with a slash, ends without one. */
  readonly basePath: string;
  /** The IANA time zone whose day is today. */
  readonly zone: string;
  /** Whether every PATCH and DELETE names the version that it changes. */
  readonly requireIfMatch: boolean;
  /** Who may ask for the plan of a list: nobody, callers from whom nothing is hidden, or everybody. */
  readonly explain: 'nobody' | 'unrestricted' | 'everybody';
  /** Whether `select` may ask for what rows have together, as in `status,count()`. */
  readonly aggregates: boolean;
  readonly limits: Limits;
  readonly token: TokenRules;
  readonly claims: Claims;
  /** The membership that a claim is bound to; null for none. */
  readonly actsFor: ActsFor | null;
  /** The roles in access rules. */
  readonly roles: readonly string[];
  /** Null if pages of other sites may not call the API. */
  readonly cors: Cors | null;
  readonly headers: SecurityHeaders;
  /** The names of events; null if no events are recorded. */
  readonly events: Events | null;
  /** The application at /studio; null if there is none. */
  readonly studio: Studio | null;
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

export interface Studio {
  /** How people get tokens at the issuer; null if they bring one. */
  readonly signIn: OpenidClient | null;
}

/** A public client of an OpenID provider: authorization code with PKCE. */
export interface OpenidClient {
  /** An address: what tokens must name as their issuer. */
  readonly issuer: string;
  readonly clientId: string;
  /** With spaces between scopes. */
  readonly scope: string;
  /** The API that access tokens are for (RFC 8707); null if the provider decides. */
  readonly resource: string | null;
}

interface Events {
  /** What the type of every event begins with, as in `<prefix>.<resource>.<verb>`. */
  readonly prefix: string;
  /** How events are sent to subscribers; null if they are not sent. */
  readonly webhooks: Webhooks | null;
}

interface Webhooks {
  /** Whether they may be sent to addresses that are not of the public internet. */
  readonly privateAddresses: boolean;
}

/** The limits of requests, one by one and together. If a request exceeds one, the answer names it. */
export interface Limits {
  readonly pageDefault: number;
  readonly pageMaximum: number;
  readonly payloadBytes: number;
  /** Of a body with many rows. */
  readonly rowsPayloadBytes: number;
  readonly rowsPerRequest: number;
  readonly responseBytes: number;
  readonly filters: number;
  readonly embedDepth: number;
  /** How often `select` may name one column or relation. */
  readonly aliases: number;
  readonly inValues: number;
  /** Of a batch. */
  readonly batchRequests: number;
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
  /** Uploads and downloads of files at a time, of all and of one identity. */
  readonly fileTransfers: number;
  readonly fileTransfersPerIdentity: number;
  /** From the first to the last byte of a file. */
  readonly uploadTimeoutSeconds: number;
  /** Statements that run at a time; statements that are known to be short do not count. */
  readonly statementsPerIdentity: number;
  readonly followersPerIdentity: number;
  /** Requests that wait for a connection to the database. */
  readonly waitingRequests: number;
  /** Handlers of calls that run at a time. Each has a process and a connection to the database. */
  readonly calls: number;
  /** Requests that a handler may send in one run. */
  readonly callRequests: number;
  /** Of what a replica shows. */
  readonly replicaLagSeconds: number;
  readonly eventLoopDelayMilliseconds: number;
  readonly requestTimeoutSeconds: number;
  /** How long the service goes on after it was told to stop. */
  readonly drainSeconds: number;
  readonly shutdownSeconds: number;
}

/** The rules for tokens, besides a valid signature and time. */
export interface TokenRules {
  /** `iss`; null for any. */
  readonly issuer: string | null;
  /** `aud` holds one of these; none for any. */
  readonly audiences: readonly string[];
  /** `typ` of the header, such as at+jwt (RFC 9068); null for any. */
  readonly type: string | null;
  readonly clockToleranceSeconds: number;
  /** Where clients get tokens, for the API document; null if unknown. */
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
  /** The claims by their names in rules. */
  readonly others: ReadonlyMap<string, string>;
  /**
   * Whether identities name the party that they act for. It is the party of a caller whose token has no party claim.
   */
  readonly partyOfIdentity: boolean;
}

/** A caller may say the claim while their identity has a row of `through` with its value. */
interface ActsFor {
  /** The name of the claim in rules, and of the field that has its value. */
  readonly claim: string;
  /** The resource of the memberships. */
  readonly through: string;
  /** Its field with the id of the identity. */
  readonly identity: string;
  /** The type of the field of the claim. */
  readonly type: FieldType;
  /** Whether memberships have a time. */
  readonly isTimeline: boolean;
}

/** Which pages of other sites may call the API from a browser. */
export interface Cors {
  /** `*` alone for all. */
  readonly origins: readonly string[];
  /** How long a browser remembers the answer. */
  readonly maxAgeSeconds: number;
}

/** The headers for browsers. */
export interface SecurityHeaders {
  /** How long browsers must use HTTPS; 0 to say nothing. */
  readonly strictTransportSecuritySeconds: number;
  /** Sites that may show the documentation in a frame. */
  readonly frameAncestors: readonly string[];
}
