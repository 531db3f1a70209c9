/** One thing that is measured beside others: `work` is done once at each call, with a number that grows. */
export interface Subject {
  readonly name: string;
  readonly work: (count: number) => Promise<void>;
}

const rounds = 9;
const secondsOfRound = 0.5;

/**
 * How often each subject's work is done in a second, round by round. In each round they take turns, every other time in
 * reverse, so that whatever else the machine does meets all of them alike. The first round, which warms up, is left out.
 */
export async function ratesInTurns<Name extends string>(
  subjects: readonly (Subject & { readonly name: Name })[],
  writers: number,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const rates = Object.fromEntries(subjects.map(({ name }) => [name, []])) as unknown as Record<Name, number[]>;
  const counts = new Map(subjects.map(({ name }) => [name, 0]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, work } of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const begin = performance.now();
      const end = begin + secondsOfRound * 1000;
      const first = counts.get(name) ?? 0;
      let count = first;
      const write = async () => {
        while (performance.now() < end) {
          count += 1;
          await work(count);
        }
      };
      await Promise.all(Array.from({ length: writers }, write));
      counts.set(name, count);
      if (round > 0) rates[name].push(((count - first) * 1000) / (performance.now() - begin));
    }
  }
  return rates;
}

/**
 * How many milliseconds each subject's work takes at the median, round by round. Each worker does that of one after the
 * other, so that whatever else the machine does meets all of them alike, from one moment to the next.
 */
export async function timesInTurns<Name extends string>(
  subjects: readonly (Subject & { readonly name: Name })[],
  workers: number,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const medians = Object.fromEntries(subjects.map(({ name }) => [name, []])) as unknown as Record<Name, number[]>;
  let count = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
    const end = performance.now() + secondsOfRound * subjects.length * 1000;
    const work = async () => {
      while (performance.now() < end) {
        count += 1;
        const own = count;
        for (const each of own % 2 === 0 ? subjects : [...subjects].reverse()) {
          const begin = performance.now();
          await each.work(own);
          times.get(each.name)?.push(performance.now() - begin);
        }
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    if (round > 0) for (const { name } of subjects) medians[name].push(median(times.get(name) ?? []));
  }
  return medians;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** The ratios of two series, round by round: their median, and the least and the greatest of them, where there is anything to divide by. */
export function ratio(
  of: readonly number[],
  to: readonly number[],
): { readonly middle: string; readonly spread: string } {
  if (to.some((each) => each === 0)) return { middle: 'none answered', spread: '' };
  const ratios = of.map((each, round) => each / (to[round] ?? Number.NaN));
  const text = (number: number) => number.toFixed(2);
  return { middle: text(median(ratios)), spread: `${text(Math.min(...ratios))}-${text(Math.max(...ratios))}` };
}
