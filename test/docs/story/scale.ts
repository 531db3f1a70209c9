const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', day: 'numeric', month: 'short' });
const year = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', year: 'numeric' });

/** The days on which something begins or ends, in order, each as far from the next one: a scale in days would hide most of them. */
export function daysOf(instants: readonly string[]): readonly (readonly [day: string, year: string])[] {
  const inOrder = instants.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return [...new Map(inOrder.map((instant) => [dayOf(instant).join(' '), dayOf(instant)])).values()];
}

export function dayOf(instant: string): readonly [day: string, year: string] {
  return [day.format(new Date(instant)), year.format(new Date(instant))];
}

/** Each name has the same colour everywhere. */
export function colourOf(name: string, names: readonly string[]): string {
  return colours[[...new Set(names)].indexOf(name) % colours.length] ?? '';
}

const colours = ['#1d4ed8', '#b45309', '#0f766e', '#7e22ce', '#be123c', '#475569'];

export function picture(
  { width, height, words }: { width: number; height: number; words: string },
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${words}</title>
<style>text { font: 13px system-ui, sans-serif; fill: #334155 } .day { font-size: 11px; text-anchor: middle } .lane { text-anchor: end } .side { font-size: 11px; text-anchor: end } .name { fill: #ffffff; font-weight: 600; font-size: 12px }</style>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}

/** A name as long as fits: whole, its first word, or nothing. */
export function fitting(name: string, width: number): string {
  const fits = (text: string) => text.length * 7.2 + 10 <= width;
  const [first = ''] = name.split(' ');
  return fits(name) ? name : fits(first) ? first : '';
}

/** Which colour is whose. */
export function legend(names: readonly string[], y: number): readonly string[] {
  let x = 16;
  return [...new Set(names)].map((name) => {
    const at = x;
    x += name.length * 7 + 40;
    return `<rect x="${at}" y="${y - 10}" width="12" height="12" rx="2" fill="${colourOf(name, names)}"/><text x="${at + 18}" y="${y}">${name}</text>`;
  });
}
