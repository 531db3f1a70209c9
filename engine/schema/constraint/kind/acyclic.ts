import { type ConstraintKind, invalid } from '../kind.ts';

/** No row is its own ancestor by a reference. Other rows decide, so triggers keep it (see engine/schema/check/circle.ts). */
export interface Acyclic {
  readonly kind: 'acyclic';
  readonly resource: string;
  readonly field: string;
}

export const acyclic: ConstraintKind<Acyclic> = {
  declared: {
    byField: ({ name: field, acyclic: isAcyclic }, { name: resource }) =>
      isAcyclic ? [[[resource, field, 'acyclic', 'check'], { kind: 'acyclic', resource, field }]] : [],
  },
  kept: { by: 'trigger' },
  columns: ({ field }) => [field],
  violation: ({ field }, { sent, shows }) => {
    if (!shows(field)) return invalid('the row would be its own ancestor', []);
    const value = sent(field);
    return invalid(`${field}${value === null ? '' : ` ${value}`} would make the row its own ancestor`, [field]);
  },
};
