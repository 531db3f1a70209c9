import { tableText } from '../html/markdown_text.ts';

/** The measurements that README.md shows. */
const shown = [
  'read by id',
  'list of 25, two levels embedded',
  'list of 25 as of an instant, with embed',
  'POST',
] as const;

/**
 * The requests per second of a few requests, out of the table of docs/speed.md.
 * @throws Error where that page has no row for one of them.
 */
export function figures(speedPage: string): string {
  const rows = speedPage.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const measured = shown.map((request) => {
    const found = rows.find(([, first]) => first === request);
    if (found === undefined) throw new Error(`docs/speed.md has no row "${request}"`);
    const [, , almanac = '', byHand = '', postgrest = ''] = found;
    return [request, almanac, byHand, postgrest];
  });
  return tableText(['requests per second', 'Almanac', 'written by hand', 'PostgREST 12'], measured);
}
