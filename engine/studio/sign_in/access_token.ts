/** The token of the person who has signed in. It is in memory alone, so it ends with the page. */
let token: string | null = null;

/** Null when nobody has signed in. */
export function currentToken(): string | null {
  return token;
}

/** Signs in with a token, or out with null. */
export function setToken(given: string | null): void {
  token = given;
}
