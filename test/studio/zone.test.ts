import fc from 'fast-check';
import tap from 'tap';
import { readDatetime } from '../../engine/language/time/datetime.ts';
import { findZone } from '../../engine/language/time/zone.ts';
import { compareInstants, instantAt, millisecondsOf, readInstant } from '../../engine/studio/time/instant.ts';
import {
  boundWords,
  inputText,
  instantOfInput,
  instantOfLocal,
  instantWords,
  localAt,
} from '../../engine/studio/time/zone.ts';

tap.test('An instant is read as the API writes it, and as an address may have it', async (t) => {
  for (const [text, instant] of [
    ['2026-04-20T14:41:07.716034+00:00', '2026-04-20T14:41:07.716034Z'],
    ['2026-04-20T14:41:07.500000Z', '2026-04-20T14:41:07.5Z'],
    ['2026-01-31T11:00Z', '2026-01-31T11:00:00Z'],
    ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00Z'],
    ['2026-01-31T12:00:00.000001+01', '2026-01-31T11:00:00.000001Z'],
    ['2026-01-31 11:00:00.25+00', '2026-01-31T11:00:00.25Z'],
    ['2026-01-31', null],
    ['now', null],
    ['2026-99-31T11:00Z', null],
    [null, null],
  ] as const)
    t.equal(readInstant(text), instant, String(text));
});

tap.test('Instants keep their order to the microsecond, and their places on an axis', async (t) => {
  const instants = fc
    .tuple(fc.integer({ min: -62_135_596_800, max: 9_223_372_036 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([second, micro]) => ({
      micros: BigInt(second) * 1_000_000n + BigInt(micro),
      instant: readInstant(`${new Date(second * 1000).toISOString().slice(0, 19)}.${String(micro).padStart(6, '0')}Z`),
    }));
  fc.assert(
    fc.property(instants, instants, (a, b) => {
      const [first, second] = [a.instant ?? '', b.instant ?? ''];
      const order = a.micros < b.micros ? -1 : a.micros > b.micros ? 1 : 0;
      return (
        compareInstants(first, second) === order &&
        Math.abs(millisecondsOf(first) - Number(a.micros) / 1000) < 0.01 &&
        readDatetime(first).ok
      );
    }),
  );
  t.equal(instantAt(Date.UTC(2024, 4, 3, 12, 5, 0, 250)), '2024-05-03T12:05:00.25Z');
  t.equal(instantAt(1e18), '9999-12-31T23:59:59Z', 'what the service takes has an end');
});

const zones = ['Europe/Oslo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Sao_Paulo', 'UTC'];

tap.test('A local time means what it means to the service, at every change of the clocks', async () => {
  const local = fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2037, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), local, (zone, at) => instantOfLocal(at, zone) === findZone(zone)?.(at)),
  );
  const changes = zones.flatMap((zone) => changesOf(zone, 2015, 2020).map((change) => ({ zone, change })));
  const minute = fc.integer({ min: -200, max: 200 });
  fc.assert(
    fc.property(fc.constantFrom(...changes), minute, ({ zone, change }, minutes) => {
      const at = localAt(change, zone) + minutes * 60_000;
      return instantOfLocal(at, zone) === findZone(zone)?.(at);
    }),
    { numRuns: 500 },
  );
});

/** When the clocks of a zone change, found by looking at each half hour. */
function changesOf(zone: string, from: number, to: number): readonly number[] {
  const step = 1_800_000;
  const found = [];
  for (let at = Date.UTC(from, 0); at < Date.UTC(to, 0); at += step * 48)
    if (localAt(at, zone) - at !== localAt(at + step * 48, zone) - (at + step * 48))
      for (let near = at; near < at + step * 48; near += step)
        if (localAt(near, zone) - near !== localAt(near + step, zone) - (near + step)) found.push(near + step);
  return found;
}

tap.test('A date and a time that somebody enters are of the zone of the service', async (t) => {
  for (const [text, instant] of [
    ['2024-05-03T14:05', '2024-05-03T12:05:00Z'],
    ['2024-05-03T14:05:09', '2024-05-03T12:05:09Z'],
    ['2026-03-29T02:30', '2026-03-29T01:30:00Z'],
    ['2026-10-25T02:30', '2026-10-25T01:30:00Z'],
    ['2024-05-03', null],
    ['', null],
  ] as const)
    t.equal(instantOfInput(text, 'Europe/Oslo'), instant, text);
  t.equal(inputText('2024-12-31T23:30:00.25Z', 'Europe/Oslo'), '2025-01-01T00:30:00');
});

tap.test('An instant is said by the clocks of the zone', async (t) => {
  t.equal(instantWords('2024-05-03T12:05:00Z', 'Europe/Oslo'), '3 May 2024 14:05');
  t.equal(instantWords('2024-05-03T12:05:09.7Z', 'Europe/Oslo'), '3 May 2024 14:05:09');
  t.equal(boundWords('2024-04-30T22:00:00Z', 'Europe/Oslo'), '1 May 2024');
  t.equal(boundWords('2024-04-30T22:00:00Z', 'UTC'), '30 Apr 2024 22:00');
});
