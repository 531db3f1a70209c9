import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '../../access/principal.ts';
import type { Form } from '../../contract/media_type.ts';
import type { JsonBody } from './json_body.ts';
import type { Preferred } from './prefer.ts';

/** The path of a route to an item of a resource, for Fastify. */
export interface ItemRoute {
  readonly Params: { readonly resource: string; readonly id: string };
}

/** A request for an action of a resource, as a handler knows it. */
export interface ActionRequest {
  readonly method: string;
  /** The path and the query as they were sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: ItemRoute['Params'];
  /** Undefined without a body. */
  readonly body: JsonBody;
  /** The form of the answer. */
  readonly form: Form;
  /** What the header Prefer asks for. */
  readonly preferred: Preferred;
  /** Who asks. Its identity is made at its first write. */
  caller: Principal;
}
