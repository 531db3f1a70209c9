import { buildModel } from '../../engine/feature/load.ts';
import type { BoundCondition } from '../../engine/model/field.ts';

/** A rule over the rows of a resource with fields of several types, bound. One with braces is about a caller. */
export function boundRule(rule: string): BoundCondition {
  const key = rule.includes('{p') || rule.includes('{i') ? 'access' : 'checks';
  const resource = `resource: item
fields:
  status: { type: enum, values: [new, active] }
  start: { type: date, nullable: true }
  small: { type: boolean }
  power: { type: integer, nullable: true }
  name: { type: text }
  details: { type: json }
  parent_id: { type: reference, to: item, nullable: true }
relations: { item: { resource: item, by: parent_id } }
${key === 'checks' ? `checks: [{ that: ${JSON.stringify(rule)}, message: It holds. }]` : `access: { reader: { read: all, update: ${JSON.stringify(rule)} } }`}
`;
  const identity =
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  chief_id: { type: reference, to: identity, nullable: true }\n  level: { type: integer, nullable: true }\n';
  const encoder = new TextEncoder();
  const files = new Map([
    ['item.yaml', encoder.encode(resource)],
    ['identity.yaml', encoder.encode(identity)],
    ['service.yaml', encoder.encode('service: Test\nroles: [reader]\nclaims: { others: { party_type: t } }\n')],
  ]);
  const loaded = buildModel(files, 'test');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const item = loaded.model.resources.get('item');
  const own = item?.access?.get('reader')?.update;
  if (own?.kind === 'rule') return own.condition;
  const [check] = item?.kind === 'table' ? item.checks : [];
  if (check === undefined) throw new Error('the model has no check');
  return check.that;
}
