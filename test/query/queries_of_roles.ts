import type { Principal } from '../../engine/access/principal.ts';
import { renderPage } from '../../engine/feature/event/page.ts';
import type { Table } from '../../engine/model/model.ts';
import { renderBoundedCount, renderList, renderRows } from '../../engine/query/sql/read/list.ts';
import { seenWays } from '../../engine/query/sql/read/page/recalled_way.ts';
import { renderRead } from '../../engine/query/sql/read/read.ts';
import { renderDelete } from '../../engine/query/sql/write/delete.ts';
import { renderCreateMany } from '../../engine/query/sql/write/many/create_many.ts';
import { renderDeleteMany } from '../../engine/query/sql/write/many/delete_many.ts';
import { renderMerge } from '../../engine/query/sql/write/many/merge.ts';
import { renderUpdateMany } from '../../engine/query/sql/write/many/update_many.ts';
import { renderFound, renderHidden } from '../../engine/query/sql/write/many/upsert.ts';
import { renderCreate, renderUpdate } from '../../engine/query/sql/write/write.ts';
import { cursor, listOf, modelOf, planOfRead, type Query, tableOf } from './planned.ts';
import { anyone, rowsFor, writerOf } from './writer.ts';

/** Its roles see some of the rows. */
const clinic = await modelOf('test/access');

/** Lists of a role: those that need no fence first. */
const listsOfRoles: readonly (readonly [role: string, path: string])[] = [
  ['doctor', 'patient?name=like.P*&number=eq.p1'],
  ['clerk', 'patient?name=match.^P'],
  ['patient', 'patient?name=match.^P&number=like.p*&order=name.desc&limit=3&offset=1'],
  ['doctor', 'patient?name=not.match(any).{^P,^L}&note=fts(norwegian).rest'],
  ['doctor', 'patient?or=(name.imatch.^p,treatment.doctor.name.wfts.Ada)'],
  ['patient', 'doctor?treatment.patient.name=match.^P'],
  ['patient', 'treatment?select=id,patient(name),...doctor(name)&patient.name=match.^P&doctor.name=plfts.Ada'],
  [
    'patient',
    'patient?select=id,treatment!inner(id)&treatment.order=id.desc&treatment.limit=2&treatment.doctor.name=match.A',
  ],
  ['doctor', 'patient?name=match.^P&as_of=2026-01-01T00:00Z'],
  ['patient', 'patient_history?name=match.^P'],
  ['patient', 'event?type=match.update$&source=like.*/2'],
  ['patient', `patient?name=match.^P&order=number&after=${cursor([20, 'p1', '7'])}`],
];

/** The statements of requests by roles. */
export function queriesOfRoles(): readonly Query[] {
  const patient = tableOf('patient', clinic);
  const filter = listOf('patient?name=match.^P', clinic);
  const read = planOfRead('patient?embed=treatment!&treatment.doctor.name=match.A', clinic);
  const event = clinic.resources.get('event');
  if (event === undefined) throw new Error('the clinic has no events');
  const { conditions } = listOf('event?type=match.^org', clinic).rows;
  const asked = { event, restrictions: rowsFor(roleOf('patient'), clinic), filters: conditions };
  const own = roleOf('patient');
  const ordered = listOf('patient?order=name.desc', clinic);
  const byName = {
    table: patient,
    plan: { rows: filter.rows, order: [], limit: null, offset: 0 },
    assignments: [],
    writer: writerOf(clinic, '9', roleOf('doctor')),
    versions: null,
    own: [],
  };
  return [
    ...listsOfRoles.map(([role, path]) => ({
      title: `GET /${path}, by a ${role}`,
      statement: renderList(listOf(path, clinic), rowsFor(roleOf(role), clinic), { total: false }),
    })),
    ...seenWays.map((way) => ({
      title: `GET /patient?name=match.^P, by a doctor, by the way "${way.way}"${way.looksFirst ? ' behind the first rows' : ' alone'}`,
      statement: renderList(filter, rowsFor(roleOf('doctor'), clinic), { total: false, way }),
    })),
    {
      title: 'GET /patient?name=match.^P, by a patient, with the count of all pages',
      statement: renderList(filter, rowsFor(own, clinic), { total: true }),
    },
    {
      title: 'GET /patient?name=match.^P, by a patient, row by row',
      statement: renderRows(filter, rowsFor(own, clinic)),
    },
    {
      title: 'GET /patient?name=match.^P, by a patient, counted without a bound',
      statement: renderBoundedCount(filter, rowsFor(own, clinic), null),
    },
    {
      title: 'GET /patient/7?embed=treatment!&treatment.doctor.name=match.A, by a patient',
      statement: renderRead(read, '7', rowsFor(own, clinic)),
    },
    {
      title: 'PATCH /patient?name=match.^P, by a doctor',
      statement: renderUpdateMany({ ...byName, action: 'update' }, 50),
    },
    {
      title: 'DELETE /patient?name=match.^P&order=name.desc&limit=3 with If-Match, by a doctor',
      statement: renderDeleteMany({
        ...byName,
        action: 'delete',
        plan: { ...byName.plan, order: ordered.order, limit: 3, offset: 0 },
        versions: ['17', '18'],
      }),
    },
    ...writesOfRoles(),
    {
      title: 'The events of a stream, ?type=match.^org, by a patient',
      statement: renderPage(asked, { after: '0', upTo: '99', most: 500 }),
    },
  ];
}

/** Writes that other rows decide on: rules through relations, references to what may be hidden, entries that make room. */
function writesOfRoles(): readonly Query[] {
  const [patient, treatment] = [tableOf('patient', clinic), tableOf('treatment', clinic)];
  const writer = writerOf(clinic, '9', roleOf('doctor'));
  const value = (table: Table, name: string, text: string) => {
    const field = table.fields.get(name);
    if (field === undefined) throw new Error(name);
    return { field, value: text };
  };
  const until = value(treatment, 'valid_to', '2026-03-01 00:00:00+00');
  const entry = [
    value(treatment, 'patient_id', '1'),
    value(treatment, 'doctor_id', '3'),
    value(treatment, 'valid_from', '2026-02-01 00:00:00+00'),
    until,
  ];
  const none = { kind: 'none' } as const;
  const id = value(treatment, 'id', '7');
  const columns = [id, until].map(({ field, value: text }) => ({ field, values: [text], defaults: null }));
  const upsert = { count: 1, columns, given: [] };
  const hidden = renderHidden(treatment, { rows: upsert, key: ['id'] }, writer);
  if (hidden === null) throw new Error('a doctor sees all treatments');
  return [
    {
      title: 'PATCH /patient/7, by a doctor',
      statement: renderUpdate(patient, { id: '7', precondition: none }, [value(patient, 'name', 'Per')], writer),
    },
    { title: 'DELETE /treatment/7, by a doctor', statement: renderDelete(treatment, '7', writer, none) },
    {
      title: 'PATCH /treatment/7, by a doctor',
      statement: renderUpdate(treatment, { id: '7', precondition: none }, [until], writer),
    },
    {
      title: 'POST /treatment, by a doctor who sees the patient',
      statement: renderCreate(treatment, entry, writer),
    },
    {
      title: 'POST /treatment with many rows, by a doctor who sees the patient',
      statement: renderCreateMany(
        treatment,
        { count: 1, columns: entry.map(({ field, value }) => ({ field, values: [value], defaults: null })), given: [] },
        writer,
        'rows',
      ),
    },
    {
      title: 'An upsert of treatments, by a doctor: the entries that are there',
      statement: renderFound(treatment, { rows: upsert, key: ['id'], sets: [until.field], own: [] }, writer, true),
    },
    {
      title: 'An upsert of treatments, by a doctor: an entry that is there and differs',
      statement: renderMerge(treatment, { rows: upsert, ids: ['7'], versions: ['70'] }, [until.field], writer),
    },
    {
      title: 'An upsert of treatments, by a doctor: keys that belong to hidden entries',
      statement: hidden,
    },
  ];
}

function roleOf(role: string): Principal {
  return {
    ...anyone,
    role,
    identity: '9',
    claims: new Map([
      ['doctor_id', '3'],
      ['patient_id', '4'],
    ]),
  };
}
