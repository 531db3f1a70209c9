import { test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { testService } from '../http/service.ts';
import { almanac } from './process.ts';

test('the matrix of roles and resources', async (t) => {
  const { code, stdout } = await almanac(['access', 'test/access']);
  t.equal(code, 0);
  const lines = stdout.trim().split('\n');
  t.equal(lines.at(-1), 'Scopes alone decide: event', 'what has no rules is named');
  const rows = lines.slice(0, -1).map((line) => line.split(/ {2,}/));
  t.strictSame(rows[0], ['resource', 'role', 'read', 'create', 'update', 'delete']);
  const fields = rows.filter(([resource]) => resource?.includes('.'));
  t.equal(
    rows.length - fields.length,
    1 + 7 * 3,
    'three roles with three resources, their histories, and subscription',
  );
  t.equal(fields.length, 3 * 2 * 3, 'and with three fields');
  t.strictSame(
    fields.filter(([field]) => field === 'doctor.phone').map(([, ...rules]) => rules),
    [
      ['doctor', 'all', 'all', 'all'],
      ['patient', 'nothing', 'nothing', 'nothing'],
      ['clerk', 'all', 'nothing', 'nothing'],
    ],
  );
  const treatment = rows.find(([resource, role]) => resource === 'treatment' && role === 'doctor');
  const own = 'doctor_id=eq.{doctor_id}';
  t.strictSame(treatment, ['treatment', 'doctor', own, own, `${own}&kind=neq.surgery`, own]);
  t.strictSame(JSON.parse((await almanac(['access', '--json', 'test/access'])).stdout)[0], {
    resource: 'doctor',
    role: 'doctor',
    rules: { read: 'all', create: 'nothing', update: 'id=eq.{doctor_id}', delete: 'nothing' },
  });
  const moments = t.testdir({
    'service.yaml': 'service: Moments\nroles: [clerk]\n',
    'unit.yaml':
      'resource: unit\nfields: { name: { type: text } }\naccess: { clerk: { read: all, update: { before: name=eq.a, after: name=neq.b } } }\n',
  });
  t.match(await almanac(['access', moments]), {
    code: 0,
    stdout: /all +nothing +before: name=eq.a, after: name=neq.b +nothing/,
  });
  const past = t.testdir({
    'service.yaml': 'service: Moments\nroles: [clerk, guest]\n',
    'unit.yaml':
      'resource: unit\nhistory: true\nfields: { name: { type: text } }\naccess:\n  clerk: { read: all, history: { then: name=eq.a, present: name=neq.b } }\n  guest: { read: all, history: nothing }\n',
  });
  t.match(await almanac(['access', past]), {
    code: 0,
    stdout:
      /^unit_history +clerk +then: name=eq.a, present: name=neq.b +nothing.*\nunit_history +guest +nothing +nothing/m,
  });
  t.match(await almanac(['access', 'test/five_lines']), { code: 0, stdout: /scopes alone decide/ });
});

test('why a role sees a row, or does not', async (t) => {
  const { database } = await testService(t, 'test/access');
  await database.database.script(`
    insert into doctor (name) values ('Ada'), ('Bo');
    insert into patient (name, number) values ('Per', 'p1');
    insert into treatment (patient_id, doctor_id, kind, valid_from) values (1, 1, 'surgery', '2026-01-01Z');
    insert into patient (name, number) values ('Kari', 'p2');
    insert into treatment (patient_id, doctor_id, kind, valid_from) values (2, 1, 'surgery', '2026-01-01Z');
    update treatment set valid_from = null where patient_id = 2;
  `);
  while ((await sequence(database.database)) > 0);
  const environment = { DATABASE_URL: database.url, ALMANAC_RESOURCES: 'test/access' };
  const explained: readonly (readonly [options: readonly string[], lines: readonly string[]])[] = [
    [
      ['treatment/1', '--role', 'doctor', '--claim', 'doctor_id=1'],
      [
        'treatment/1, to the role doctor:',
        'read: yes',
        '  holds: doctor_id=eq.{doctor_id}',
        'update: no',
        '  holds: doctor_id=eq.{doctor_id}',
        '  does not hold: kind=neq.surgery',
        '  does not hold: doctor_id=eq.{doctor_id}&kind=neq.surgery',
        'delete: yes',
        '  holds: doctor_id=eq.{doctor_id}',
      ],
    ],
    [
      ['patient/1', '--role', 'patient', '--claim', 'patient_id=2'],
      [
        'patient/1, to the role patient:',
        'read: no',
        '  does not hold: id=eq.{patient_id}',
        'update: no (no row)',
        'delete: no (no row)',
      ],
    ],
    [
      ['patient/1'],
      ['patient/1, to a caller without a role:', 'read: no (no row)', 'update: no (no row)', 'delete: no (no row)'],
    ],
    [['patient/9', '--role', 'clerk'], ['There is no patient/9.']],
    [
      ['treatment/2', '--role', 'clerk'],
      ['treatment/2 was deleted. It is no longer on its timeline, and only the history shows it.'],
    ],
    [
      ['event/1', '--role', 'clerk'],
      ['event/1, to the role clerk:', 'read: yes', '  holds: they may read the version that it is about'],
    ],
    [
      ['event/3', '--role', 'patient', '--claim', 'patient_id=2'],
      ['event/3, to the role patient:', 'read: no', '  does not hold: they may read the version that it is about'],
    ],
  ];
  for (const [options, lines] of explained) {
    const { code, stdout, stderr } = await almanac(['access', '--row', ...options], environment);
    t.strictSame([code, stderr], [0, ''], options.join(' '));
    t.strictSame(stdout.trim().split('\n'), lines, options.join(' '));
  }
  t.match(await almanac(['access', '--row', 'patient/1', '--role', 'nurse'], environment), {
    code: 1,
    stderr: /doctor, patient, clerk/,
  });
  t.match(await almanac(['access', '--row', 'nothing/1'], environment), { code: 1 });
  t.match(await almanac(['access', '--row', 'patient/1', '--claim', 'patient=1'], environment), {
    code: 1,
    stderr: /there is no claim patient in rules; expected identity, doctor_id, patient_id/,
  });
  t.match(await almanac(['access', '--row', 'party/1'], { ...environment, ALMANAC_RESOURCES: 'resources' }), {
    code: 1,
    stderr: /the tables do not fit the definitions .*; run almanac migrate, or almanac serve/,
  });
  t.equal((await almanac(['access', '--row', 'patient'], environment)).code, 2);
  t.equal((await almanac(['access', '--claim', 'x'], environment)).code, 2);
});
