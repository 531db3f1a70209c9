/** How often a turn of `pacedMilliseconds` comes. */
const turnMilliseconds = 10;

/**
 * How long work takes in milliseconds of this process: in turns of a timer, which come late or not at all while the
 * machine is busy with others. It may be less than the time on the clock, never much more.
 */
export async function pacedMilliseconds(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, turnMilliseconds);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return turns * turnMilliseconds;
}
