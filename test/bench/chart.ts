import { median } from './measure.ts';
import { type Subject, subjects } from './shape.ts';
import type { Finding } from './turns.ts';

const colours: Readonly<Record<Subject, string>> = {
  almanac: '#2563eb',
  'hand-written': '#94a3b8',
  PostgREST: '#f59e0b',
};

const fontSize = 13;

/** The mean width of a letter, as a part of the size. A label takes 0.5 of it in DejaVu Sans, the widest of the usual fonts. */
const letterWidth = 0.55;

const margin = 12;
const barWidth = 380;
const barHeight = 12;
const rowGap = 14;
const top = 56;

/** The medians as bars, each request on a scale of its own, on which the hand-written server or a faster one is the longest. */
export function speedChart(findings: readonly Finding[]): string {
  const longestLabel = Math.max(0, ...findings.map(({ shape }) => shape.title.length));
  const labelWidth = Math.ceil(longestLabel * letterWidth * fontSize) + 2 * margin;
  const width = labelWidth + barWidth + 130;
  let y = top;
  const rows = findings.map(({ shape, rounds }) => {
    const bars = subjects.flatMap((subject) => {
      const measured = rounds[subject];
      return measured === undefined ? [] : [{ subject, rate: median(measured.map(({ perSecond }) => perSecond)) }];
    });
    const longest = Math.max(...bars.map(({ rate }) => rate));
    const label = `<text x="${labelWidth - margin}" y="${y + (bars.length * barHeight) / 2 + 4}" text-anchor="end">${shape.title}</text>`;
    const drawn = bars.map(({ subject, rate }, at) => {
      const length = Math.max(1, Math.round((barWidth * rate) / longest));
      const place = y + at * barHeight;
      return (
        `<rect x="${labelWidth}" y="${place}" width="${length}" height="${barHeight - 2}" fill="${colours[subject]}"/>` +
        `<text class="rate" x="${labelWidth + length + 6}" y="${place + 9}">${rateText(rate)}</text>`
      );
    });
    y += bars.length * barHeight + rowGap;
    return [label, ...drawn].join('\n');
  });
  const legend = subjects.map(
    (subject, at) =>
      `<rect x="${labelWidth + at * 120}" y="20" width="10" height="10" fill="${colours[subject]}"/>` +
      `<text x="${labelWidth + at * 120 + 16}" y="29">${subject}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img">
<title>Requests per second of Almanac, a hand-written server and PostgREST</title>
<style>text { font: ${fontSize}px system-ui, sans-serif; fill: #334155 } .rate { font-size: 10px }</style>
<rect width="${width}" height="${y}" fill="#ffffff"/>
${[...legend, ...rows].join('\n')}
</svg>
`;
}

function rateText(rate: number): string {
  return rate >= 10 ? Math.round(rate).toLocaleString('en').replace(',', ' ') : rate.toFixed(1);
}
