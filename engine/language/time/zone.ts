import { IANAZone } from 'luxon';
import { zoneAbbreviations } from './zone_abbreviations.ts';

/** Converts a local time to its instant. Both are in milliseconds; the local time counts as if it were UTC. */
export type Zone = (local: number) => number;

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The zone of that name, in any letter case, or null. An abbreviation comes first, as in PostgreSQL (`CET` is +01:00 in
 * July too); then the names of the IANA database.
 */
export function findZone(name: string): Zone | null {
  if (!/^[a-z][a-z0-9_+/-]*$/i.test(name)) return null;
  const abbreviation = name.toUpperCase();
  const meaning = zoneAbbreviations.get(abbreviation);
  if (meaning === undefined) return namedZone(name);
  if (typeof meaning === 'number') return fixedZone(meaning);
  const zone = namedZone(meaning);
  return abbreviation === 'MSK' && zone !== null ? (local) => local - moscowStandard(zone(local)) : zone;
}

/**
 * Whether the name is one of the IANA database, written as there. PostgreSQL reads other letters too, but PostgREST takes
 * them for no zone.
 */
export function isZoneName(name: string): boolean {
  if (/^[A-Z]{3}$/.test(name)) return shortNames.has(name);
  if (notIana.test(name.toLowerCase()) || !IANAZone.isValidZone(name)) return false;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  // An alias resolves to another name.
  return (
    timeZone === name || (timeZone.toLowerCase() !== name.toLowerCase() && /^([A-Z][^/]*)(\/[A-Z][^/]*)*$/.test(name))
  );
}

/** The names of three letters in the IANA database. */
const shortNames: ReadonlySet<string> = new Set([
  'CET',
  'EET',
  'EST',
  'GMT',
  'HST',
  'MET',
  'MST',
  'PRC',
  'ROC',
  'ROK',
  'UCT',
  'UTC',
  'WET',
]);

/** The zone with an offset from UTC, in minutes to the east. */
export function fixedZone(minutes: number): Zone {
  return (local) => local - minutes * minute;
}

const zones = new Map<string, Zone>();

// Looked up in one letter case, and kept only if known: whatever clients send, the caches stay as small as the database.
function namedZone(name: string): Zone | null {
  const key = name.toLowerCase();
  const known = zones.get(key);
  if (known !== undefined) return known;
  if (notIana.test(key) || !IANAZone.isValidZone(key)) return null;
  const zone = zoneOf(IANAZone.create(key));
  zones.set(key, zone);
  return zone;
}

/** Names that ICU adds to the IANA database. */
const notIana = /^(?!prc$|roc$|rok$|gmt$)[a-z]{3}$|^systemv\/|^us\/pacific-new$/;

/**
 * Resolves a local time as PostgreSQL does. A time that a transition skips takes the offset before it; a time that it
 * repeats takes the offset after it.
 */
function zoneOf(iana: IANAZone): Zone {
  const offsetAt = (instant: number) => Math.round(iana.offset(instant) * minute);
  return (local) => {
    const after = local - offsetAt(local + day);
    if (local - after === offsetAt(after)) return after;
    return local - offsetAt(local - day);
  };
}

/**
 * The only abbreviation of the set that IANA still uses for a zone. PostgreSQL reads it as standard time in summer too.
 */
function moscowStandard(instant: number): number {
  const isFour = instant >= Date.UTC(2011, 2, 26, 23) && instant < Date.UTC(2014, 9, 25, 22);
  return (isFour ? 4 : 3) * 60 * minute;
}
