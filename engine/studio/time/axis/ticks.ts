import { scaleUtc } from 'd3-scale';
import { type Instant, instantAt, millisecondsOf } from '../instant.ts';
import { instantOfLocal, instantWords, localAt, months } from '../zone.ts';
import type { Axis } from './scale.ts';

/** A mark of an axis. */
export interface Tick {
  readonly place: number;
  readonly label: string;
  /** Whether a year begins, or a day among hours. */
  readonly isMain: boolean;
}

/** The marks of an axis at round times by the clocks of a zone, about one for each `room` pixels. */
export function ticksOf(axis: Axis, zone: string, room: number): readonly Tick[] {
  const [from, to] = [axis.at(0), axis.at(axis.length)].map((each) => localAt(clamped(each), zone)) as [number, number];
  const locals = scaleUtc([from, to], [0, axis.length])
    .ticks(Math.max(Math.floor(axis.length / room), 2))
    .map((date) => date.getTime());
  const [first, second] = locals;
  const step = first === undefined || second === undefined ? to - from : second - first;
  return locals.map((local, index) => ({
    place: axis.place(instantOfLocal(local, zone)),
    ...labelOf(local, step, index === 0),
  }));
}

interface Down {
  readonly zone: string;
  /** Where each change has its mark; null for round times. */
  readonly changes: readonly Instant[] | null;
}

/**
 * The marks of an axis that runs down, at round times or at changes that are apart. A mark says its day, or its time where
 * the mark before it says the day.
 */
export function downTicksOf(axis: Axis, { zone, changes }: Down): readonly Omit<Tick, 'isMain'>[] {
  const places =
    changes?.map((each) => axis.place(millisecondsOf(each))) ?? ticksOf(axis, zone, 48).map(({ place }) => place);
  const apart: Omit<Tick, 'isMain'>[] = [];
  let lastDay = '';
  for (const [index, place] of places.entries()) {
    if (place < -1 || place > axis.length + 1 || place - (apart.at(-1)?.place ?? -room) < room) continue;
    const words = instantWords(changes?.[index] ?? instantAt(axis.at(place)), zone);
    const [day, clock] = [words.slice(0, words.lastIndexOf(' ')), words.slice(words.lastIndexOf(' ') + 1)];
    apart.push({ place, label: day === lastDay ? clock : day });
    lastDay = day;
  }
  return apart;
}

/** In pixels: the height of a line of text. */
const room = 18;

/** What `Date` knows. */
function clamped(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, -62_135_596_800_000), 253_402_300_799_000);
}

/** The part of a local time that tells it from its neighbours. The first mark says the rest, too. */
function labelOf(local: number, step: number, isFirst: boolean): Pick<Tick, 'label' | 'isMain'> {
  const date = new Date(local);
  const [year, month, day] = [String(date.getUTCFullYear()), months[date.getUTCMonth()], date.getUTCDate()];
  const isYear = day === 1 && date.getUTCMonth() === 0;
  if (step > 300 * dayLength) return { label: year, isMain: isYear };
  if (step > 25 * dayLength) return { label: isYear || isFirst ? `${month} ${year}` : `${month}`, isMain: isYear };
  if (step >= dayLength) {
    const isMain = day === 1 || isFirst;
    return { label: isMain ? `${day} ${month} ${year}` : `${day} ${month}`, isMain: day === 1 };
  }
  const clock = date.toISOString().slice(11, step < 60_000 ? 19 : 16);
  const isMidnight = local % dayLength === 0;
  return { label: isMidnight || isFirst ? `${day} ${month} ${clock}` : clock, isMain: isMidnight };
}

const dayLength = 86_400_000;
