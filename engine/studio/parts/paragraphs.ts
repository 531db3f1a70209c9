/** The paragraphs of a description in Markdown, as plain text. */
export function paragraphsOf(markdown: string): readonly string[] {
  return markdown
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((paragraph) => plainText(paragraph.replace(/^\s*(?:#+|>|[-*]|\d+\.) /, '')))
    .filter((paragraph) => paragraph !== '');
}

/** The first sentence of a description in Markdown, as plain text. */
export function firstSentence(markdown: string): string {
  const [first = ''] = paragraphsOf(markdown);
  return /^.*?[.!?](?=\s|$)/s.exec(first)?.[0] ?? first;
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}
