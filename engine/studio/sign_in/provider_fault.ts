/** Why a sign-in at the provider has not come about, for the words of the page. */
export type ProviderFault =
  /** The provider wants to ask the person, which it was not to do. */
  | { readonly kind: 'ask' }
  /** It does not answer, or not as a provider of OpenID Connect. */
  | { readonly kind: 'away' }
  /** This page did not begin the sign-in, or long ago. */
  | { readonly kind: 'unknown' }
  /** It refused, in its words. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** It is not the provider that the service trusts, or its ID token is not for this client. */
  | { readonly kind: 'unfit'; readonly detail: string };

/** An error with its cause in words. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** What was kept while the person was away; null where nothing is known of it. */
  readonly kept: unknown;

  constructor(fault: ProviderFault, kept: unknown = null) {
    super(fault.kind);
    this.fault = fault;
    this.kept = kept;
  }
}

/** What has gone wrong, of an error of the library. */
export function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { name, message, state } = error as Error & { readonly state?: unknown };
  if (name === 'ErrorResponse') {
    const { error: code, error_description: description } = error as unknown as Refusal;
    const fault: ProviderFault = quiet.has(code ?? '')
      ? { kind: 'ask' }
      : { kind: 'refused', detail: description ?? code ?? '' };
    return new ProviderError(fault, state ?? null);
  }
  // The library has no other name for these.
  if (/\bstate\b/i.test(message)) return new ProviderError({ kind: 'unknown' });
  if (/id_token|ID Token/.test(message)) return new ProviderError({ kind: 'unfit', detail: message });
  return new ProviderError({ kind: 'away' });
}

/** The answers of a provider that may not ask anybody (OpenID Connect Core, section 3.1.2.6). */
const quiet: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

interface Refusal {
  readonly error: string | null;
  readonly error_description: string | null;
}
