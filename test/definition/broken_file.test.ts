import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What is reported of files: fields whose values are uploaded.

/** Units; each case gives the rest of them, from line 4 on. */
function reported(...lines: readonly string[]): readonly string[] {
  const files = {
    'service.yaml': 'service: Test\nroles: [reader]\n',
    'unit.yaml': ['resource: unit', 'fields:', '  name: { type: text }', ...lines, ''].join('\n'),
  };
  const loaded = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

const cases: readonly (readonly [lines: readonly string[], faults: readonly string[]])[] = [
  [['  scan: { type: file }'], []],
  [['  scan: { type: file, media_types: [application/pdf, image/*], max_bytes: 0, nullable: true }'], []],
  [['  scan: { type: file, update: false }'], []],
  [['  scan: { type: file }', 'checks: [{ that: scan=not.is.null, message: A scan. }]'], []],
  [
    ['  scan: { type: file, default: x }'],
    [
      'unit.yaml:4:32: the default does not fit the field: a file is uploaded to a row, and a definition cannot have one',
    ],
  ],
  [
    ['  scan: { type: file, default: generated }'],
    [
      'unit.yaml:4:32: the default generated is for fields of type uuid, and this one is of type file; expected a value',
    ],
  ],
  [
    ['  scan: { type: file, default: { number: "{00}" } }'],
    ['unit.yaml:4:32: numbers are counted in fields of type text, and this one is of type file; expected a value'],
  ],
  [
    ['  scan: { type: file, backfill: x }'],
    [
      'unit.yaml:4:33: the backfill does not fit the field: a file is uploaded to a row, and a definition cannot have one',
    ],
  ],
  [
    ['  scan: { type: file, example: x }'],
    [
      'unit.yaml:4:32: the example does not fit the field: a file is uploaded to a row, and a definition cannot have one',
    ],
  ],
  [
    ['  scan: { type: file, unique: true }'],
    ['unit.yaml:4:31: scan is of type file, which has no order; expected a field of a scalar type'],
  ],
  [
    ['  scan: { type: file, nullable: false }'],
    [
      'unit.yaml:4:33: a file is uploaded to a row that exists, so it cannot be required; expected no nullable; a check such as or=(status.neq.active,scan.not.is.null)',
    ],
  ],
  [
    ['  scan: { type: file, create: true }'],
    ['unit.yaml:4:23: a file is uploaded to a row that exists, so a create cannot send it; expected no create'],
  ],
  [
    ['  scan: { type: file, media_types: [] }'],
    ['unit.yaml:4:36: an empty list stands here; expected at least one element'],
  ],
  [
    ['  scan: { type: file, media_types: [pdf] }'],
    [
      'unit.yaml:4:37: "pdf" is not a media type; expected a media type such as application/pdf or image/*, in small letters',
    ],
  ],
  [
    ['  scan: { type: file, media_types: ["*/*"] }'],
    [
      'unit.yaml:4:37: "*/*" is not a media type; expected a media type such as application/pdf or image/*, in small letters',
    ],
  ],
  [['  scan: { type: file, max_bytes: -1 }'], ['unit.yaml:4:34: -1 is too small; expected at least 0']],
  [
    ['  scan: { type: array, of: { type: file } }'],
    [
      'unit.yaml:4:36: there is no type "file"; expected one of text, boolean, integer, bigint, decimal, date, datetime, time, integer_range, decimal_range, date_range, uuid, enum, reference',
    ],
  ],
  [
    ['  history: { type: file }'],
    ['unit.yaml:4:3: history cannot name a file: history is another link of a row; expected another name'],
  ],
  [
    ['  scan: { type: file }', 'indexes: [[scan]]'],
    ['unit.yaml:5:12: scan is of type file, which has no order; expected a field of a scalar type'],
  ],
  [
    ['  scan: { type: file }', 'unique: [[name, scan]]'],
    ['unit.yaml:5:17: scan is of type file, which has no order; expected a field of a scalar type'],
  ],
  [
    ['  scan: { type: file }', 'temporal: { timeline: scan }'],
    [
      "unit.yaml:5:23: the timeline's first field scan is of type file; expected a field of type reference, whose row is what writers of the timeline queue on",
    ],
  ],
  [
    ['  scan: { type: file }', "checks: [{ that: 'scan=eq.a', message: A scan. }]"],
    ['unit.yaml:5:19: the operator eq does not apply to scan, of type file; expected is'],
  ],
  [
    ['  scan: { type: file }', "checks: [{ that: 'scan->>name=eq.a', message: A scan. }]"],
    ['unit.yaml:5:26: scan is of type file, and holds no JSON; expected a field of type json or array before ->'],
  ],
  [
    ['  scan: { type: file }', 'search: { fields: [scan] }'],
    ['unit.yaml:5:20: scan is of type file, which has no order; expected a field of a scalar type'],
  ],
];

test('files', (t) => {
  for (const [lines, faults] of cases) t.strictSame(reported(...lines), faults, lines.join(' '));
  t.end();
});
