import type { ServiceDefinition } from './definition.ts';
import type { Service } from './model.ts';
import type { Report } from './report.ts';

/** Completes service.yaml with the defaults that the language's schema names. */
export function buildService(definition: ServiceDefinition, report: Report): Service {
  const { limits = {}, claims = {}, base_path: basePath = '/api/v1', events } = definition;
  const pageMaximum = limits.page_maximum ?? 10_000;
  const pageDefault = limits.page_default ?? Math.min(100, pageMaximum);
  if (pageDefault > pageMaximum) {
    report(['limits', 'page_default'], {
      message: `page_default ${pageDefault} is above page_maximum ${pageMaximum}`,
      expected: `at most ${pageMaximum}`,
    });
  }
  if (/^\/(docs|openapi\.json)(\/|$)/.test(basePath)) {
    report(['base_path'], {
      message: `${basePath} is where the service shows its documentation`,
      expected: 'a path that begins neither with /docs nor with /openapi.json',
    });
  }
  return {
    title: definition.service,
    version: definition.version ?? '1.0.0',
    description: definition.description?.trim() ?? '',
    basePath,
    limits: {
      pageDefault,
      pageMaximum,
      payloadBytes: limits.payload_bytes ?? 1_048_576,
      filters: limits.filters ?? 64,
      embedDepth: limits.embed_depth ?? 8,
      inValues: limits.in_values ?? 200,
      urlBytes: limits.url_bytes ?? 16_384,
      statementTimeoutSeconds: limits.statement_timeout_seconds ?? 10,
    },
    claims: { identity: claims.identity ?? 'identity_id', scope: claims.scope ?? 'scope' },
    events:
      events === undefined
        ? null
        : {
            prefix: events.prefix,
            webhooks:
              events.webhooks === undefined ? null : { privateAddresses: events.webhooks.private_addresses === true },
          },
  };
}
