/** The command that asks for an address. The token is left to a variable: a copied one would be in the history of a shell. */
export function curlCommand(address: string): string {
  return `curl -g -H "Authorization: Bearer $TOKEN" '${address.replaceAll("'", "'\\''")}'`;
}
