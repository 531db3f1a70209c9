/** The separator between the rows of a page that is split again (RFC 7464). This character never occurs in JSON. */
export const rowSeparator = '\u001e';

/** The rows of a page as JSON texts, where rowSeparator stands between them. */
export function* listItems(body: string): Generator<string> {
  const end = body.length - 1;
  for (let at = 1; at < end; ) {
    const found = body.indexOf(rowSeparator, at);
    const stop = found === -1 ? end : found;
    yield body.slice(at, stop);
    at = stop + 1;
  }
}
