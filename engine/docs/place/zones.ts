import { ambiguousAbbreviations } from '../../language/time/zone_abbreviations.ts';
import { tableText } from '../html/markdown_text.ts';

/** The abbreviations of time zones that have several meanings, with the one that is taken. */
export function zones(): string {
  return tableText(
    ['abbreviation', 'means', 'not'],
    ambiguousAbbreviations.map(([name, meaning, others]) => [`\`${name}\``, meaning, others]),
  );
}
