/** The parts of an HTML document. */
export interface HtmlPage {
  /** Plain text. */
  readonly title: string;
  /** The address of the picture of the tab. */
  readonly icon: string;
  /** Further elements of the head. */
  readonly head: string;
  readonly body: string;
}

/** An HTML document, as wide as the screen, light or dark as the reader likes. */
export function htmlPage({ title, icon, head, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Text as HTML, in content and in attributes. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
