import { Problem } from '../../contract/problem.ts';
import { batchName } from '../../model/batch.ts';
import type { Model } from '../../model/model.ts';
import type { Action } from '../../vocabulary/action/actions.ts';
import { noSuchRoute } from '../no_route.ts';
import { actionAt, isCallAt, isFileAt, offeredMethods } from '../offered.ts';
import type { ItemRoute } from '../request/action_request.ts';
import { pathOf } from '../request/url.ts';

/**
 * The URL of a request as it would be sent by itself. As in OData, `note/1` lies below the base path, and a URL that
 * begins with the base path is whole. As in Microsoft Graph, `/note/1` lies below the base path too.
 * @throws Problem for a URL that is not a path of the API.
 */
export function wholeUrl(url: string, { service: { basePath, limits } }: Model): string {
  const path = pathOf({ url });
  const isWhole = path === basePath || path.startsWith(`${basePath}/`);
  const whole = isWhole ? url : `${basePath}${url.startsWith('/') ? '' : '/'}${url}`;
  if (whole.length > limits.urlBytes)
    throw new Problem('url_too_long', `the URL has ${whole.length} bytes, and ${limits.urlBytes} are allowed`);
  if (/[^ -~]/.test(url))
    throw new Problem('malformed_url', 'the URL has characters beyond ASCII', { hint: 'percent-encode them as UTF-8' });
  if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(url) || url.includes('#'))
    throw new Problem('malformed_url', 'the URL of a request in a batch is a path and a query', {
      hint: 'send note/1',
    });
  return whole;
}

/** The action that a request is for, and what its path names. */
export interface Address {
  readonly action: Action;
  readonly params: ItemRoute['Params'];
}

/** @throws Problem where nothing is at the path, or it has other methods. */
export function addressOf({ method, url }: { readonly method: string; readonly url: string }, model: Model): Address {
  const path = pathOf({ url });
  const segments = path
    .slice(model.service.basePath.length + 1)
    .split('/')
    .map(decoded);
  const [resource = '', id = ''] = segments;
  if (resource === batchName && segments.length === 1)
    throw new Problem('unknown_path', 'a batch holds no other batch', { hint: 'send its requests in this one' });
  if (isCallAt(model, segments))
    throw new Problem('unknown_path', 'a batch holds no calls', { hint: 'send the call by itself' });
  if (isFileAt(model, segments))
    throw new Problem('unknown_path', 'a batch holds no files', { hint: 'send the file by itself' });
  const action = actionAt(model, method, segments);
  if (action === null) throw noSuchRoute(model, method, path, offeredMethods(model, path).filter(isOfBatch));
  return { action, params: { resource, id } };
}

function isOfBatch(method: string): boolean {
  return method !== 'HEAD';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem('malformed_url', 'the path is not percent-encoded UTF-8');
  }
}
