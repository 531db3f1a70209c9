// The operators by the values that they take.

export type ComparedOperator = 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'isdistinct';

export type QuantifiedOperator = 'eq' | 'lt' | 'lte' | 'gt' | 'gte';

export type ContainedOperator = 'cs' | 'cd';

export type OverlappingOperator = 'ov';

export type BoundedOperator = 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj';

export type TextOperator = 'starts' | 'like' | 'ilike' | 'match' | 'imatch';

export type QuantifiedTextOperator = 'like' | 'ilike' | 'match' | 'imatch';

export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';

export type PeriodOperator = 'eq' | 'neq' | 'isdistinct' | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj';
