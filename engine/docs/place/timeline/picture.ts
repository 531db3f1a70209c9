import type { Change, Span, TimelineCase } from './cases.ts';
import { changeWords, spanWords } from './words.ts';

/** A case of a timeline as an SVG element: the timeline before, the change, and the timeline after. */
export function timelinePicture({ before, changes, after }: TimelineCase): string {
  const touched = new Set(changes.map((change) => (change.kind === 'create' ? change.entry.name : change.name)));
  const strips = [
    strip(
      'before',
      before.map((span) => bar(span, touched.has(span.name) ? 'touched' : 'entry')),
    ),
    ...changes.map((change, at) => strip(verbs[change.kind], [wantedBar(change, before, changes.slice(0, at))])),
    strip(
      'after',
      after.map((span) => bar(span, touched.has(span.name) ? 'touched' : 'entry')),
    ),
  ];
  const height = strips.length * stripHeight + 18;
  const words = `Before: ${listed(before)}. Then: ${changes.map(changeWords).join(', ')}. After: ${listed(after)}.`;
  const placed = strips.map((content, at) => `<g transform="translate(0 ${at * stripHeight})">${content}</g>`);
  return `<svg class="timeline" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}">${grid(height)}${placed.join('')}</svg>`;
}

const [left, point, stripHeight, width] = [56, 22, 30, 356];
const verbs: Readonly<Record<Change['kind'], string>> = {
  create: 'create',
  update: 'change',
  delete: 'delete',
  restore: 'restore',
};

function grid(height: number): string {
  const points = Array.from({ length: 13 }, (_, at) => at);
  const lines = points.map((at) => `<path class="grid" d="M${x(at)} 2V${height - 14}"/>`);
  const numbers = points
    .filter((at) => at % 2 === 0)
    .map((at) => `<text class="axis" x="${x(at)}" y="${height - 3}">${at}</text>`);
  return [...lines, ...numbers].join('');
}

function strip(label: string, bars: readonly string[]): string {
  return `<text class="label" x="0" y="20">${label}</text>${bars.join('')}`;
}

/** The entry that the change asks for, or the entry that a delete removes. */
function wantedBar(change: Change, before: readonly Span[], earlier: readonly Change[]): string {
  if (change.kind === 'create') return bar(change.entry, 'wanted');
  const created = earlier.flatMap((each) => (each.kind === 'create' ? [each.entry] : []));
  const known = [...before, ...created].find(({ name }) => name === change.name) ?? { from: 0, to: null };
  if (change.kind === 'delete') return bar({ ...known, name: change.name }, 'removed');
  const { name, from = known.from } = change;
  const to = change.to === undefined && change.kind === 'update' ? known.to : (change.to ?? null);
  return bar({ name, from, to }, 'wanted');
}

/** With a point at its end where it is open. */
function bar({ name, from, to }: Span, look: 'entry' | 'touched' | 'wanted' | 'removed'): string {
  const [start, end] = [x(from) + 1, to === null ? x(12) + 14 : x(to) - 1];
  const shape =
    to === null ? `M${start} 6H${end - 8}L${end} 16L${end - 8} 26H${start}Z` : `M${start} 6H${end}V26H${start}Z`;
  const middle = (start + (to === null ? end - 8 : end)) / 2;
  return `<g class="${look}"><path d="${shape}"/><text x="${middle}" y="20.5">${name}</text></g>`;
}

function x(at: number): number {
  return left + at * point + 8;
}

function listed(spans: readonly Span[]): string {
  return spans.length === 0 ? 'nothing' : spans.map(spanWords).join(', ');
}
