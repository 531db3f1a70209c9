import { identityClaim } from '../model/own_rows.ts';
import type { Claims, Cors, Limits, SecurityHeaders, Service, TokenRules } from '../model/service.ts';
import { camelCased } from './camel_case.ts';
import type { Report } from './file/report.ts';
import { withDefaults } from './language/defaults.ts';
import type { ServiceDefinition } from './language/definition.ts';
import { serviceSchema } from './language/service_language.ts';
import { buildStudio } from './studio.ts';
import { checkZone } from './zone.ts';

/** Completes service.yaml with the defaults that the language's schema names. */
export function buildService(written: ServiceDefinition, report: Report): Service {
  const definition = withDefaults(serviceSchema, written);
  const { base_path: basePath, zone } = definition;
  checkZone(zone, ['zone'], report);
  if (/^\/(docs|studio|openapi\.json|livez|readyz|metrics)(\/|$)/.test(basePath)) {
    report(['base_path'], {
      message: `${basePath} is where the service shows its documentation, Studio or its health`,
      expected: 'a path that begins with none of /docs, /studio, /openapi.json, /livez, /readyz and /metrics',
    });
  }
  return {
    title: definition.service,
    version: definition.version,
    description: definition.description?.trim() ?? '',
    contact: definition.contact === undefined ? null : buildContact(definition.contact, report),
    license: definition.license === undefined ? null : buildLicense(definition.license, report),
    servers: (definition.servers ?? []).map(({ url, description }, position) => {
      checkOrigin(url, ['servers', position, 'url'], report);
      return { url, description: description ?? null };
    }),
    documentFor: withDefaults(keys.document, definition.document ?? {}).for,
    basePath,
    zone,
    requireIfMatch: definition.require_if_match,
    explain: definition.explain,
    aggregates: definition.aggregates,
    limits: buildLimits(definition.limits ?? {}, report),
    token: buildTokenRules(definition.token ?? {}, report),
    claims: buildClaims(definition.claims ?? {}, report),
    // What the resources say is not known yet.
    actsFor: null,
    roles: definition.roles ?? [],
    cors: definition.cors === undefined ? null : buildCors(definition.cors, report),
    headers: buildHeaders(definition.headers ?? {}, report),
    events: definition.events === undefined ? null : buildEvents(definition.events),
    studio: buildStudio(definition, report),
  };
}

const keys = serviceSchema.properties;

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

function buildLimits(written: Part<'limits'>, report: Report): Limits {
  const limits = withDefaults(keys.limits, written);
  const { page_maximum: pageMaximum, connections } = limits;
  const pageDefault = written.page_default ?? Math.min(limits.page_default, pageMaximum);
  if (pageDefault > pageMaximum) {
    report(['limits', 'page_default'], {
      message: `page_default ${pageDefault} is above page_maximum ${pageMaximum}`,
      expected: `at most ${pageMaximum}`,
    });
  }
  return {
    requestsPerMinute: null,
    connectionsPerAddress: Math.max(1, Math.floor(connections / 4)),
    ...camelCased(limits),
    pageDefault,
  };
}

function buildTokenRules(token: Part<'token'>, report: Report): TokenRules {
  const { issuer = null, audience = [], type = null, token_url: tokenUrl = null } = token;
  const { clock_tolerance_seconds: clockToleranceSeconds } = withDefaults(keys.token, token);
  checkUrl(tokenUrl, ['token', 'token_url'], report);
  return {
    issuer,
    audiences: typeof audience === 'string' ? [audience] : audience,
    type,
    clockToleranceSeconds,
    tokenUrl,
  };
}

function buildClaims(written: Part<'claims'>, report: Report): Claims {
  const { identity, scope, role, others = {} } = withDefaults(keys.claims, written);
  if (Object.hasOwn(others, identityClaim)) {
    report(['claims', 'others', identityClaim], {
      message: `{${identityClaim}} stands for the identity that the token names already`,
      expected: 'another name',
      part: 'key',
    });
  }
  return {
    identity,
    scope,
    role,
    others: new Map(Object.entries(others)),
    // What the resources say is not known yet.
    partyOfIdentity: false,
  };
}

function buildCors(written: Part<'cors'>, report: Report): Cors {
  const { origins, max_age_seconds: maxAgeSeconds } = withDefaults(keys.cors, written);
  if (origins.includes('*') && origins.length > 1)
    report(['cors', 'origins'], { message: '"*" stands beside other origins', expected: '"*" alone, or origins' });
  for (const [position, origin] of origins.entries())
    if (origin !== '*') checkOrigin(origin, ['cors', 'origins', position], report);
  return { origins, maxAgeSeconds };
}

function buildHeaders(written: Part<'headers'>, report: Report): SecurityHeaders {
  const headers = withDefaults(keys.headers, written);
  const { strict_transport_security_seconds: seconds, frame_ancestors: frameAncestors = [] } = headers;
  for (const [position, origin] of frameAncestors.entries())
    checkOrigin(origin, ['headers', 'frame_ancestors', position], report);
  return { strictTransportSecuritySeconds: seconds, frameAncestors };
}

function buildEvents({ prefix, webhooks }: Part<'events'>): Service['events'] {
  return {
    prefix,
    webhooks: webhooks === undefined ? null : camelCased(withDefaults(keys.events.properties.webhooks, webhooks)),
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
    message: `${origin} is not an origin`,
    expected: 'a scheme and a host in small letters, such as https://app.example.org',
    nearest: meant === 'null' ? null : meant,
  });
}
