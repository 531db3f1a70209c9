import { prefixPattern } from './prefix.ts';
import { object, type Schema } from './schema_parts.ts';

/** The part of the definition language that describes the service itself. */
export const serviceSchema = object('The service: its title, address, limits, tokens and claims.', ['service'], {
  service: { $ref: '#/$defs/service_title' },
  version: { type: 'string', minLength: 1, default: '1.0.0', description: 'Version of the published interface.' },
  description: { type: 'string', description: 'What the service is for, in Markdown.' },
  contact: object('Whom to ask about the service, for the API document.', [], {
    name: text('A person or an organisation.'),
    url: text('A page.'),
    email: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$', description: 'An address.' },
  }),
  license: object('On what terms the service may be used, for the API document.', ['name'], {
    name: text('Name of the licence.'),
    identifier: text('Its SPDX identifier, such as CC-BY-4.0; or url.'),
    url: text('Where it can be read; or identifier.'),
  }),
  servers: {
    type: 'array',
    items: object('A place where the service runs.', ['url'], {
      url: text('Scheme and host, such as https://api.example.org; the base path comes behind it.'),
      description: text('What the place is for, such as Production.'),
    }),
    minItems: 1,
    description: 'Where the service runs, for the API document; where the document comes from when left out.',
  },
  document: object('Who may read the API document and the documentation.', [], {
    for: {
      enum: ['everybody', 'caller'],
      default: 'everybody',
      description:
        'With "caller", /openapi.json needs a token and has what that token can use; /docs is not there, and almanac docs writes its pages as files.',
    },
  }),
  base_path: {
    type: 'string',
    pattern: '^(/[a-z0-9][a-z0-9._-]*)+$',
    default: '/api/v1',
    description: 'Path before every resource, beginning with a slash and ending without one.',
  },
  require_if_match: {
    type: 'boolean',
    default: false,
    description: 'Refuse PATCH and DELETE without the header If-Match.',
  },
  limits: object('What requests may ask for, one by one and together.', [], {
    page_default: limit(100, 'Rows of a list that asks for no limit.'),
    page_maximum: limit(10_000, 'Rows of a list at most.'),
    payload_bytes: limit(1_048_576, 'Bytes of a request body at most.'),
    response_bytes: limit(
      67_108_864,
      'Bytes of an answer at most. An NDJSON list that asks for no limit may be longer; each of its rows has this bound.',
      268_435_456,
    ),
    filters: limit(64, 'Filters of a request at most.'),
    embed_depth: limit(8, 'Levels of embedded relations at most.'),
    aliases: limit(8, 'How often "select" may name the same column, or the same relation, of a row at most.', 1000),
    in_values: limit(200, 'Values of one "in" filter at most.'),
    url_bytes: limit(16_384, 'Bytes of path and query at most.'),
    statement_timeout_seconds: limit(10, 'Seconds that the database may work on one statement.', 2_147_483),
    requests_per_minute: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Requests of one identity in a minute at most, in each process; any number when left out.',
    },
    connections: limit(
      2000,
      'Connections of clients at a time at most. For the next one, the oldest without a whole request is closed.',
    ),
    connections_per_address: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The same for one address, trusted proxies excepted; a quarter of connections when left out.',
    },
    database_connections: limit(10, 'Connections to the database at most, of each process.', 10_000),
    temporary_bytes: limit(
      1_073_741_824,
      'Bytes of temporary files that one statement may write at most: a large sort writes such files.',
      1_099_511_627_776,
    ),
    plan_cache_bytes: limit(33_554_432, 'Bytes of memory, about, in which each process keeps plans of requests.'),
    streams: limit(16, 'NDJSON lists at a time at most, in each process; more get 503.', 10_000),
    streams_per_identity: limit(
      4,
      'NDJSON lists of one identity at a time at most, in each process; more get 429.',
      10_000,
    ),
    stream_idle_seconds: limit(
      60,
      'Seconds in which PostgreSQL must give the next row of an NDJSON list, and in which the reader must take some of it.',
      86_400,
    ),
    statements_per_identity: limit(
      4,
      'Statements of one identity that the database may work on at a time, in each process. The next ones wait. Statements that have been short so far go past them.',
    ),
    followers_per_identity: limit(50, 'Streams of events that one identity may have open, in each process.'),
    waiting_requests: limit(
      1000,
      'Requests that may wait for a connection to the database. Beyond, the identity with the most gets 429.',
    ),
    event_loop_delay_milliseconds: limit(
      1000,
      'How long more requests may come than the process has time for. They wait; beyond, those that have waited the longest get 503.',
    ),
    request_timeout_seconds: limit(30, 'Seconds in which a request must have come.', 86_400),
    drain_seconds: limit(
      1,
      'Seconds for which the service still takes requests when it is told to stop; /readyz says 503 from the start.',
      86_400,
    ),
    shutdown_seconds: limit(10, 'Seconds that requests in progress get when the service is told to stop.', 86_400),
  }),
  token: object('What a token must be, besides signed and not expired.', [], {
    issuer: text('The claim "iss"; any when left out.'),
    audience: {
      description: 'One of the values of the claim "aud", or a list of which one is there; any when left out.',
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true },
      ],
    },
    type: text('The "typ" of the token\'s header, such as at+jwt (RFC 9068); any when left out.'),
    clock_tolerance_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 3600,
      default: 0,
      description: 'Seconds by which the clock of who issues tokens may differ from ours.',
    },
    token_url: text('Where clients get tokens (OAuth 2.0, client credentials), for the API document.'),
  }),
  roles: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The roles that access rules speak of; the token names the role of its holder.',
  },
  claims: object('Names of the claims in the token.', [], {
    identity: claim(
      'identity_id',
      'Integer id to record changes under; without it "sub" is looked up in the resource identity.',
    ),
    scope: claim('scope', 'The scopes: a string with spaces, or an array.'),
    role: claim('role', 'The role of the caller, by which access rules are chosen: a string.'),
    others: {
      type: 'object',
      propertyNames: { $ref: '#/$defs/name' },
      additionalProperties: { type: 'string', minLength: 1 },
      description:
        'Further claims, by the name that rules have for them. The one that is called party_id says for which party the caller acts, in rules, notifications and notices; a token without it acts for the party_id of its identity.',
    },
  }),
  cors: object('Which pages of other sites may ask from a browser; none when left out.', ['origins'], {
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
      description: 'Seconds for which a browser remembers that it may ask.',
    },
  }),
  headers: object('What browsers are told.', [], {
    strict_transport_security_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 2_147_483_647,
      default: 31_536_000,
      description: 'Seconds for which a browser that came by HTTPS comes by nothing else; 0 says nothing.',
    },
    frame_ancestors: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      uniqueItems: true,
      description: 'Origins that may show the documentation in a frame; none when left out.',
    },
  }),
  events: object('Record every change as an event, which the resource event lists.', ['prefix'], {
    prefix: {
      type: 'string',
      pattern: prefixPattern,
      maxLength: 128,
      description:
        'What the type of an event begins with, a domain in reverse (org.example): <prefix>.<resource>.<verb>.',
    },
    webhooks: object('Send events to where the resource subscription says.', [], {
      private_addresses: {
        type: 'boolean',
        default: false,
        description: 'Whether they may be sent to addresses that are not of the public internet.',
      },
    }),
  }),
});

function limit(value: number, description: string, maximum = 2_147_483_647): Schema {
  return { type: 'integer', minimum: 1, maximum, default: value, description };
}

function text(description: string): Schema {
  return { type: 'string', minLength: 1, description };
}

function claim(name: string, description: string): Schema {
  return { type: 'string', minLength: 1, default: name, description };
}
