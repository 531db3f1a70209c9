import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Test, test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { testService } from '../http/service.ts';
import { almanac, temporaryFolder } from './process.ts';

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
  const moments = folderOf(t, {
    'service.yaml': 'service: Moments\nroles: [clerk]\n',
    'unit.yaml':
      'resource: unit\nfields: { name: { type: text } }\naccess: { clerk: { read: all, update: { before: name=eq.a, after: name=neq.b } } }\n',
  });
  t.match(await almanac(['access', moments]), {
    code: 0,
    stdout: /all +nothing +before: name=eq.a, after: name=neq.b +nothing/,
  });
  const past = folderOf(t, {
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
        '  holds: doctor_id=eq.{doctor_id} (doctor_id is 1, {doctor_id} is 1)',
        'update: no',
        '  holds: doctor_id=eq.{doctor_id} (doctor_id is 1, {doctor_id} is 1)',
        '  does not hold: kind=neq.surgery (kind is surgery)',
        '  does not hold: doctor_id=eq.{doctor_id}&kind=neq.surgery',
        'delete: yes',
        '  holds: doctor_id=eq.{doctor_id} (doctor_id is 1, {doctor_id} is 1)',
      ],
    ],
    [
      ['patient/1', '--role', 'patient', '--claim', 'patient_id=2'],
      [
        'patient/1, to the role patient:',
        'read: no',
        '  does not hold: id=eq.{patient_id} (id is 1, {patient_id} is 2)',
        'update: no (no row)',
        'delete: no (no row)',
      ],
    ],
    [
      ['patient/1'],
      [
        'patient/1, to a caller without a role:',
        'read: no (no row)',
        'update: no (no row)',
        'delete: no (no row)',
        'field note: not shown',
      ],
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
  t.match(await almanac(['access', '--row', 'party/1'], { ...environment, ALMANAC_RESOURCES: 'test/register' }), {
    code: 1,
    stderr: /the tables do not fit the definitions .*; run almanac migrate, or almanac serve/,
  });
  t.equal((await almanac(['access', '--row', 'patient'], environment)).code, 2);
  t.equal((await almanac(['access', '--claim', 'x'], environment)).code, 2);
});

// One unit, held by party 1 until today and by party 2 from then on.
const units = {
  'service.yaml': `
    service: Units
    roles: [holder, owner, clerk, guest]
    claims: { others: { party_id: party_id, party_type: party_type } }
    acts_for: { claim: party_id, through: membership, identity: identity_id }
    rules: { held: { of: unit, that: 'holder.party_id=eq.{party_id}&holder.valid_at=now' } }`,
  'party.yaml': `
    resource: party
    fields: { type: { type: text } }`,
  'identity.yaml': `
    resource: identity
    fields: { subject: { type: text, unique: true }, party_id: { type: reference, to: party, nullable: true } }`,
  'membership.yaml': `
    resource: membership
    fields: { identity_id: { type: reference, to: identity }, party_id: { type: reference, to: party } }`,
  'holder.yaml': `
    resource: holder
    temporal: { timeline: unit_id }
    fields: { unit_id: { type: reference, to: unit }, party_id: { type: reference, to: party } }`,
  'device.yaml': `
    resource: device
    fields: { unit_id: { type: reference, to: unit }, name: { type: text } }
    access:
      holder: { read: unit=rule.held }
      clerk: { read: unit=visible }`,
  'unit.yaml': `
    resource: unit
    history: true
    fields:
      number: { type: bigint }
      opened_on: { type: date }
      due_on: { type: date }
      limit_on: { type: date, nullable: true }
      note: { type: text, nullable: true, access: { clerk: { read: 'number=gt.7' }, owner: read } }
    relations: { holder: { resource: holder, by: unit_id }, device: { resource: device, by: unit_id } }
    access:
      guest:
        read: 'count(holder(party_id=eq.{party_id}&valid_at=now))=gte.1&count(holder)=gte.1'
        update: { before: 'max(holder.valid_from)=lt.now', after: 'or=(sum(device(name=eq.Boiler).id).gte.$number,min(device(name=eq.Fan).id).not.is.null)' }
      holder:
        read: holder.party_id=eq.{party_id}&holder.valid_at=now
        update: { before: due_on=lt.$opened_on, after: opened_on=gte.today-P14D }
        delete: 'or=(number.eq.1,holder.party_id.in.$holder.party_id)'
        history: { then: 'holder.party_id=eq.{party_id}&holder.validity=cs.now', present: '{party_type}=eq.organisation' }
      owner: { read: '{identity.party.type}=eq.organisation&{party_type}=not.is.null', update: limit_on=gt.$due_on }
      clerk: { read: number=lt.9007199254740994 }`,
};

const instant = '[0-9-]{10}T[0-9:.]+\\+00:00';

test('with the values that decide', async (t) => {
  const folder = folderOf(t, units);
  const { database } = await testService(t, folder);
  await database.database.script(`
    insert into party (type) values ('organisation'), ('person');
    insert into identity (subject, party_id) values ('a', 1), ('b', 2);
    insert into membership (identity_id, party_id) values (1, 1);
    insert into unit (number, opened_on, due_on, note) values (9007199254740993, '2026-01-01', '2026-02-01', 'x');
    insert into device (unit_id, name) values (1, 'Boiler');
    insert into holder (unit_id, party_id, valid_from, valid_to) values (1, 1, '2020-01-01Z', '2021-01-01Z'), (1, 2, '2021-01-01Z', null);
  `);
  const environment = { DATABASE_URL: database.url, ALMANAC_RESOURCES: folder };
  const member = ['--claim', 'party_id=1', '--claim', 'identity=1'];
  const isMember = ['every request: yes', '  holds: the identity 1 has a membership with party_id 1'];
  const explained: readonly (readonly [options: readonly string[], lines: readonly string[]])[] = [
    [
      ['unit/1', '--role', 'holder', ...member],
      [
        'unit/1, to the role holder:',
        ...isMember,
        'read: no',
        '  holds: holder.party_id=eq.{party_id} ({party_id} is 1)',
        `  holds: holder.valid_at=now (now is <instant>)`,
        '  does not hold: holder.party_id=eq.{party_id}&holder.valid_at=now',
        'update: no',
        '  does not hold: due_on=lt.$opened_on (due_on is 2026-02-01, $opened_on is 2026-01-01)',
        '  must hold after the change, and does not hold now: opened_on=gte.today-P14D (opened_on is 2026-01-01, today-P14D is <day>)',
        'delete: no',
        '  holds: or=(number.eq.1,holder.party_id.in.$holder.party_id) (number is 9007199254740993, $holder.party_id is [1, 2])',
        'history: no',
        '  of the current version, holds: holder.party_id=eq.{party_id} ({party_id} is 1)',
        '  of the current version, holds: holder.validity=cs.now (now is <instant>)',
        '  of the current version, does not hold: holder.party_id=eq.{party_id}&holder.validity=cs.now',
        '  at present, does not hold: {party_type}=eq.organisation ({party_type} is missing)',
        'field note: not shown',
      ],
    ],
    [
      ['unit/1', '--role', 'owner', '--claim', 'party_id=1', '--claim', 'identity=2', '--claim', 'party_type=x'],
      [
        'unit/1, to the role owner:',
        'every request: no',
        '  does not hold: the identity 2 has a membership with party_id 1',
        'read: no',
        '  does not hold: {identity.party.type}=eq.organisation ({identity.party.type} is person)',
        '  holds: {party_type}=not.is.null ({party_type} is x)',
        '  does not hold: {identity.party.type}=eq.organisation&{party_type}=not.is.null',
        'update: no',
        '  does not hold: limit_on=gt.$due_on (limit_on is null, $due_on is 2026-02-01)',
        'delete: no (no row)',
        'field note: read only',
      ],
    ],
    [
      ['unit/1', '--role', 'clerk'],
      [
        'unit/1, to the role clerk:',
        'read: yes',
        '  holds: number=lt.9007199254740994 (number is 9007199254740993)',
        'update: no (no row)',
        'delete: no (no row)',
        'field note: shown',
        '  holds: number=gt.7 (number is 9007199254740993)',
      ],
    ],
    [
      ['device/1', '--role', 'holder', ...member],
      [
        'device/1, to the role holder:',
        ...isMember,
        'read: no',
        '  does not hold: unit=rule.held (unit_id is 1, {party_id} is 1, now is <instant>)',
        'update: no (no row)',
        'delete: no (no row)',
      ],
    ],
    [
      ['device/1', '--role', 'clerk'],
      [
        'device/1, to the role clerk:',
        'read: yes',
        '  holds: unit=visible (unit_id is 1)',
        'update: no (no row)',
        'delete: no (no row)',
      ],
    ],
    [
      ['unit/1', '--role', 'guest', ...member],
      [
        'unit/1, to the role guest:',
        ...isMember,
        'read: no',
        '  does not hold: count(holder(party_id=eq.{party_id}&valid_at=now))=gte.1 (count(holder(party_id=eq.{party_id}&valid_at=now)) is 0, {party_id} is 1, now is <instant>)',
        '  holds: count(holder)=gte.1 (count(holder) is 2)',
        '  does not hold: count(holder(party_id=eq.{party_id}&valid_at=now))=gte.1&count(holder)=gte.1',
        'update: no',
        '  holds: max(holder.valid_from)=lt.now (max(holder.valid_from) is <instant>, now is <instant>)',
        '  must hold after the change, and does not hold now: or=(sum(device(name=eq.Boiler).id).gte.$number,min(device(name=eq.Fan).id).not.is.null) (sum(device(name=eq.Boiler).id) is 1, $number is 9007199254740993, min(device(name=eq.Fan).id) is null)',
        'delete: no (no row)',
        'field note: not shown',
      ],
    ],
  ];
  for (const [options, lines] of explained) {
    const { code, stdout, stderr } = await almanac(['access', '--row', ...options], environment);
    t.strictSame([code, stderr], [0, ''], options.join(' '));
    const stable = stdout
      .replaceAll(new RegExp(instant, 'g'), '<instant>')
      .replace(/P14D is [0-9-]{10}/, 'P14D is <day>');
    t.strictSame(stable.trim().split('\n'), lines, options.join(' '));
  }
  const { stdout } = await almanac(['access', '--json', '--row', 'unit/1', '--role', 'holder', ...member], environment);
  t.match(stdout, /"number": 9007199254740993,\s+"\$holder.party_id": \[/, 'with all digits');
  const { operations, membership } = JSON.parse(stdout);
  t.match(membership, { holds: true });
  t.match(operations[0].parts[0], {
    rule: 'holder.party_id=eq.{party_id}',
    holds: true,
    values: { '{party_id}': 1 },
  });
  t.match(operations[1].afterwards[0].values, { opened_on: '2026-01-01', 'today-P14D': /^[0-9-]{10}$/ });
  t.match(operations[3], { operation: 'history', parts: [{ of: 'then' }, { of: 'then' }, {}, { of: 'present' }] });
});

function folderOf(t: Test, files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(t);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}
