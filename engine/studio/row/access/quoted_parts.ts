/** The parts of a text in which names and values stand in backquotes, in order; `at` is where a part begins. */
export function quotedParts(text: string): readonly QuotedPart[] {
  let at = 0;
  return text.split('`').flatMap((part, index) => {
    const begun = at;
    at += part.length + 1;
    return part === '' ? [] : [{ text: part, isQuoted: index % 2 === 1, at: begun }];
  });
}

interface QuotedPart {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly at: number;
}
