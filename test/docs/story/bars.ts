import type { Entry } from './pictures.ts';
import { colourOf, dayOf, daysOf, fitting, legend, picture } from './scale.ts';

const [left, right, top, barHeight, rowHeight] = [210, 770, 20, 22, 30];

/** Who held what when: a line for each thing, more where its entries overlap, with time to the right. */
export function barsPicture(entries: readonly Entry[], words: string): string {
  const days = daysOf(entries.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
  const step = (right - left) / days.length;
  const x = (instant: string | null) =>
    instant === null ? right : left + days.findIndex((each) => each.join(' ') === dayOf(instant).join(' ')) * step;
  const rows = rowsOf(entries);
  const names = entries.map(({ name }) => name);
  const bottom = top + rows.length * rowHeight;
  const bar = ({ name, to }: Entry, y: number, from: number, end: number) => {
    const colour = colourOf(name, names);
    const shape =
      to === null
        ? `M${round(from)} ${y}H${round(end - 8)}l8 ${barHeight / 2}l-8 ${barHeight / 2}H${round(from)}Z`
        : `M${round(from)} ${y}H${round(end)}V${y + barHeight}H${round(from)}Z`;
    const text = fitting(name, end - from);
    return `<path d="${shape}" fill="${colour}" stroke="#ffffff"/>${text === '' ? '' : `<text class="name" x="${round(from + 7)}" y="${y + 15}">${text}</text>`}`;
  };
  const bars = rows.flatMap(({ lane, held }, at) => {
    const y = top + at * rowHeight;
    const label =
      rows[at - 1]?.lane === lane ? [] : [`<text class="lane" x="${left - 12}" y="${y + 15}">${lane}</text>`];
    return [...label, ...held.map((entry) => bar(entry, y, x(entry.from), x(entry.to)))];
  });
  const axis = days.flatMap(([day, year], at) => {
    const place = round(left + at * step);
    return [
      `<path d="M${place} ${top - 6}V${bottom + 4}" stroke="#cbd5e1" stroke-dasharray="3 3"/>`,
      `<text class="day" x="${place}" y="${bottom + 18}">${day}</text><text class="day" x="${place}" y="${bottom + 32}">${year}</text>`,
    ];
  });
  return picture({ width: 790, height: bottom + 70, words }, [...axis, ...bars, ...legend(names, bottom + 58)]);
}

/** Entries that overlap have rows of their own below their lane's first one. */
function rowsOf(entries: readonly Entry[]): readonly { readonly lane: string; readonly held: readonly Entry[] }[] {
  return [...Map.groupBy(entries, ({ lane }) => lane)].flatMap(([lane, all]) => {
    const rows: Entry[][] = [];
    for (const entry of all) {
      const row = rows.find((each) => each.every((other) => !overlap(entry, other)));
      if (row === undefined) rows.push([entry]);
      else row.push(entry);
    }
    return rows.map((held) => ({ lane, held }));
  });
}

function overlap(one: Entry, other: Entry): boolean {
  const end = ({ to }: Entry) => (to === null ? Number.POSITIVE_INFINITY : Date.parse(to));
  return Date.parse(one.from) < end(other) && Date.parse(other.from) < end(one);
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
