/** Who makes a request, as the token says. */
export interface Caller {
  /** Id of the identity, when the token names one. */
  readonly identity: string | null;
  /** The token's `sub`: looked up in the resource identity when the token names no id. */
  readonly subject: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly role: string | null;
  /** The other claims that service.yaml names, for rules about the caller. */
  readonly claims: ReadonlyMap<string, string>;
}
