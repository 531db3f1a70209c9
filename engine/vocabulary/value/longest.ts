/** Quotes, colon, comma and braces around a member of JSON and its name. */
export const around = 8;
export const longestInteger = 20;
export const longestInstant = 40;
export const longestUuid = 36;

/** The most bytes of a number of characters in JSON: a control character is \u and four digits. */
export function longestText(characters: number): number {
  return characters * 6;
}
