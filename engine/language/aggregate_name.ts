/** What a rule may ask of related rows together. */
export const aggregateNames = ['count', 'sum', 'min', 'max'] as const;

export type AggregateName = (typeof aggregateNames)[number];

/** What `select` may ask of the rows of a group together. */
export const columnAggregates = [...aggregateNames, 'avg'] as const;

export type ColumnAggregate = (typeof columnAggregates)[number];
