import { Duration } from 'luxon';

/**
 * An ISO 8601 duration of whole numbers, which luxon and PostgreSQL read alike. With so few digits no instant of these
 * millennia leaves the years that PostgreSQL has.
 */
export const durationPattern =
  '^P(?=T?\\d)(\\d{1,3}Y)?(\\d{1,4}M)?(\\d{1,4}W)?(\\d{1,4}D)?(T(?=\\d)(\\d{1,4}H)?(\\d{1,4}M)?(\\d{1,4}S)?)?$';

/** The same, or the same backwards. */
export const signedDurationPattern = durationPattern.replace('^', '^-?');

/** About how long a duration is, its months of 30 days and its years of 365: enough to tell the shorter of two. */
export function durationMilliseconds(duration: string): number {
  return Duration.fromISO(duration).toMillis();
}
