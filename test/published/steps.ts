import type { Json } from '../../engine/vocabulary/value/json.ts';
import type { Method } from '../http/service.ts';
import type { Person, Register } from './ground.ts';

/** A write of the stories, and who makes it. */
export interface Step {
  readonly name: string;
  readonly by: Person;
  readonly write: readonly [method: Method, path: string, body: Json];
}

/**
 * The stories in one life of a unit: Kari signs with Effekt, which registers a unit; Nett validates it; it delivers, is
 * suspended and released; Fleksi takes it over; an administrator corrects since when; Kari moves out, and Ole moves in.
 */
export function stepsOf({ day }: Pick<Register, 'day'>): readonly Step[] {
  const contract = { accounting_point_id: 1, end_user_id: 6 };
  const unit = {
    name: 'Varme',
    regulation_direction: 'up',
    maximum_active_power: 10,
    accounting_point_id: 1,
    start_date: '2026-01-01',
  };
  const device = {
    controllable_unit_id: 1,
    name: 'Pumpe',
    category: 'consumption',
    technology: 'heat_pump',
    maximum_active_power: 9,
  };
  const step = (name: string, by: Person, ...write: Step['write']): Step => ({ name, by, write });
  return [
    step('propose', 'effekt', 'POST', '/contract', { ...contract, service_provider_id: 3, valid_from: day(-30) }),
    step('sign', 'kari', 'PATCH', '/contract/1', { status: 'signed' }),
    step('register', 'effekt', 'POST', '/controllable_unit', unit),
    step('equip', 'effekt', 'POST', '/technical_resource', device),
    step('provide', 'effekt', 'POST', '/controllable_unit_service_provider', {
      controllable_unit_id: 1,
      service_provider_id: 3,
      valid_from: day(-5),
    }),
    step('judge', 'nett', 'PATCH', '/controllable_unit/1', { grid_validation_status: 'in_progress' }),
    step('validate', 'nett', 'PATCH', '/controllable_unit/1', { grid_validation_status: 'validated' }),
    step('activate', 'effekt', 'PATCH', '/controllable_unit/1', { status: 'active' }),
    step('suspend', 'nett', 'POST', '/controllable_unit_suspension', {
      controllable_unit_id: 1,
      impacted_system_operator_id: 1,
      reason: 'congestion',
    }),
    step('lift', 'nett', 'PATCH', '/controllable_unit_suspension/1', { status: 'lifted' }),
    step('propose again', 'fleksi', 'POST', '/contract', { ...contract, service_provider_id: 4, valid_from: day(-30) }),
    step('sign again', 'kari', 'PATCH', '/contract/2', { status: 'signed' }),
    step('take over', 'fleksi', 'POST', '/controllable_unit_service_provider', {
      controllable_unit_id: 1,
      service_provider_id: 4,
      valid_from: day(-1),
    }),
    step('rename', 'fleksi', 'PATCH', '/controllable_unit/1', { name: 'Pumpe' }),
    step('correct', 'admin', 'PATCH', '/controllable_unit_service_provider/2', { valid_from: day(-20) }),
    step('move out', 'lys', 'PATCH', '/accounting_point_end_user/1', { valid_to: day(0) }),
    step('move in', 'lys', 'POST', '/accounting_point_end_user', {
      accounting_point_id: 1,
      end_user_id: 7,
      valid_from: day(0),
    }),
  ];
}

/** Takes the step, which its person may. */
export async function take(register: Register, { name, by, write: [method, path, body] }: Step): Promise<void> {
  const answer = await register.as(by, method, path, body);
  if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.text}`);
}

const created = [
  'contract',
  'controllable_unit',
  'technical_resource',
  'controllable_unit_service_provider',
  'controllable_unit_suspension',
  'accounting_point_end_user',
];

/** Gives the ids that writes used up and undid to the next rows. */
export async function freeIds({ database }: Register): Promise<void> {
  for (const name of created)
    await database.query(
      `select setval(pg_get_serial_sequence('${name}', 'id'), coalesce(max(id), 0) + 1, false) from ${name}`,
    );
}
