/** The text between double quotes, with backslash escapes resolved; any other text unchanged. */
export function unquoted(written: string): string {
  return quotedOnly.test(written) ? written.slice(1, -1).replace(/\\([\s\S])/g, '$1') : written;
}

/** Matches a text in double quotes. */
export const quoted = '"[^"\\\\]*(?:\\\\[\\s\\S][^"\\\\]*)*"';

/** Tells a quoted text from a raw one that merely begins with a quote. */
const quotedOnly = new RegExp(`^${quoted}$`);
