import { readConsole } from '../page_run.ts';
import { areasPicture } from './areas.ts';
import { barsPicture } from './bars.ts';

/** A row of a timeline as a page shows it. */
export interface Entry {
  /** Whose line it is on. */
  readonly lane: string;
  readonly name: string;
  readonly from: string;
  /** Null without an end. */
  readonly to: string | null;
  /** When it was recorded and replaced; null for what holds now. */
  readonly recorded: { readonly from: string; readonly to: string | null } | null;
}

/**
 * The pictures of a page of stories by their names: each is drawn of the answers that the page shows right before it. So
 * they are as true as the page, whose requests the tests run.
 */
export function storyPictures(text: string): ReadonlyMap<string, string> {
  const drawn = [...text.matchAll(/^```console\n((?:(?!^```).)*)^```\n\n!\[([^\]]*)\]\((story_\w+\.svg)\)$/gms)];
  return new Map(
    drawn.map(([, exchanges = '', words = '', name = '']) => {
      const entries = readConsole(exchanges.trimEnd()).flatMap(entriesOf);
      const isHistory = entries.some(({ recorded }) => recorded !== null);
      return [name, isHistory ? areasPicture(entries, words) : barsPicture(entries, words)];
    }),
  );
}

type Row = Readonly<Record<string, unknown>>;

function entriesOf({ command, shown }: { readonly command: string; readonly shown: string }): readonly Entry[] {
  const [, resource = ''] = /^\w+ '(\w+)\?/.exec(command) ?? [];
  return (JSON.parse(shown) as readonly Row[]).map((row) => {
    const { valid_from: from, valid_to: to, recorded_at: recordedAt, replaced_at: replacedAt, ...others } = row;
    const names = Object.values(others).map((value) =>
      typeof value === 'string' ? value : String((value as Row).name),
    );
    return {
      lane: names.length > 1 ? (names[0] ?? '') : (lanes.get(resource) ?? resource),
      name: (names.at(-1) ?? '').replaceAll('_', ' '),
      from: String(from),
      to: to === null ? null : String(to),
      recorded:
        recordedAt === undefined
          ? null
          : { from: String(recordedAt), to: replacedAt === null ? null : String(replacedAt) },
    };
  });
}

const lanes: ReadonlyMap<string, string> = new Map([
  ['accounting_point_end_user', 'end user'],
  ['contract', 'contract with'],
  ['controllable_unit_service_provider', 'provider'],
  ['controllable_unit_suspension', 'suspended for'],
]);
