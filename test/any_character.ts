import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character of Unicode, as the unit `binary` of fast-check: the same texts come from the same seed. That unit makes
 * a table of all characters when a text is first described, which takes most of a second and 200 MB in each process.
 */
export const anyCharacter = fc
  .nat(0x10ffff - surrogates)
  .map((at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates), indexOf);

function indexOf(text: unknown): number {
  const at = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
  if (at < 0 || String.fromCodePoint(at) !== text || !text.isWellFormed()) throw new Error('it is not one character');
  return at < firstSurrogate ? at : at - surrogates;
}
