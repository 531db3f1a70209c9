import type { ServiceDefinition } from './definition.ts';
import type { Claims, Cors, Limits, SecurityHeaders, Service, TokenRules } from './model.ts';
import { identityClaim } from './own_rows.ts';
import type { Report } from './report.ts';

/** Completes service.yaml with the defaults that the language's schema names. */
export function buildService(definition: ServiceDefinition, report: Report): Service {
  const { base_path: basePath = '/api/v1' } = definition;
  if (/^\/(docs|openapi\.json|livez|readyz|metrics)(\/|$)/.test(basePath)) {
    report(['base_path'], {
      message: `${basePath} is where the service shows its documentation or its health`,
      expected: 'a path that begins with none of /docs, /openapi.json, /livez, /readyz and /metrics',
    });
  }
  return {
    title: definition.service,
    version: definition.version ?? '1.0.0',
    description: definition.description?.trim() ?? '',
    contact: definition.contact === undefined ? null : buildContact(definition.contact, report),
    license: definition.license === undefined ? null : buildLicense(definition.license, report),
    servers: (definition.servers ?? []).map(({ url, description }, position) => {
      checkOrigin(url, ['servers', position, 'url'], report);
      return { url, description: description ?? null };
    }),
    documentFor: definition.document?.for ?? 'everybody',
    basePath,
    requireIfMatch: definition.require_if_match ?? false,
    limits: buildLimits(definition.limits ?? {}, report),
    token: buildTokenRules(definition.token ?? {}, report),
    claims: buildClaims(definition.claims ?? {}, report),
    roles: definition.roles ?? [],
    cors: definition.cors === undefined ? null : buildCors(definition.cors, report),
    headers: buildHeaders(definition.headers ?? {}, report),
    events: definition.events === undefined ? null : buildEvents(definition.events),
  };
}

type Part<Key extends keyof ServiceDefinition> = NonNullable<ServiceDefinition[Key]>;

function buildContact({ name, url, email }: Part<'contact'>, report: Report): Service['contact'] {
  checkUrl(url ?? null, ['contact', 'url'], report);
  return { name: name ?? null, url: url ?? null, email: email ?? null };
}

/** OpenAPI 3.1.0, 4.8.4: an identifier and a URL exclude each other. */
function buildLicense({ name, identifier, url }: Part<'license'>, report: Report): Service['license'] {
  checkUrl(url ?? null, ['license', 'url'], report);
  if (identifier === undefined) return { name, terms: url === undefined ? null : { kind: 'url', value: url } };
  if (url !== undefined)
    report(['license', 'url'], { message: 'url stands beside identifier', expected: 'one of the two' });
  return { name, terms: { kind: 'identifier', value: identifier } };
}

function checkUrl(url: string | null, path: readonly (string | number)[], report: Report): void {
  if (url !== null && !URL.canParse(url)) report(path, { message: `${url} is no URL`, expected: 'https://...' });
}

function buildLimits(limits: Part<'limits'>, report: Report): Limits {
  const pageMaximum = limits.page_maximum ?? 10_000;
  const pageDefault = limits.page_default ?? Math.min(100, pageMaximum);
  if (pageDefault > pageMaximum) {
    report(['limits', 'page_default'], {
      message: `page_default ${pageDefault} is above page_maximum ${pageMaximum}`,
      expected: `at most ${pageMaximum}`,
    });
  }
  const connections = limits.connections ?? 2000;
  return {
    pageDefault,
    pageMaximum,
    payloadBytes: limits.payload_bytes ?? 1_048_576,
    responseBytes: limits.response_bytes ?? 67_108_864,
    filters: limits.filters ?? 64,
    embedDepth: limits.embed_depth ?? 8,
    aliases: limits.aliases ?? 8,
    inValues: limits.in_values ?? 200,
    urlBytes: limits.url_bytes ?? 16_384,
    statementTimeoutSeconds: limits.statement_timeout_seconds ?? 10,
    requestsPerMinute: limits.requests_per_minute ?? null,
    connections,
    connectionsPerAddress: limits.connections_per_address ?? Math.max(1, Math.floor(connections / 4)),
    databaseConnections: limits.database_connections ?? 10,
    temporaryBytes: limits.temporary_bytes ?? 1_073_741_824,
    planCacheBytes: limits.plan_cache_bytes ?? 33_554_432,
    streams: limits.streams ?? 16,
    streamsPerIdentity: limits.streams_per_identity ?? 4,
    streamIdleSeconds: limits.stream_idle_seconds ?? 60,
    statementsPerIdentity: limits.statements_per_identity ?? 4,
    followersPerIdentity: limits.followers_per_identity ?? 50,
    waitingRequests: limits.waiting_requests ?? 1000,
    eventLoopDelayMilliseconds: limits.event_loop_delay_milliseconds ?? 1000,
    requestTimeoutSeconds: limits.request_timeout_seconds ?? 30,
    drainSeconds: limits.drain_seconds ?? 1,
    shutdownSeconds: limits.shutdown_seconds ?? 10,
  };
}

function buildTokenRules(token: Part<'token'>, report: Report): TokenRules {
  const { issuer = null, audience = [], type = null, token_url: tokenUrl = null } = token;
  checkUrl(tokenUrl, ['token', 'token_url'], report);
  return {
    issuer,
    audiences: typeof audience === 'string' ? [audience] : audience,
    type,
    clockToleranceSeconds: token.clock_tolerance_seconds ?? 0,
    tokenUrl,
  };
}

function buildClaims({ identity, scope, role, others }: Part<'claims'>, report: Report): Claims {
  if (Object.hasOwn(others ?? {}, identityClaim)) {
    report(['claims', 'others', identityClaim], {
      message: `{${identityClaim}} stands for the identity that the token names already`,
      expected: 'another name',
      part: 'key',
    });
  }
  return {
    identity: identity ?? 'identity_id',
    scope: scope ?? 'scope',
    role: role ?? 'role',
    others: new Map(Object.entries(others ?? {})),
    // What the resources say is not known yet.
    partyOfIdentity: false,
  };
}

function buildCors({ origins, max_age_seconds: maxAgeSeconds = 600 }: Part<'cors'>, report: Report): Cors {
  if (origins.includes('*') && origins.length > 1)
    report(['cors', 'origins'], { message: '"*" stands beside other origins', expected: '"*" alone, or origins' });
  for (const [position, origin] of origins.entries())
    if (origin !== '*') checkOrigin(origin, ['cors', 'origins', position], report);
  return { origins, maxAgeSeconds };
}

function buildHeaders(headers: Part<'headers'>, report: Report): SecurityHeaders {
  const { strict_transport_security_seconds: seconds = 31_536_000, frame_ancestors: frameAncestors = [] } = headers;
  for (const [position, origin] of frameAncestors.entries())
    checkOrigin(origin, ['headers', 'frame_ancestors', position], report);
  return { strictTransportSecuritySeconds: seconds, frameAncestors };
}

function buildEvents({ prefix, webhooks }: Part<'events'>): Service['events'] {
  return {
    prefix,
    webhooks: webhooks === undefined ? null : { privateAddresses: webhooks.private_addresses === true },
  };
}

/**
 * A browser compares origins letter by letter: one with a path, or in capitals, would never match (RFC 6454). A server is
 * named in the same way.
 */
function checkOrigin(origin: string, path: readonly (string | number)[], report: Report): void {
  if (URL.canParse(origin) && new URL(origin).origin === origin && origin !== 'null') return;
  const meant = URL.canParse(origin) ? new URL(origin).origin : 'null';
  report(path, {
    message: `${origin} is no origin`,
    expected: 'a scheme and a host in small letters, such as https://app.example.org',
    nearest: meant === 'null' ? null : meant,
  });
}
