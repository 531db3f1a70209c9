/** What the serving role may do with a table or a sequence. */
export interface Grant {
  /** With its schema. */
  readonly relation: string;
  readonly rights: readonly GrantedRight[];
}

export interface GrantedRight {
  readonly right: 'select' | 'insert' | 'update' | 'delete';
  /** Absent for all columns. */
  readonly columns?: readonly string[];
}

/** That it may read it, or these columns of it. */
export function reading(relation: string, columns?: readonly string[]): Grant {
  return { relation, rights: [columns === undefined ? { right: 'select' } : { right: 'select', columns }] };
}
