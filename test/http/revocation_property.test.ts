import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel, type TestService } from './service.ts';
import { bounds } from './timeline_client.ts';

// Many users at once, while their rights come and go. Who writes an entry has the right to it at the instant of the record,
// and no entry makes room for somebody who may not change it. No two of them stop each other.

const care = 'patient.care.team=eq.{team}';
const files = {
  'service.yaml':
    'service: Wards\nroles: [nurse, doctor, chief]\nclaims: { others: { nurse_id: nurse_id, team: team } }\n',
  'patient.yaml':
    'resource: patient\nfields:\n  name: { type: text, nullable: true }\nrelations:\n  care: { resource: care, by: patient_id }\n  stay: { resource: stay, by: patient_id }\n',
  'care.yaml':
    'resource: care\ntemporal: { timeline: patient_id }\nhistory: true\nfields:\n  patient_id: { type: reference, to: patient }\n  team: { type: integer }\naccess: { chief: all }\n',
  'stay.yaml': `resource: stay
temporal: { timeline: patient_id }
history: true
fields:
  patient_id: { type: reference, to: patient }
  nurse_id: { type: integer }
  name: { type: text, nullable: true }
access:
  nurse: { read: all, create: "${care}", update: "${care}", delete: "${care}" }
  doctor: { read: all, create: "nurse_id=eq.{nurse_id}", update: "nurse_id=eq.{nurse_id}", delete: "nurse_id=eq.{nurse_id}" }
`,
};

const writers = 12;
const patients = 2;
const operations = process.env.ALMANAC_LONG ? 400 : 20;

/** Until the end, everybody writes; those who give rights take them away and give them back. */
async function work(service: TestService, role: 'nurse' | 'doctor', told: Map<string, number>): Promise<void> {
  const nurse = Array.from({ length: writers }, (_, index) => index + 1);
  let isOver = false;
  const chief = service.token({ identity_id: 99, scope: 'manage:data', role: 'chief' });
  const giver = async (patient: number): Promise<void> => {
    for (let team = 2; !isOver; team = 3 - team) {
      const { status, text } = await service.ask('PATCH', `/care/${patient}`, { token: chief, body: { team } });
      if (status !== 200) throw new Error(text);
    }
  };
  const writer = async (nurse_id: number): Promise<void> => {
    const token = service.token({ identity_id: nurse_id, scope: 'manage:data', role, nurse_id, team: 1 });
    let random = nurse_id * 7919;
    const draw = (below: number) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      return Math.floor((random / 2147483648) * below);
    };
    const own: number[] = [];
    for (let count = 0; count < operations; count += 1) {
      const from = draw(20);
      const interval = bounds({ from, to: from + 1 + draw(5) });
      const id = draw(2) === 0 ? own[draw(own.length)] : 1 + draw(writers * 3);
      const [method, path, body] =
        id === undefined || draw(3) === 0
          ? (['POST', '/stay', { patient_id: 1 + draw(patients), nurse_id, ...interval }] as const)
          : draw(4) === 0
            ? (['DELETE', `/stay/${id}`, undefined] as const)
            : (['PATCH', `/stay/${id}`, draw(3) === 0 ? { name: String(count) } : interval] as const);
      const answer = await service.ask(method, path, { token, ...(body && { body }) });
      if (answer.status === 201) own.push(answer.body.id);
      // Refused, and then allowed before it was asked why; of locks nobody is told.
      const isAllowedNow = answer.body?.detail === 'the same row was changed at the same time';
      const key = `${method} ${answer.status} ${isAllowedNow ? 'refused' : (answer.body?.code ?? '')}`.trim();
      told.set(key, (told.get(key) ?? 0) + 1);
    }
  };
  await Promise.all([
    Promise.all(nurse.map(writer)).finally(() => {
      isOver = true;
    }),
    ...(role === 'nurse' ? Array.from({ length: patients }, (_, index) => giver(index + 1)) : []),
  ]);
}

const expected = new Set([
  'POST 201',
  'POST 403 forbidden',
  'POST 409 timeline_conflict',
  'PATCH 200',
  'PATCH 403 forbidden',
  'PATCH 404 not_found',
  'PATCH 409 timeline_conflict',
  'PATCH 409 refused',
  'PATCH 409 state_conflict',
  'DELETE 204',
  'DELETE 403 forbidden',
  'DELETE 404 not_found',
  'DELETE 409 refused',
]);

/** All versions of both, with the instants between which each was the current one. */
const versions = `
  with stays as (
    select id, patient_id, nurse_id, recorded_at, recorded_by from stay
    union all select stay_id, patient_id, nurse_id, recorded_at, recorded_by from stay_history
  ), ended as (
    select stay_id as id, patient_id, nurse_id, replaced_at, replaced_by from stay_history
  ), cares as (
    select patient_id, team, recorded_at, null as replaced_at from care
    union all select patient_id, team, recorded_at, replaced_at from care_history
  )`;

/** Rights change slowly, so that writes wait for it. */
async function serve(t: Test): Promise<TestService> {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.database.script(`
    insert into patient select from generate_series(1, ${patients});
    insert into care (patient_id, team, valid_from) select patient, 1, '2026-01-01Z' from generate_series(1, ${patients}) as patient;
    create function pause() returns trigger language plpgsql as 'begin perform pg_sleep(0.005); return null; end';
    create trigger slowly after update on care for each row execute function pause()`);
  return service;
}

test('who writes has the right at the instant of the record', async (t) => {
  const service = await serve(t);
  const told = new Map<string, number>();
  await work(service, 'nurse', told);
  t.comment(JSON.stringify([...told].sort()));
  t.same(
    [...told.keys()].filter((key) => !expected.has(key)),
    [],
    'no answer but these',
  );
  t.ok(told.get('PATCH 200') && told.get('POST 201') && told.get('POST 403 forbidden'), 'some may, and some may not');
  const without = (rows: string, by: string, at: string) => `${versions}
    select * from ${rows} as written where ${by} <> 0 and not exists (
      select from cares where cares.patient_id = written.patient_id and cares.team = 1
        and recorded_at <= written.${at} and (replaced_at is null or replaced_at > written.${at}))`;
  const { query } = service.database;
  t.same(await query(without('stays', 'recorded_by', 'recorded_at')), [], 'no version is made without the right');
  t.same(await query(without('ended', 'replaced_by', 'replaced_at')), [], 'none is replaced without it');
});

test('nobody cuts an entry that they may not change', async (t) => {
  const service = await serve(t);
  const told = new Map<string, number>();
  await work(service, 'doctor', told);
  t.comment(JSON.stringify([...told].sort()));
  t.same(
    [...told.keys()].filter((key) => !expected.has(key)),
    [],
    'no answer but these',
  );
  t.ok(told.get('POST 409 timeline_conflict') && told.get('POST 201'), 'some may, and some may not');
  const others = await service.database.query(`${versions} select * from ended where replaced_by <> nurse_id`);
  t.same(others, [], 'a version is replaced by who may replace it');
});
