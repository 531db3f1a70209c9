import type { Path } from './file/place.ts';
import type { Report } from './file/report.ts';
import type { Rule } from './resource/rule.ts';

/** A recipient as a file has it: the text of a way, or a map. */
export type RecipientDefinition = string | RecipientMap;

interface RecipientMap {
  readonly way?: string;
  readonly former?: string;
  readonly all?: string;
  readonly where?: string;
}

/** The parts of a recipient, each with its place. One of the way and of `all` is there. */
export interface WrittenRecipient {
  /** Null if the rows of `all` are the parties or identities themselves. */
  readonly way: Rule | null;
  /** Whether the way follows timelines to the entry that ended last. */
  readonly former: boolean;
  readonly all: Rule | null;
  readonly where: Rule | null;
}

/** The recipients that stand under a key, one or a list. A recipient that begins nowhere is reported, and left out. */
export function writtenRecipients(
  to: RecipientDefinition | readonly RecipientDefinition[],
  path: Path,
  report: Report,
): readonly WrittenRecipient[] {
  if (typeof to === 'string' || !Array.isArray(to)) return writtenRecipient(to as RecipientDefinition, path, report);
  return to.flatMap((each: RecipientDefinition, at) => writtenRecipient(each, [...path, at], report));
}

function writtenRecipient(to: RecipientDefinition, path: Path, report: Report): readonly WrittenRecipient[] {
  if (typeof to === 'string') return [{ way: { text: to, path }, former: false, all: null, where: null }];
  const at = (key: keyof RecipientMap): Rule | null => {
    const text = to[key];
    return text === undefined ? null : { text, path: [...path, key] };
  };
  const [way, former, all, where] = [at('way'), at('former'), at('all'), at('where')];
  if (former !== null && (way !== null || all !== null)) {
    const other = way === null ? 'all' : 'way';
    report([...path, 'former'], {
      message: `a recipient has "former" or "${other}", and not both`,
      expected: 'two recipients, in a list',
      part: 'key',
    });
    return [];
  }
  if (way === null && former === null && all === null) {
    report(path, {
      message: 'it does not say where the parties are',
      expected: 'way: <relation>.<relation>, or all: <resource>',
    });
    return [];
  }
  return [{ way: way ?? former, former: former !== null, all, where }];
}
