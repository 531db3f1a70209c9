import type { Facets } from '../vocabulary/facets.ts';
import type { Json } from '../vocabulary/json.ts';
import type { EventVerb, Operation } from './model.ts';

/** What the YAML of service.yaml says, once it has the right shape. */
export interface ServiceDefinition {
  readonly service: string;
  readonly version?: string;
  readonly description?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly document?: { readonly for?: 'everybody' | 'caller' };
  readonly base_path?: string;
  readonly require_if_match?: boolean;
  readonly limits?: {
    readonly page_default?: number;
    readonly page_maximum?: number;
    readonly payload_bytes?: number;
    readonly response_bytes?: number;
    readonly filters?: number;
    readonly embed_depth?: number;
    readonly aliases?: number;
    readonly in_values?: number;
    readonly url_bytes?: number;
    readonly statement_timeout_seconds?: number;
    readonly requests_per_minute?: number;
    readonly connections?: number;
    readonly connections_per_address?: number;
    readonly database_connections?: number;
    readonly temporary_bytes?: number;
    readonly plan_cache_bytes?: number;
    readonly streams?: number;
    readonly streams_per_identity?: number;
    readonly stream_idle_seconds?: number;
    readonly statements_per_identity?: number;
    readonly followers_per_identity?: number;
    readonly waiting_requests?: number;
    readonly event_loop_delay_milliseconds?: number;
    readonly request_timeout_seconds?: number;
    readonly drain_seconds?: number;
    readonly shutdown_seconds?: number;
  };
  readonly token?: {
    readonly issuer?: string;
    readonly audience?: string | readonly string[];
    readonly type?: string;
    readonly clock_tolerance_seconds?: number;
    readonly token_url?: string;
  };
  readonly claims?: {
    readonly identity?: string;
    readonly scope?: string;
    readonly role?: string;
    readonly others?: { readonly [name: string]: string };
  };
  readonly roles?: readonly string[];
  readonly cors?: { readonly origins: readonly string[]; readonly max_age_seconds?: number };
  readonly headers?: {
    readonly strict_transport_security_seconds?: number;
    readonly frame_ancestors?: readonly string[];
  };
  readonly events?: { readonly prefix: string; readonly webhooks?: { readonly private_addresses?: boolean } };
}

/** What the YAML of a resource says, once it has the right shape. */
export interface ResourceDefinition {
  readonly resource: string;
  readonly was?: string;
  readonly title?: string;
  readonly description?: string;
  readonly operations?: readonly Operation[];
  readonly history?: boolean;
  readonly temporal?: {
    readonly timeline: string | readonly string[];
    readonly overlap?: 'make_room' | 'reject';
    readonly make_room?: 'anybody';
    readonly align?: string;
    readonly freeze?: string;
    readonly start_window?: { readonly from?: string; readonly to?: string };
  };
  readonly fields: { readonly [name: string]: FieldDefinition };
  readonly subject?: string;
  readonly notify?: readonly NotifyDefinition[];
  readonly relations?: { readonly [alias: string]: RelationDefinition };
  readonly checks?: readonly { readonly that: string; readonly message: string }[];
  readonly access?: { readonly [role: string]: 'all' | 'nothing' | AccessDefinition };
  readonly notices?: readonly NoticeDefinition[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  readonly deprecated?: DeprecationDefinition;
}

/** Rows of another resource that refer to this one. */
interface RelationDefinition {
  readonly resource: string;
  readonly by: string;
  readonly was?: string;
}

/** Whom an event concerns. */
export interface NotifyDefinition {
  readonly on?: readonly EventVerb[];
  readonly to: string | readonly string[];
  readonly when?: string;
}

/** What is to be shown of a row, when, and to whom. */
export interface NoticeDefinition {
  readonly type: string;
  readonly when: string;
  readonly to: string | readonly NoticeRecipientDefinition[];
  readonly message: string;
  readonly data?: readonly string[];
}

/** A way from the row to a party, as it leads now or, on a timeline, led last. */
export type NoticeRecipientDefinition = string | { readonly former: string };

/** Rules of a role, by what it does with rows. */
export interface AccessDefinition {
  readonly read?: string;
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
}

/** A field: which facets stand beside which type, the language's schema has checked. */
export interface FieldDefinition extends Facets {
  readonly was?: string;
  readonly title?: string;
  readonly description?: string;
  readonly example?: Json;
  readonly nullable?: boolean;
  readonly default?: Json;
  readonly backfill?: Json;
  readonly unique?: boolean;
  readonly create?: boolean;
  readonly update?: boolean;
  readonly access?: { readonly [role: string]: 'all' | 'read' | 'nothing' };
  readonly deprecated?: DeprecationDefinition;
  readonly computed?: string;
}

/** Whether a row can be made without a value for the field. */
export function isOptional(field: FieldDefinition | undefined): boolean {
  return field?.nullable === true || field?.default !== undefined || field?.computed !== undefined;
}

export interface DeprecationDefinition {
  readonly since?: string;
  readonly sunset?: string;
  readonly replaced_by?: string;
}
