import type { Access, AccessRule } from './model.ts';

/** Every right to all rows of a resource. */
export const allRows: Access = accessOf({ kind: 'all' });

/** No right to any row. */
export const noRow: Access = accessOf({ kind: 'nothing' });

function accessOf(rule: AccessRule): Access {
  const past = { version: rule, present: { kind: 'all' }, event: rule } as const;
  return { read: rule, create: rule, update: rule, updated: rule, delete: rule, past };
}
