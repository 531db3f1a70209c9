import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { test } from 'tap';
import { parse } from 'yaml';
import { fitsOf } from '../../engine/definition/file/fit.ts';
import { type Files, readFiles } from '../../engine/definition/file/read.ts';
import { languageSchema } from '../../engine/feature/load.ts';

const kinds = ['resource', 'service'] as const;

const ajv = new Ajv2020({ strictTypes: false, validateSchema: false });
ajv.addSchema(languageSchema, 'language');

/** Of each kind of file: what ajv says, and what is said without it. */
const judges = kinds.map((kind) => ({
  ajv: ajv.compile({ $ref: `language#/$defs/${kind}` }),
  fits: fitsOf(languageSchema)({ $ref: `#/$defs/${kind}` }),
}));

const folders: readonly Files[] = await Promise.all(['resources', 'test/library', 'test/register'].map(readFiles));
const files = folders.flatMap((folder) =>
  [...folder].flatMap(([name, bytes]) => (name.endsWith('.yaml') ? [Buffer.from(bytes).toString()] : [])),
);

/** The parts of a file that can be changed: maps and lists, with the key of each part of them. */
function partsOf(value: unknown): readonly (readonly [around: Record<string, unknown>, key: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const around = value as Record<string, unknown>;
  return Object.keys(around).flatMap((key) => [[around, key] as const, ...partsOf(around[key])]);
}

const words = [...new Set(files.flatMap((text) => text.match(/[\w.]+/g) ?? []))];
const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e21,
    Number.POSITIVE_INFINITY,
    '',
    'P1M',
    '__proto__',
    '🙂'.repeat(40),
  ),
  fc.constantFrom(...words),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...words), scalar, { maxKeys: 3, noNullPrototype: true }),
);

test('a file fits the language where ajv says so, and nowhere else', (t) => {
  const counts = { fits: 0, misfits: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.array(
        fc.tuple(fc.nat(), fc.constantFrom('replace', 'add', 'remove', 'rename'), value, fc.constantFrom(...words)),
        {
          maxLength: 2,
        },
      ),
      (text, changes) => {
        const content: unknown = parse(text);
        for (const [at, change, other, name] of changes) {
          const parts = partsOf(content);
          const [around = {}, key = ''] = parts[at % parts.length] ?? [];
          if (change === 'replace') around[key] = other;
          else if (change === 'add' && Array.isArray(around)) around.push(other);
          else if (change === 'add') around[name] = other;
          else {
            if (change === 'rename' && !Array.isArray(around)) around[name] = around[key];
            if (Array.isArray(around)) around.splice(Number(key), 1);
            else delete around[key];
          }
        }
        for (const judge of judges) {
          const isRight = judge.ajv(content);
          counts[isRight ? 'fits' : 'misfits'] += 1;
          if (judge.fits(content) !== isRight) return false;
        }
        return true;
      },
    ),
    { numRuns: process.env.ALMANAC_LONG ? 30_000 : 2_000 },
  );
  t.ok(counts.fits > 500 && counts.misfits > 500, `of both many: ${JSON.stringify(counts)}`);
  t.end();
});
