/** What a rule may ask of related rows together. */
export const aggregateNames = ['count', 'sum', 'min', 'max'] as const;

export type AggregateName = (typeof aggregateNames)[number];
