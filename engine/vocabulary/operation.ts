/** What clients may do with a resource, in the order of the documentation. `update_many` changes all rows that filters choose. */
export const operations = ['list', 'read', 'create', 'update', 'update_many', 'delete'] as const;

export type Operation = (typeof operations)[number];

/** Those that a definition may list. */
export const declaredOperations = ['list', 'read', 'create', 'update', 'delete'] as const;

/** Those that have rules of rows: a list reads. */
export const accessOperations = ['read', 'create', 'update', 'delete'] as const;

export type AccessOperation = (typeof accessOperations)[number];

/** Those that events tell of. */
export const eventVerbs = ['create', 'update', 'delete'] as const;

export type EventVerb = (typeof eventVerbs)[number];
