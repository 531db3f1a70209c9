/** All that is particular to one action, which clients take on the rows of a resource. What answers it is a handler in http. */
export interface ActionWord {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its path behind the name of the resource. */
  readonly path: '' | `/{id}${string}`;
  /** The verb of its scope. */
  readonly verb: (typeof scopeVerbs)[number];
  /** The rule of access that each row must meet. */
  readonly access: AccessAction;
  /** Whether a definition may list it, and has it by default. */
  readonly isDeclared: boolean;
  /** What events call its change of a row; null where it changes none. */
  readonly event: EventVerb | null;
}

/** The verbs of scopes; each covers those before it. */
export const scopeVerbs = ['read', 'use', 'manage'] as const;

/** The actions that rules of access are written for. */
export type AccessAction = 'read' | 'create' | 'update' | 'delete';

export type EventVerb = 'create' | 'update' | 'delete';
