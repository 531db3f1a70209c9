import type { ServiceDefinition } from './definition.ts';
import type { Service } from './model.ts';

/** Completes service.yaml with the defaults that the language's schema names. */
export function buildService(definition: ServiceDefinition): Service {
  const { limits = {}, claims = {} } = definition;
  return {
    title: definition.service,
    version: definition.version ?? '1.0.0',
    description: definition.description?.trim() ?? '',
    basePath: definition.base_path ?? '/api/v1',
    limits: {
      pageDefault: limits.page_default ?? 100,
      pageMaximum: limits.page_maximum ?? 10_000,
      payloadBytes: limits.payload_bytes ?? 1_048_576,
      filters: limits.filters ?? 64,
      embedDepth: limits.embed_depth ?? 8,
      inValues: limits.in_values ?? 200,
      urlBytes: limits.url_bytes ?? 16_384,
      statementTimeoutSeconds: limits.statement_timeout_seconds ?? 10,
    },
    claims: { identity: claims.identity ?? 'identity_id', scope: claims.scope ?? 'scope' },
  };
}
