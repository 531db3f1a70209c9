/** Now and a duration, with days and months in UTC: the zone of the session must not decide. */
export function fromNow(duration: string): string {
  const [sign, length] = duration.startsWith('-') ? ['-', duration.slice(1)] : ['+', duration];
  return `(almanac.clock() at time zone 'UTC' ${sign} interval '${length}') at time zone 'UTC'`;
}

/** RFC 3339, in the zone of the session. */
export function instantText(instant: string): string {
  return `(to_json(${instant}) #>> '{}')`;
}
