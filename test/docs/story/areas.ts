import type { Entry } from './pictures.ts';
import { colourOf, dayOf, daysOf, fitting, legend, picture } from './scale.ts';

const [left, right, top, levelHeight, width] = [130, 750, 40, 56, 790];

/** What was known when: valid time to the right, record time upwards, and an area for each version. */
export function areasPicture(entries: readonly Entry[], words: string): string {
  const days = daysOf(entries.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
  const levels = daysOf(
    entries.flatMap(({ recorded }) => [recorded?.from ?? '', ...(recorded?.to ? [recorded.to] : [])]),
  );
  const step = (right - left) / days.length;
  const bottom = top + levels.length * levelHeight;
  const at = (list: typeof days, instant: string) =>
    list.findIndex((each) => each.join(' ') === dayOf(instant).join(' '));
  const x = (instant: string | null) => (instant === null ? right : Math.round(left + at(days, instant) * step));
  const y = (instant: string | null) => (instant === null ? top : bottom - at(levels, instant) * levelHeight);
  const names = entries.map(({ name }) => name);
  const areas = entries.map(({ name, from, to, recorded }) => {
    const [x1, x2, y1, y2] = [x(from), x(to), y(recorded?.to ?? null), y(recorded?.from ?? null)];
    return `<rect x="${x1}" y="${y1}" width="${x2 - x1}" height="${y2 - y1}" fill="${colourOf(name, names)}" stroke="#ffffff" stroke-width="2"/><text class="name" x="${x1 + 8}" y="${(y1 + y2) / 2 + 4}">${fitting(name, x2 - x1)}</text>`;
  });
  const dayTexts = days.map(([day, year]: readonly [string, string], index: number) => {
    const place = Math.round(left + index * step);
    return `<text class="day" x="${place}" y="${bottom + 18}">${day}</text><text class="day" x="${place}" y="${bottom + 32}">${year}</text>`;
  });
  const levelTexts = levels.map(
    ([day, year], index) =>
      `<text class="side" x="${left - 10}" y="${bottom - index * levelHeight + 4}">${day} ${year}</text>`,
  );
  const axes = [
    `<path d="M${left} ${top - 12}V${bottom}H${right + 14}" fill="none" stroke="#475569" stroke-width="1.5"/>`,
    `<text x="16" y="20">record time: when the register was told</text>`,
    `<text x="${right + 14}" y="${bottom + 52}" text-anchor="end">valid time: when it was true</text>`,
  ];
  return picture({ width, height: bottom + 90, words }, [
    ...areas,
    ...axes,
    ...dayTexts,
    ...levelTexts,
    ...legend(names, bottom + 76),
  ]);
}
