import { entriesOfUnit, parties, pointsOfCode } from './data.ts';
import { ruledShape } from './ruled_shapes.ts';
import { anyUnit, pageRows, type Shape, type Subject, shape } from './shape.ts';

const object = { accept: 'application/vnd.pgrst.object+json' };
const shown = { prefer: 'return=representation' };
const asOf = '2024-10-01T00:00:00Z';
const validAt = '2023-06-01T00:00:00Z';
const offset = 10_000;

const read: Shape['ask'] = (subject, random, _count, units) =>
  subject === 'PostgREST'
    ? { method: 'GET', path: `/controllable_unit?id=eq.${anyUnit(random, units)}`, headers: object }
    : { method: 'GET', path: `/controllable_unit/${anyUnit(random, units)}` };

const list: Shape['ask'] = (_subject, random, _count, units) => {
  const code = String(Math.floor((random() * units) / pointsOfCode)).padStart(4, '0');
  return { method: 'GET', path: `/accounting_point?postal_code=eq.${code}&order=business_id.desc&limit=${pageRows}` };
};

/** Two levels: of each unit its point and that one's area, and its resources. */
const embedding = (subject: Subject): string =>
  subject === 'PostgREST'
    ? 'select=*,accounting_point(*,metering_grid_area(*)),technical_resource(*)'
    : 'embed=accounting_point(metering_grid_area),technical_resource';

const embed: Shape['ask'] = (subject, random, _count, units) => ({
  method: 'GET',
  path: `/controllable_unit?id=gte.${anyUnit(random, units)}&${embedding(subject)}&order=id&limit=${pageRows}`,
});

const valid: Shape['ask'] = (subject, random, _count, units) => ({
  method: 'GET',
  path: `/controllable_unit?id=gte.${anyUnit(random, units)}&order=id&limit=${pageRows}&${
    subject === 'PostgREST'
      ? `select=*,service_provider:controllable_unit_service_provider(*)&service_provider.valid_from=lte.${validAt}` +
        `&service_provider.or=(valid_to.is.null,valid_to.gt.${validAt})&service_provider.order=id`
      : `embed=service_provider&service_provider.valid_at=${validAt}`
  }`,
});

const recorded: Shape['ask'] = (subject, random, _count, units) =>
  subject === 'PostgREST'
    ? null
    : {
        method: 'GET',
        path: `/controllable_unit?id=gte.${anyUnit(random, units)}&embed=accounting_point&as_of=${asOf}&limit=${pageRows}`,
      };

const far: Shape['ask'] = (subject) => ({
  method: 'GET',
  path: `/controllable_unit?${embedding(subject)}&order=id&limit=${pageRows}&offset=${offset}`,
});

/** The page that follows as many rows, by the key of the last of them. */
const behind: Shape['ask'] = (subject) => {
  const page = `/controllable_unit?${embedding(subject)}&limit=${pageRows}`;
  const cursor = Buffer.from(JSON.stringify([offset, String(offset)])).toString('base64url');
  switch (subject) {
    case 'almanac':
      return { method: 'GET', path: `${page}&after=${cursor}` };
    case 'hand-written':
      return { method: 'GET', path: `${page}&after=${offset}` };
    case 'PostgREST':
      return { method: 'GET', path: `${page}&order=id&id=gt.${offset}` };
  }
};

const counted: Shape['ask'] = () => ({
  method: 'GET',
  path: `/controllable_unit?status=eq.active&order=id&limit=${pageRows}`,
  headers: { prefer: 'count=exact' },
});

const create: Shape['ask'] = (subject, random, count, units) => ({
  method: 'POST',
  path: '/controllable_unit',
  body: JSON.stringify({
    name: `Varmepumpe ${count}`,
    regulation_direction: 'up',
    maximum_active_power: 42.5,
    accounting_point_id: anyUnit(random, units),
  }),
  ...(subject === 'PostgREST' && { headers: { ...object, ...shown } }),
});

const update: Shape['ask'] = (subject, random, count, units) => {
  const unit = anyUnit(random, units);
  return {
    method: 'PATCH',
    path: subject === 'PostgREST' ? `/controllable_unit?id=eq.${unit}` : `/controllable_unit/${unit}`,
    body: JSON.stringify({ name: `Varmepumpe, Storgata ${count}` }),
    ...(subject === 'PostgREST' && { headers: { ...object, ...shown } }),
  };
};

/** An open entry, later than every other of the unit: the last one is cut. */
const provide: Shape['ask'] = (subject, random, count, units) => ({
  method: 'POST',
  path: '/controllable_unit_service_provider',
  body: JSON.stringify({
    controllable_unit_id: anyUnit(random, units),
    service_provider_id: 1 + Math.floor(random() * parties),
    valid_from: new Date(Date.UTC(2021 + entriesOfUnit, 0, 1) + count * 1000).toISOString().replace('.000', ''),
  }),
  ...(subject === 'PostgREST' && { headers: { ...object, ...shown } }),
});

const acknowledge: Shape['ask'] = (subject, random, count, units) => {
  const id = anyUnit(random, units);
  return {
    method: 'PATCH',
    path: subject === 'PostgREST' ? `/notification?id=eq.${id}` : `/notification/${id}`,
    body: JSON.stringify({ acknowledged: count % 8 !== 0 }),
    ...(subject === 'PostgREST' && { headers: { ...object, ...shown } }),
  };
};

/** Of twenty requests, eleven read a row, three list, two embed, two change and one each creates and provides. */
const anything = [
  ...Array(11).fill(read),
  list,
  list,
  list,
  embed,
  embed,
  update,
  update,
  create,
  provide,
] as readonly Shape['ask'][];

const mixed: Shape['ask'] = (subject, random, count, units) =>
  (anything[Math.floor(random() * anything.length)] ?? read)(subject, random, count, units);

/** Requests for one row, or one page. */
export const shapes: readonly Shape[] = [
  shape('read', 'read by id', 'read', read),
  shape('list', 'list of 25, filtered and ordered', 'read', list),
  shape('embed', 'list of 25, two levels embedded', 'read', embed),
  shape('valid_at', 'list of 25, what is valid at an instant embedded', 'read', valid),
  shape('as_of', 'list of 25 as of an instant, with embed', 'read', recorded),
  // Of more, PostgREST answers none for seconds.
  shape('offset', 'offset 10 000, two levels embedded', 'read', far, { connections: 2 }),
  shape('keyset', 'the same page by its key', 'read', behind),
  shape('count', 'list of 25, count=exact', 'read', counted),
  ruledShape('rules', 'list of 25 under an access rule', 'operator'),
  shape('create', 'POST', 'write', create),
  shape('update', 'PATCH', 'write', update),
  shape('timeline', 'POST on a timeline', 'write', provide),
  shape('acknowledge', 'acknowledge a notification', 'write', acknowledge),
  shape('mixed', '32 mixed clients', 'mixed', mixed, { connections: 32 }),
];
