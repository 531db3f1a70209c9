import type { Model } from '../../model/model.ts';
import type { FileChange } from '../../schema/migration/file/file.ts';
import { resourceAddress } from '../address.ts';
import { heading, list, type Page, text } from '../block.ts';

/** A migration, as users of the service see it. */
export interface Release {
  /** `<time>_<name>`. */
  readonly name: string;
  readonly changes: readonly FileChange[];
}

/** What changed with each migration, the last one first. */
export function changelogPage(releases: readonly Release[], model: Model): Page {
  return {
    path: 'changelog.html',
    title: 'Changelog',
    blocks: [
      text('What changed for users of the service, migration by migration.'),
      ...[...releases].reverse().flatMap((release) => {
        const title = titleOf(release.name);
        return [
          heading(title, 2, release.name),
          release.changes.length === 0
            ? text('No change of requests or answers.')
            : list(release.changes.map((change) => changeText(change, model))),
        ];
      }),
    ],
  };
}

/** "2026-01-31: add pages" of `20260131120000_add_pages`. */
function titleOf(name: string): string {
  const [, year, month, day, words = ''] = /^(\d{4})(\d\d)(\d\d)\d{6}_(.*)$/.exec(name) ?? [];
  return year === undefined ? name : `${year}-${month}-${day}: ${words.replaceAll('_', ' ')}`;
}

function changeText({ resource, text: words }: FileChange, model: Model): string {
  const name = model.resources.has(resource) ? `[${resource}](${resourceAddress(resource, model)})` : `\`${resource}\``;
  return `${name}: ${words}`;
}
