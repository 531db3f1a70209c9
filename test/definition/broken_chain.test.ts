import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What may be wrong with a chain of timelines.

const right = {
  'service.yaml': 'service: Test\n',
  'point.yaml': `resource: point
fields:
  name: { type: text }
  near_ids: { type: array, of: { type: reference, to: area }, on_delete: clear, default: [] }
relations:
  area: { resource: point_area, by: point_id }
  tag: { resource: tag, by: point_id }
`,
  'tag.yaml': 'resource: tag\nfields:\n  point_id: { type: reference, to: point }\n',
  'area.yaml': `resource: area
fields:
  name: { type: text }
relations:
  zone: { resource: area_zone, by: area_id }
`,
  'zone.yaml': 'resource: zone\nfields:\n  name: { type: text }\n',
  'point_area.yaml': `resource: point_area
temporal: { timeline: point_id }
fields:
  point_id: { type: reference, to: point }
  area_id: { type: reference, to: area }
  note: { type: text, nullable: true }
  code: { type: text, max_length: 3 }
  secret: { type: text, write_only: true }
  tags: { type: array, of: text }
`,
  'area_zone.yaml': `resource: area_zone
temporal: { timeline: area_id }
fields:
  area_id: { type: reference, to: area }
  zone_id: { type: reference, to: zone }
  note: { type: text, nullable: true }
`,
} as const;

type Files = Readonly<Record<string, string>>;

function read(files: Files) {
  return buildModel(
    new Map(Object.entries({ ...right, ...files }).map(([file, text]) => [file, Buffer.from(text)])),
    '',
  );
}

function faultsOf(files: Files): readonly string[] {
  const loaded = read(files);
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

function chain(timeline: string, fields = '  point_id: { type: reference, to: point }\n', rest = ''): Files {
  return { 'chain.yaml': `resource: chain\nview: { timeline: ${timeline} }\nfields:\n${fields}${rest}` };
}

const sound = '[point.area, area.zone]';
const twoAreas = `${right['point_area.yaml']}  former_area_id: { type: reference, to: area }\n`;

const steps: readonly [string, Files, readonly string[]][] = [
  ['a right one', chain(sound), []],
  [
    'one with a reference that it names',
    { ...chain('[point.area.former_area, area.zone]'), 'point_area.yaml': twoAreas },
    [],
  ],
  [
    'an unknown resource',
    chain('[pont.area, area.zone]'),
    ['chain.yaml:2:20: there is no resource pont; expected the name of a resource in this folder; did you mean point?'],
  ],
  [
    'a view',
    chain('[chain.area, area.zone]'),
    ['chain.yaml:2:20: chain is a view; expected a resource with rows of its own'],
  ],
  [
    'an unknown relation',
    chain('[point.aera, area.zone]'),
    ['chain.yaml:2:20: point has no relation aera; expected point.area'],
  ],
  [
    'a relation to no timeline',
    chain('[point.tag, area.zone]'),
    ['chain.yaml:2:20: point.tag does not lead to the entries of a timeline; expected point.area'],
  ],
  [
    'a relation to several',
    chain('[point.near, area.zone]'),
    ['chain.yaml:2:20: point.near does not lead to the entries of a timeline; expected point.area'],
  ],
  [
    'a resource without timelines',
    chain('[point.area, zone.name]'),
    [
      'chain.yaml:2:32: zone has no relation name; expected a relation of zone to the entries of a timeline, under "relations"',
    ],
  ],
  [
    'a step that begins elsewhere',
    chain('[area.zone, point.area]'),
    ['chain.yaml:2:31: the entries of area_zone do not refer to point; expected a step that begins at zone'],
  ],
  [
    'a timeline again',
    chain('[point.area, area.zone, area.zone]'),
    [
      'chain.yaml:2:43: the chain has the entries of area_zone already; expected each timeline once; or a view over a SELECT',
    ],
  ],
  [
    'several references',
    { ...chain(sound), 'point_area.yaml': twoAreas },
    [
      'chain.yaml:2:20: the entries of point_area refer to area by several fields; expected one of point.area.area, point.area.former_area',
    ],
  ],
  [
    'an unknown reference',
    chain('[point.area.aera, area.zone]'),
    ['chain.yaml:2:20: point_area has no reference aera; expected area'],
  ],
  [
    'a reference to another resource',
    chain('[point.area.point, area.zone]'),
    ['chain.yaml:2:20: point of point_area leads to point, and the next step begins at area; expected area'],
  ],
  [
    'an end that goes on',
    chain('[point.area, area.zone.zone]'),
    ['chain.yaml:2:32: the chain ends here, and does not go on; expected area.zone'],
  ],
  ['one step', chain('[point.area]'), ['chain.yaml:2:19: one element stands here; expected at least 2']],
  ['no list', chain('point.area'), ['chain.yaml:2:19: the text "point.area" stands here; expected a list ([a, b])']],
  [
    'no relation',
    chain('[point, area.zone]'),
    ['chain.yaml:2:20: "point" is not a step of a chain; expected <resource>.<relation>'],
  ],
  [
    'no timeline',
    {
      'chain.yaml':
        'resource: chain\nview: { timelines: [point.area, area.zone] }\nfields:\n  point_id: { type: reference, to: point }\n',
    },
    ['chain.yaml:2:9: unknown key "timelines"; expected timeline'],
  ],
];

test('the steps of a chain', async (t) => {
  for (const [rule, files, faults] of steps) t.strictSame(faultsOf(files), faults, rule);
});

const fields: readonly [string, string, readonly string[]][] = [
  [
    'those of one timeline, and of several by their long names',
    '  code: { type: text }\n  point_area_note: { type: text, nullable: true }\n  area_zone_id: { type: reference, to: area_zone }\n  point_area_id: { type: bigint }\n  tags: { type: array, of: text }\n  area_id: { type: bigint }\n',
    [],
  ],
  [
    'one of none',
    '  cod: { type: text }\n',
    [
      'chain.yaml:4:3: no timeline of the chain has a field cod; expected a field of a timeline, as <field> or <timeline>_<field>; did you mean code?',
    ],
  ],
  [
    'one of several',
    '  note: { type: text, nullable: true }\n',
    [
      'chain.yaml:4:3: several timelines of the chain have a field note; expected one of point_area_note, area_zone_note',
    ],
  ],
  [
    'one that is never shown',
    '  secret: { type: text }\n',
    [
      'chain.yaml:4:3: no timeline of the chain has a field secret; expected a field of a timeline, as <field> or <timeline>_<field>',
    ],
  ],
  [
    'another type',
    '  code: { type: integer }\n',
    ['chain.yaml:4:17: point_area.code is of type text; expected type: text'],
  ],
  [
    'another reference',
    '  area_id: { type: reference, to: zone }\n',
    ['chain.yaml:4:20: point_area.area_id is of type reference to area; expected type: reference to area or bigint'],
  ],
  [
    'another array',
    '  tags: { type: array, of: integer }\n',
    ['chain.yaml:4:17: point_area.tags is of type array of text; expected type: array of text'],
  ],
  [
    'one that may be null',
    '  point_area_note: { type: text }\n',
    ['chain.yaml:4:3: point_area.note may be null; expected nullable: true'],
  ],
  [
    'an id, and an interval of its own',
    '  id: { type: bigint }\n  valid_from: { type: datetime }\n',
    [
      'chain.yaml:4:3: the pieces of a chain have no id; expected <timeline>_id for the id of an entry',
      'chain.yaml:5:3: a chain has valid_from by itself; expected no field valid_from',
    ],
  ],
  [
    'facets of stored fields',
    '  code: { type: text, unique: true }\n',
    ['chain.yaml:4:23: a field of a view is a column of its statement; expected no "unique" here'],
  ],
  [
    'keys of tables',
    '  code: { type: text }\nhistory: true\n',
    ['chain.yaml:5:1: a view has no rows of its own; expected no "history" beside "view"'],
  ],
];

test('the fields of a chain', async (t) => {
  for (const [rule, text, faults] of fields) t.strictSame(faultsOf(chain(sound, text)), faults, rule);
});

test('a field of a chain has the type of its timeline', async (t) => {
  const loaded = read(chain(sound, '  code: { type: text }\n'));
  if (!loaded.ok) throw new Error(loaded.faults.map(formatFault).join('\n'));
  const view = loaded.model.resources.get('chain');
  t.match(view?.fields.get('code')?.type, { kind: 'text', maxLength: 3 });
  t.strictSame([...(view?.fields.keys() ?? [])], ['code', 'valid_from', 'valid_to']);
});
