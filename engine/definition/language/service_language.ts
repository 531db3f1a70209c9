import { byRole, object } from '../../vocabulary/json_schema/schema_parts.ts';
import { accessRule } from './access_rule_language.ts';
import { prefixPattern } from './prefix.ts';

/** The part of the definition language that describes the service itself. */
export const serviceSchema = object('The service: its title, address, limits, tokens and claims.', ['service'], {
  service: { $ref: '#/$defs/service_title' },
  version: { type: 'string', minLength: 1, default: '1.0.0', description: 'Version of the published interface.' },
  description: { type: 'string', description: 'What the service is for, in Markdown.' },
  contact: object('Who answers questions about the service, for the API document.', [], {
    name: text('A person or an organisation.'),
    url: text('Address of a page.'),
    email: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$', description: 'E-mail address.' },
  }),
  license: object('The licence of the service, for the API document.', ['name'], {
    name: text('Name of the licence.'),
    identifier: text('SPDX identifier, such as CC-BY-4.0. Give this or url.'),
    url: text('Address of its text. Give this or identifier.'),
  }),
  servers: {
    type: 'array',
    items: object('An address of the service.', ['url'], {
      url: text('Scheme and host, such as https://api.example.org, without the base path.'),
      description: text('What the address is for, such as Production.'),
    }),
    minItems: 1,
    description: 'Addresses of the service, for the API document. Default: the address that the document is read from.',
  },
  document: object('Who may read the API document and the documentation.', [], {
    for: {
      enum: ['everybody', 'caller'],
      default: 'everybody',
      description:
        'With "caller", /openapi.json needs a token and describes what that token may use. There is no /docs then; "almanac docs" still writes the pages as files.',
    },
  }),
  base_path: {
    type: 'string',
    pattern: '^(/[a-z0-9][a-z0-9._-]*)+$',
    default: '/api/v1',
    description: 'Path before every resource. It begins with a slash and does not end with one.',
  },
  zone: {
    type: 'string',
    minLength: 1,
    default: 'UTC',
    description:
      'IANA time zone of the service, such as Europe/Oslo. It says which day "today" is. It does not change how datetimes are shown.',
  },
  require_if_match: {
    type: 'boolean',
    default: false,
    description: 'PATCH and DELETE need the header If-Match.',
  },
  explain: {
    enum: ['nobody', 'unrestricted', 'everybody'],
    default: 'nobody',
    description:
      "Who may ask for PostgreSQL's plan of a list. `unrestricted` callers may read all rows and fields of what the list reads. `everybody` is for development. A plan shows the conditions of access rules, claims and estimates of all rows.",
  },
  aggregates: {
    type: 'boolean',
    default: false,
    description:
      '"select" may ask for aggregates of rows, such as status,count() and amount.sum(). The database reads every row that the filters leave for one line of the answer, so they cost more than a page of rows.',
  },
  limits: object('Limits of one request, and of all requests together.', [], {
    page_default: limit(100, 'Rows of a list without limit.'),
    page_maximum: limit(10_000, 'Most rows that a list may ask for.'),
    payload_bytes: limit(1_048_576, 'Largest request body, in bytes, except for a body with many rows.'),
    rows_payload_bytes: limit(
      8_388_608,
      'Largest request body with many rows, in bytes: a JSON array, NDJSON or CSV.',
      268_435_456,
    ),
    rows_per_request: limit(10_000, 'Most rows in one request body.', 1_000_000),
    response_bytes: limit(
      67_108_864,
      'Largest response, in bytes. An NDJSON list without limit may be longer; then this is the limit of each row.',
      268_435_456,
    ),
    filters: limit(64, 'Most filters in a request.'),
    embed_depth: limit(8, 'Most levels of embedded relations.'),
    aliases: limit(8, 'How often "select" may name the same column or relation.', 1000),
    in_values: limit(200, 'Most values of one "in" filter.'),
    batch_requests: limit(100, 'Most requests of a batch.', 10_000),
    url_bytes: limit(16_384, 'Longest path and query of a URL, in bytes.'),
    statement_timeout_seconds: limit(10, 'Longest time of one database statement, in seconds.', 2_147_483),
    requests_per_minute: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Most requests of one identity in a minute, in each process. Default: no limit.',
    },
    connections: limit(
      2000,
      'Most open connections of clients. Beyond it, the oldest connection that waits for no response is closed.',
    ),
    connections_per_address: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        'Most open connections of one address; trusted proxies are not limited. Default: a quarter of connections.',
    },
    database_connections: limit(10, 'Most connections of each process to the database.', 10_000),
    temporary_bytes: limit(
      1_073_741_824,
      'Most bytes of temporary files that one statement may write. Large sorts need temporary files.',
      1_099_511_627_776,
    ),
    plan_cache_bytes: limit(33_554_432, 'Memory of each process for plans of requests, in bytes, roughly.'),
    streams: limit(16, 'Most NDJSON lists without limit at a time, in each process. More get 503.', 10_000),
    streams_per_identity: limit(
      4,
      'Most NDJSON lists without limit of one identity at a time, in each process. More get 429.',
      10_000,
    ),
    stream_idle_seconds: limit(
      60,
      'Longest pause of an NDJSON list, in seconds: until PostgreSQL gives the next row, or until the client reads on.',
      86_400,
    ),
    file_transfers: limit(64, 'Most uploads and downloads of files at a time, in each process. More get 503.', 10_000),
    file_transfers_per_identity: limit(
      16,
      'Most uploads and downloads of files of one identity at a time, in each process. More get 429.',
      10_000,
    ),
    upload_timeout_seconds: limit(3600, 'Longest time to receive a file, in seconds.', 43_200),
    statements_per_identity: limit(
      4,
      'Most statements of one identity that run at a time, in each process. Others wait; statements that are usually short pass them.',
    ),
    followers_per_identity: limit(50, 'Most open event streams of one identity, in each process.'),
    waiting_requests: limit(
      1000,
      'Most requests that wait for a database connection. Beyond it, the identity with the most waiting requests gets 429.',
    ),
    calls: limit(
      4,
      'Most calls with a handler that run at a time, in each process; always fewer than database_connections, if it is above 1. Each has a worker process and a database connection. Others wait for statement_timeout_seconds, then they get 429.',
      1000,
    ),
    call_requests: limit(1000, 'Most requests that the handler of a call may send.'),
    replica_lag_seconds: limit(
      5,
      'How old what a read replica shows may be, in seconds. A replica that may lag more is left out.',
      3600,
    ),
    event_loop_delay_milliseconds: limit(
      1000,
      'How long the process may be overloaded, in milliseconds. After that, the requests that have waited longest get 503.',
    ),
    request_timeout_seconds: limit(30, 'Longest time to receive a request, in seconds.', 86_400),
    drain_seconds: limit(
      1,
      'How long the service takes requests after it is told to stop, in seconds. /readyz answers 503 from the first moment.',
      86_400,
    ),
    shutdown_seconds: limit(
      10,
      'How long requests in progress may take after the service is told to stop, in seconds.',
      86_400,
    ),
  }),
  token: object('What a token must have, besides a valid signature and expiry.', [], {
    issuer: text('Required value of the claim "iss". Default: any.'),
    audience: {
      description: 'A value that the claim "aud" must hold; or a list, of which it must hold one. Default: any.',
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true },
      ],
    },
    type: text('Required "typ" in the header of the token, such as at+jwt (RFC 9068). Default: any.'),
    clock_tolerance_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 3600,
      default: 0,
      description: 'How far the clock of the token issuer may differ from this machine, in seconds.',
    },
    token_url: text('Address where clients get tokens (OAuth 2.0, client credentials), for the API document.'),
  }),
  roles: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The roles for access rules. A token names the role of its caller.',
  },
  claims: object('Names of the claims in the token.', [], {
    identity: claim(
      'identity_id',
      'Claim with the id of the identity, a whole number. Without the claim, "sub" is looked up in the resource identity.',
    ),
    scope: claim('scope', 'Claim with the scopes: a text with spaces, or an array.'),
    role: claim('role', 'Claim with the role of the caller, a text.'),
    others: {
      type: 'object',
      propertyNames: { $ref: '#/$defs/name' },
      additionalProperties: { type: 'string', minLength: 1 },
      description:
        'Further claims for rules: <name in rules>: <name in the token>. The claim party_id says for which party the caller acts, in rules, notifications and notices. A token without it acts for the party_id of its identity, if identities have one.',
    },
  }),
  acts_for: object(
    'A claim that counts only while the identity of the caller has a membership. A caller who claims more gets 403.',
    ['claim', 'through', 'identity'],
    {
      claim: {
        $ref: '#/$defs/name',
        description: 'The claim, by its name in rules. The field of this name in the memberships has its value.',
      },
      through: {
        $ref: '#/$defs/resource_name',
        description: 'The resource of the memberships. On a timeline, an entry must be valid now.',
      },
      identity: { $ref: '#/$defs/name', description: 'The field of the memberships with the id of the identity.' },
    },
  ),
  rules: {
    type: 'object',
    propertyNames: { $ref: '#/$defs/name' },
    additionalProperties: object('A rule about the rows of a resource.', ['of', 'that'], {
      of: text('The resource whose rows the rule is about.'),
      that: text('Rule in the query language, as in access.'),
    }),
    description:
      'Rules that several rules need: <name>: <rule>. Others use them through a relation, as in party=rule.<name>.',
  },
  access: {
    type: 'object',
    propertyNames: { $ref: '#/$defs/resource_name' },
    additionalProperties: byRole('What a role may do. Other roles keep what they have without this key.', {
      description: 'all, nothing, or a map of operations.',
      anyOf: [
        { enum: ['all', 'nothing'] },
        object('For each operation all, nothing (the default), or a rule in the query language.', [], {
          read: accessRule('Rows that the role may read, in every answer.'),
          create: accessRule('Rows that the role may create.'),
          update: accessRule('Rows that the role may update.'),
          delete: accessRule('Rows that the role may delete.'),
        }),
      ],
    }),
    description:
      'What roles may do with event, notification, notice and subscription. A role that you list has this rule in place of the default.',
  },
  cors: object('Which other sites may call the service from a browser. Default: none.', ['origins'], {
    origins: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      uniqueItems: true,
      description: 'Origins such as https://app.example.org, or "*" for all.',
    },
    max_age_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 86_400,
      default: 600,
      description: 'How long a browser may keep this permission, in seconds.',
    },
  }),
  headers: object('Security headers for browsers.', [], {
    strict_transport_security_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 2_147_483_647,
      default: 31_536_000,
      description:
        'How long a browser must use HTTPS after its first HTTPS request, in seconds. 0 leaves the header out.',
    },
    frame_ancestors: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      uniqueItems: true,
      description: 'Origins that may show the documentation and Studio in a frame. Default: none.',
    },
  }),
  studio: {
    description:
      'The application Studio at /studio. `false` turns it off; a map says how people sign in. Default: true.',
    anyOf: [
      { type: 'boolean' },
      object('How people sign in to Studio at the issuer of tokens (OpenID Connect).', ['client_id'], {
        client_id: text('The client that Studio is at the issuer: a public one, with PKCE and without a secret.'),
        scope: {
          type: 'string',
          minLength: 1,
          default: 'openid',
          description:
            'The scopes to ask for, with spaces between them. Add the scopes of the API. With offline_access, an issuer may renew tokens while Studio is open.',
        },
        resource: text('The API that the access token is for (RFC 8707). Default: the issuer decides.'),
      }),
    ],
  },
  events: object('Record every change as an event. The resource event lists them.', ['prefix'], {
    prefix: {
      type: 'string',
      pattern: prefixPattern,
      maxLength: 128,
      description:
        'First part of the type of an event, a domain in reverse such as org.example. The type is <prefix>.<resource>.<verb>.',
    },
    webhooks: object('Send events to webhooks, which the resource subscription lists.', [], {
      private_addresses: {
        type: 'boolean',
        default: false,
        description: 'Webhooks may be at private addresses, outside the public internet.',
      },
    }),
  }),
});

function limit<const Value extends number>(value: Value, description: string, maximum = 2_147_483_647) {
  return { type: 'integer', minimum: 1, maximum, default: value, description } as const;
}

function text(description: string) {
  return { type: 'string', minLength: 1, description } as const;
}

function claim<const Name extends string>(name: Name, description: string) {
  return { type: 'string', minLength: 1, default: name, description } as const;
}
