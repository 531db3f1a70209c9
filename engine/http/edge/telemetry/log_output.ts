/** Where lines of the log go. */
export interface LogOutput {
  write(line: string): unknown;
}

const gatheredMilliseconds = 20;

/** Standard output, which gets the lines of some milliseconds at once: each write is a way into the kernel. */
export function gatheredOutput(): LogOutput {
  let lines = '';
  const flush = () => {
    process.stdout.write(lines);
    lines = '';
  };
  // What ends the process meanwhile is told of as well.
  process.on('exit', () => lines !== '' && flush());
  return {
    write: (line) => {
      if (lines === '') setTimeout(() => lines !== '' && flush(), gatheredMilliseconds).unref();
      lines += line;
    },
  };
}
