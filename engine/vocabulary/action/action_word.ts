/** All that is particular to one action, which clients take on the rows of a resource. What answers it is a handler in http. */
export interface ActionWord {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its path behind the name of the resource. */
  readonly path: '' | `/{id}${string}`;
  /** Whose rows it shows or changes, and whose scope it needs: those of the resource in its path, or of their history. */
  readonly of: 'resource' | 'history';
  /** The verb of its scope. */
  readonly verb: (typeof scopeVerbs)[number];
  /** The rule of access that each row must meet. */
  readonly access: AccessAction;
  /** Whether a definition may list it, and has it by default. */
  readonly isDeclared: boolean;
  /** What events call its change of a row; null where it changes none. */
  readonly event: EventVerb | null;
  /** What its URL and its headers may say, in the order of the documentation. */
  readonly parameters: readonly ActionParameter[];
  /** Whose fields its body may have; null where it needs none. */
  readonly body: 'create' | 'update' | null;
  /** How it is answered, by the status. */
  readonly answers: Readonly<Record<number, ActionAnswer>>;
  /** The first word of its operationId in OpenAPI, before the name of the resource; and its words behind the title. */
  readonly operation: readonly [id: string, summary: string];
  /** What it does, in an OpenAPI document. */
  readonly describe: (subject: ActionSubject) => string;
  /** The same in Markdown, for a page of the documentation, and a request there; null where another section has them. */
  readonly guide: ActionGuide | null;
}

/** The verbs of scopes; each covers those before it. */
export const scopeVerbs = ['read', 'use', 'manage'] as const;

/** The actions that rules of access are written for. */
export type AccessAction = 'read' | 'create' | 'update' | 'delete';

export type EventVerb = 'create' | 'update' | 'delete';

/** A parameter, or several that come together: `related` are those about embedded rows, `page` those of a page of a list. */
export type ActionParameter =
  | 'filters'
  | 'related'
  | 'order'
  | 'page'
  | 'as_of'
  | 'valid_at'
  | 'select'
  | 'embed'
  | 'stream'
  | 'return'
  | 'If-Match'
  | 'If-None-Match'
  | 'Idempotency-Key';

interface ActionAnswer {
  readonly shows: Shown;
  readonly words: string;
}

/**
 * What an answer holds: a page of rows, which may be followed as a stream; one row, after a read with its links, after a
 * create with its address; the rows that were changed, or how many; an entity tag; nothing, perhaps because the caller may
 * not read the row; or the address to go to.
 */
export type Shown =
  | 'page'
  | 'page or stream'
  | 'row'
  | 'linked row'
  | 'new row'
  | 'changed rows'
  | 'count'
  | 'tag'
  | 'nothing'
  | 'hidden row'
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
  /** What becomes of entries that would overlap; null without a timeline. */
  readonly overlap: 'make_room' | 'reject' | null;
  /** Before which duration ago a timeline stays as it is. */
  readonly freeze: string | null;
  /** The resource that lists the versions of its rows. */
  readonly history: string | null;
  readonly requireIfMatch: boolean;
  /** How many rows a page has, and how many it may have. */
  readonly pageDefault: number;
  readonly pageMaximum: number;
}
