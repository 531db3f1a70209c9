import type { PreferenceName } from '../preference.ts';

/** Everything that is particular to one action of clients on the rows of a resource. Its handler is in http. */
export interface ActionWord {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its path behind the name of the resource. */
  readonly path: '' | `/{id}${string}`;
  /** The resource whose rows and scope it needs: the resource in its path, or its history. */
  readonly of: 'resource' | 'history';
  /** The verb of its scope. */
  readonly verb: (typeof scopeVerbs)[number];
  /** The rule of access that each row must meet. */
  readonly access: AccessAction;
  /** Whether a definition may list it, and has it by default. */
  readonly isDeclared: boolean;
  /** The declared action that a resource offers it with; null if it is declared, or comes otherwise. */
  readonly comesWith: 'update' | 'delete' | null;
  /** The name of its change in events; null if it changes nothing. */
  readonly event: EventVerb | null;
  /** The parameters of its URL and its headers, in the order of the documentation. */
  readonly parameters: readonly ActionParameter[];
  /** The preferences of its header Prefer. */
  readonly preferences: readonly PreferenceName[];
  /** Which fields its body may have; null without a body. */
  readonly body: 'create' | 'update' | null;
  /** Whether its body may also have many rows: a JSON array, NDJSON or CSV. */
  readonly takesRows?: true;
  /** Its answers, by status. */
  readonly answers: Readonly<Record<number, ActionAnswer>>;
  /** The first word of its operationId in OpenAPI, before the name of the resource; and its words behind the title. */
  readonly operation: readonly [id: string, summary: string];
  /** Its description in an OpenAPI document. */
  readonly describe: (subject: ActionSubject) => string;
  /** The same in Markdown, for a page of the documentation, and a request there; null where another section has them. */
  readonly guide: ActionGuide | null;
}

/** The verbs of scopes; each covers the ones before it. */
export const scopeVerbs = ['read', 'use', 'manage'] as const;

/** The actions that rules of access are written for. */
export type AccessAction = 'read' | 'create' | 'update' | 'delete';

/** What access decides about a row: an action with the row as it is, and `updated`: the row that an update makes of it. */
export type AccessRight = AccessAction | 'updated';

export type EventVerb = 'create' | 'update' | 'delete';

/**
 * A parameter, or several that belong together. `related` is about embedded rows, `page` about a page of a list. `part` is
 * about a part of the rows that filters choose.
 */
export type ActionParameter =
  | 'filters'
  | 'related'
  | 'order'
  | 'page'
  | 'part'
  | 'as_of'
  | 'valid_at'
  | 'select'
  | 'embed'
  | 'columns'
  | 'on_conflict'
  | 'stream'
  | 'If-Match'
  | 'If-None-Match'
  | 'Idempotency-Key'
  | 'Consistency-Token';

interface ActionAnswer {
  readonly shows: Shown;
  readonly words: string;
}

/**
 * The content of an answer. A list has a page of rows, or a stream. A read has one row with its links, a create one row
 * with its address. A change of many has the rows or their number. Other answers have an entity tag, or an
 * address to go to. A deletion may have the row as it was. An answer has no row if the request asks for none, or if the
 * caller may not read it.
 */
export type Shown =
  | 'page'
  | 'page or stream'
  | 'row'
  | 'linked row'
  | 'new row'
  | 'kept rows'
  | 'changed rows'
  | 'count'
  | 'tag'
  | 'deleted row'
  | 'no row'
  | 'address';

interface ActionGuide {
  readonly title: string;
  readonly explain: (subject: ActionSubject) => string;
  readonly example: {
    readonly status: 200 | 201 | 204;
    readonly query?: (id: string) => string;
  };
}

/** What the words about an action depend on. */
export interface ActionSubject {
  /** What happens to entries that would overlap; null without a timeline. */
  readonly overlap: 'make_room' | 'reject' | null;
  /** The duration after which entries of a timeline cannot be changed. */
  readonly freeze: string | null;
  /** The resource that lists the versions of its rows. */
  readonly history: string | null;
  readonly requireIfMatch: boolean;
  /** The default and the largest number of rows of a page. */
  readonly pageDefault: number;
  readonly pageMaximum: number;
}
