/** A token out of a text that somebody has pasted: with its line ends, or with what stood before it; null for no token. */
export function tokenOf(text: string): string | null {
  const token = text
    .replace(/^\s*(?:export\s+)?(?:TOKEN=|(?:Authorization:\s*)?Bearer\s)\s*/i, '')
    .replace(/[\s'"]+/g, '');
  return /^[A-Za-z0-9._~+/=-]+$/.test(token) ? token : null;
}

/** What a JSON Web Token says of its holder. It is for the eye alone: the service decides by the token. */
export interface TokenContent {
  readonly subject: string | null;
  /** In milliseconds since 1970. */
  readonly ends: number | null;
}

/** Nothing is known of a token that only the service can read. */
export function contentOf(token: string): TokenContent {
  const { sub, exp } = payloadOf(token);
  return { subject: typeof sub === 'string' ? sub : null, ends: typeof exp === 'number' ? exp * 1000 : null };
}

function payloadOf(token: string): { readonly sub?: unknown; readonly exp?: unknown } {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const content: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof content === 'object' && content !== null ? content : {};
  } catch {
    return {};
  }
}
