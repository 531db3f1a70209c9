import fc from 'fast-check';
import tap from 'tap';
import { ascending } from '../../engine/studio/time/bar/instants.ts';
import { nearestStop, tickPath, trackOf } from '../../engine/studio/time/bar/track.ts';
import { type Instant, instantAt } from '../../engine/studio/time/instant.ts';

const now = Date.parse('2026-01-01');
const instants = fc
  .array(fc.integer({ min: Date.parse('2000-01-01'), max: now }), { maxLength: 40 })
  .map((all): readonly Instant[] => ascending(all.map(instantAt)));

tap.test('Stops lie on the track in their order, and each is the nearest one to its own place', async () => {
  fc.assert(
    fc.property(instants, fc.constantFrom('now', 'open'), (all, end) => {
      const track = trackOf(all, now, end);
      const places = track.stops.map(({ place }) => place);
      return (
        places.every((place, index) => place >= 0 && place <= 1 && place >= (places[index - 1] ?? 0)) &&
        places.every((place) => nearestStop(track, place)?.place === place)
      );
    }),
  );
});

tap.test('Record time ends with a stop for now; valid time has now between its instants', async (t) => {
  const all = ['2020-01-01T00:00:00Z', '2024-01-01T00:00:00Z'];
  const recorded = trackOf(all, now, 'now');
  t.same(recorded.stops.at(-1), { instant: null, place: 1 });
  t.equal(recorded.rest, 1);
  const valid = trackOf([...all, '2032-01-01T00:00:00Z'], now, 'open');
  t.equal(valid.stops.length, 3);
  t.ok(Math.abs(valid.rest - 0.5) < 0.001, 'six of twelve years have gone by');
  t.equal(nearestStop(trackOf([], now, 'open'), 0.5), undefined);
  const toCome = trackOf(['2030-01-01T00:00:00Z', '2034-01-01T00:00:00Z'], now, 'open');
  t.equal(toCome.rest, 0, 'before all that is to come');
  t.ok(Math.abs((toCome.stops[0]?.place ?? 0) - 0.5) < 0.001);
});

tap.test('Two thousand changes within a day have no more ticks than the track has places', async (t) => {
  const many = Array.from({ length: 2000 }, (_, index) => instantAt(now + index * 1000));
  t.ok(tickPath(trackOf(many, now, 'now')).length < 6000);
});
