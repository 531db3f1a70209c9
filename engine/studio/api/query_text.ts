/** A query as people read it in an address: what need not be encoded is not. Without a question mark. */
export function queryText(query: URLSearchParams | readonly (readonly [name: string, value: string])[]): string {
  return [...query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:2C|3A|24|2F|3B|40|7B|7D|3E)/g, decodeURIComponent);
}
