import { scopesOf } from '../../access/scope.ts';
import type { Model } from '../../model/model.ts';
import type { OpenapiObject } from './component.ts';

/**
 * How callers show who they are. Where it is said where tokens come from, as OAuth 2.0 too, with every scope: the scheme
 * of plain tokens knows none.
 */
export function securitySchemes(model: Model): OpenapiObject {
  const { tokenUrl } = model.service.token;
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `A signed token. Each operation names the scope that it needs. ${coverage}`,
  };
  if (tokenUrl === null) return { bearer };
  const scopes = Object.fromEntries(
    scopesOf(model).map(({ scope, resource, operations }) => [scope, `${operations.join(', ')}: ${resource}`]),
  );
  const description = `A token of the authorization server. ${coverage}`;
  return { oauth2: { type: 'oauth2', description, flows: { clientCredentials: { tokenUrl, scopes } } }, bearer };
}

const coverage =
  'A scope with a higher verb (read, use, manage) or fewer parts covers it: manage:data covers every scope here.';

/**
 * The security of an operation: each way is enough by itself. The scope is given for programs too, with any scheme; it is
 * null where a token is enough.
 */
export function securityOf(scope: string | null, model: Model): OpenapiObject {
  const bearer = { bearer: [] };
  const oauth2 = scope === null ? [] : [scope];
  return {
    security: model.service.token.tokenUrl === null ? [bearer] : [{ oauth2 }, bearer],
    ...(scope === null ? {} : { 'x-scope': scope }),
  };
}

/** The same in words, for readers of every scheme. */
export function scopeSentence(scope: string): string {
  return ` Needs the scope \`${scope}\`.`;
}
