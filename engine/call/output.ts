import type { Socket } from 'node:net';

/** Tells a line that a handler wrote: to standard output, or to standard error. */
export type TellLine = (level: 'info' | 'error', line: string) => void;

const longestLine = 4096;

/** Hands out what a stream writes, line by line. A long line is cut. */
export function gatherLines(stream: Socket, tell: (line: string) => void): void {
  let open = '';
  const tellOpen = (): void => {
    if (open !== '') tell(open);
    open = '';
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    open = `${open}${first}`.slice(0, longestLine);
    for (const line of others) {
      tellOpen();
      open = line.slice(0, longestLine);
    }
  });
  stream.once('end', tellOpen);
}

/** Calls back when so many bytes of a stream have been read, or no more can come: at once, if that is so by now. */
export function whenRead(stream: Socket, bytes: number, then: () => void): void {
  const look = (): void => {
    if (stream.bytesRead < bytes && !stream.closed) return;
    stream.off('data', look);
    stream.off('close', look);
    then();
  };
  stream.on('data', look);
  stream.on('close', look);
  look();
}

/** So many lines of a call are told. A handler that loops might write without end. */
const mostLines = 200;

/** Tells the first lines, and once that there are more. */
export function firstLines(tell: TellLine): TellLine {
  let lines = 0;
  return (level, line) => {
    lines += 1;
    if (lines <= mostLines) tell(level, line);
    else if (lines === mostLines + 1)
      tell('error', `the call wrote more than ${mostLines} lines; the others are left out`);
  };
}
