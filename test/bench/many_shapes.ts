import { parties } from './data.ts';
import { anyUnit, type Question, type Shape, type Subject, shape } from './shape.ts';

const minimal = { prefer: 'return=minimal' };

/** New units as an array of JSON. */
const createMany =
  (rows: number): Shape['ask'] =>
  (subject, random, count, units) => ({
    method: 'POST',
    path: subject === 'hand-written' ? '/controllable_units' : '/controllable_unit',
    body: JSON.stringify(newUnits(rows, count, () => anyUnit(random, units))),
    headers: minimal,
  });

const createCsv =
  (rows: number): Shape['ask'] =>
  (subject, random, count, units) => {
    const lines = newUnits(rows, count, () => anyUnit(random, units)).map((unit) => Object.values(unit).join(','));
    return {
      method: 'POST',
      path: subject === 'hand-written' ? '/controllable_units.csv' : '/controllable_unit',
      body: ['name,regulation_direction,maximum_active_power,accounting_point_id', ...lines, ''].join('\n'),
      headers: { ...minimal, 'content-type': 'text/csv' },
    };
  };

function newUnits(rows: number, count: number, point: () => number) {
  return Array.from({ length: rows }, (_, row) => ({
    name: `Varmepumpe ${count} ${row}`,
    regulation_direction: 'up',
    maximum_active_power: 42.5,
    accounting_point_id: point(),
  }));
}

/**
 * Points that are there get another address. They are in their order, so that no two requests wait for each other. PostgREST
 * has ON CONFLICT alone, for which PostgreSQL takes no deferrable constraint.
 */
const upsert =
  (rows: number): Shape['ask'] =>
  (subject, random, count, units) => {
    if (subject === 'PostgREST') return null;
    const begin = 1 + Math.floor(random() * (units / 10 - rows - 1));
    const points = Array.from({ length: rows }, (_, row) => pointOf(begin + row, `Storgata ${count}`));
    return {
      method: 'POST',
      path: subject === 'hand-written' ? '/accounting_points' : '/accounting_point?on_conflict=business_id',
      body: JSON.stringify(points),
      headers: { prefer: 'resolution=merge-duplicates,return=minimal' },
    };
  };

/** One of ten points has a number with the right check digit (GS1 General Specifications, 7.9). It is as in data.ts. */
function pointOf(ten: number, street_address: string): object {
  const digits = `7070575${String(ten).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  const last = (10 - (sum % 10)) % 10;
  const id = 10 * ten + last;
  return {
    business_id: `${digits}${last}`,
    metering_grid_area_id: 1 + (id % 100),
    bidding_zone_id: 1 + (id % 5),
    system_operator_id: 5 + ((id * 5) % parties),
    street_address,
    postal_code: '0191',
    city: 'Solbyen',
  };
}

const batch =
  (changes: number): Shape['ask'] =>
  (subject, random, count, units) => {
    if (subject === 'PostgREST') return null;
    const chosen = Array.from({ length: changes }, () => anyUnit(random, units - changes)).sort((a, b) => a - b);
    const requests = chosen.map((unit, at) => ({
      id: `r${at}`,
      method: 'PATCH',
      // Each another one, and all in their order.
      url: `controllable_unit/${unit + at}`,
      body: { name: `Varmepumpe, Storgata ${count}` },
    }));
    return { method: 'POST', path: '/batch', body: JSON.stringify({ requests }) };
  };

/** Calls the same by another path. */
const call = (subject: Subject, name: string, own: Pick<Question, 'path' | 'body'>, peer: object): Question => ({
  method: 'POST',
  ...(subject === 'PostgREST' ? { path: `/rpc/${name}`, body: JSON.stringify(peer) } : own),
});

const lookup: Shape['ask'] = (subject, random, _count, units) => {
  const body = { business_id: `7070575${String(anyUnit(random, units)).padStart(11, '0')}` };
  return call(subject, 'lookup', { path: '/accounting_point/lookup', body: JSON.stringify(body) }, body);
};

/** One of the units that the caller's role may read. */
const describe: Shape['ask'] = (subject, random, _count, units) => {
  const id = 200 * (1 + Math.floor(random() * Math.floor(units / 200)));
  return call(subject, 'describe', { path: `/controllable_unit/${id}/describe`, body: '{}' }, { id });
};

/** Requests that write many rows, and calls. */
export const manyShapes: readonly Shape[] = [
  shape('create_100', 'POST of 100 rows', 'write', createMany(100), { questions: 256, connections: 4 }),
  shape('create_1000', 'POST of 1 000 rows', 'write', createMany(1000), { questions: 64, connections: 4 }),
  shape('create_csv', 'POST of 1 000 rows as CSV', 'write', createCsv(1000), { questions: 64, connections: 4 }),
  shape('upsert', 'upsert of 100 rows', 'write', upsert(100), { questions: 256, connections: 4 }),
  shape('batch', 'batch of 4 changes', 'write', batch(4)),
  shape('lookup', 'call that finds a row', 'read', lookup, { role: 'owner' }),
  shape('describe', 'call with a handler', 'read', describe, { role: 'operator' }),
];
