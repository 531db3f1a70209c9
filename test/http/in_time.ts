/** So often a trial is begun. */
const mostTrials = 5;

/**
 * What a trial gives that ends in time. One that takes longer, as where the machine stands still meanwhile, is made anew.
 * The time counts from the beginning, or from where the trial calls the function that it gets.
 * @throws where no trial ends in time.
 */
export async function inTime<T>(milliseconds: number, trial: (start: () => void) => Promise<T>): Promise<T> {
  for (let count = 0; count < mostTrials; count += 1) {
    let begin = performance.now();
    const found = await trial(() => {
      begin = performance.now();
    });
    if (performance.now() - begin < milliseconds) return found;
  }
  throw new Error(`each of ${mostTrials} trials took longer than ${milliseconds} ms`);
}
