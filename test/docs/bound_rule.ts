import { buildModel } from '../../engine/feature/load.ts';
import type { BoundCondition } from '../../engine/model/field.ts';

/** A rule over the rows of a resource with fields of several types, bound. */
export function boundRule(rule: string): BoundCondition {
  const resource = `resource: item
fields:
  status: { type: enum, values: [new, active] }
  start: { type: date, nullable: true }
  small: { type: boolean }
  power: { type: integer, nullable: true }
  name: { type: text }
  details: { type: json }
  parent_id: { type: reference, to: item, nullable: true }
checks:
  - { that: ${JSON.stringify(rule)}, message: It holds. }
`;
  const encoder = new TextEncoder();
  const files = new Map([
    ['item.yaml', encoder.encode(resource)],
    ['service.yaml', encoder.encode('service: Test\n')],
  ]);
  const loaded = buildModel(files, 'test');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const item = loaded.model.resources.get('item');
  const [check] = item?.kind === 'table' ? item.checks : [];
  if (check === undefined) throw new Error('the model has no check');
  return check.that;
}
