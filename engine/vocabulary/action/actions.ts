/** What clients may do with a resource, in the order of the documentation. `update_many` changes all rows that filters choose. */
export const actionNames = ['list', 'read', 'create', 'update', 'update_many', 'delete'] as const;

export type Action = (typeof actionNames)[number];

/** Those that a definition may list. */
export const declaredActions = ['list', 'read', 'create', 'update', 'delete'] as const;

/** Those that have rules of rows: a list reads. */
export const accessActions = ['read', 'create', 'update', 'delete'] as const;

export type AccessAction = (typeof accessActions)[number];

/** Those that events tell of. */
export const eventVerbs = ['create', 'update', 'delete'] as const;

export type EventVerb = (typeof eventVerbs)[number];
