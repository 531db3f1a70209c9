/** Milliseconds on a clock that all processes of a machine share. */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
