import type { ConstraintKind } from '../kind.ts';

export interface PrimaryKey {
  readonly kind: 'primary_key';
  readonly resource: string;
}

export const primaryKey: ConstraintKind<PrimaryKey> = {
  declared: {
    byKeys: ({ name: resource }) => [[[resource, 'pkey'], { kind: 'primary_key', resource }]],
    byHistory: ({ history: resource }) =>
      resource === null ? [] : [[[resource, 'pkey'], { kind: 'primary_key', resource }]],
  },
  kept: {
    by: 'database',
    place: () => 'table',
    rule: () => 'primary key (id)',
    hasIndex: true,
    comes: () => ({ how: 'unproved' }),
    against: () => null,
  },
  columns: () => ['id'],
  violation: () => null,
};
