import { tableText } from '../html/markdown_text.ts';

/** An environment variable that a command reads. */
export interface Variable {
  readonly name: string;
  readonly means: string;
  /** Null where there is none. */
  readonly byDefault: string | null;
}

/** Every environment variable, in alphabetical order. */
export function settings(variables: readonly Variable[]): string {
  return tableText(
    ['variable', 'what it says', 'default'],
    [...variables]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, means, byDefault }) => [`\`${name}\``, means, byDefault === null ? '' : `\`${byDefault}\``]),
  );
}
