/** What is said of the service as a whole: its name, its limits, whom it believes and what it tells browsers. */
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
