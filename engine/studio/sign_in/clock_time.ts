/** An instant of today or of another day, for the eye, in the zone of the service. */
export function clockTime(milliseconds: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
    milliseconds,
  );
}
