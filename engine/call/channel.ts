import type { Socket } from 'node:net';

/** Messages between the service and a worker process. */
interface Channel<Told> {
  tell(message: Told): void;
}

/** The number of the file in a worker process that is its end of the channel. */
export const channelFile = 3;

/**
 * Tells and hears messages on a socket: a line of JSON each. The channel that Node.js gives a child takes twice the time. A line
 * that is not JSON ends the socket, which both sides watch.
 */
export function openChannel<Told, Heard>(socket: Socket, hear: (message: Heard) => void): Channel<Told> {
  let open: string[] = [];
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    let begin = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
      const rest = text.slice(begin, end);
      const line = open.length === 0 ? rest : [...open, rest].join('');
      open = [];
      begin = end + 1;
      const message = read<Heard>(line);
      if (message === null) socket.destroy();
      else hear(message);
    }
    if (begin < text.length) open.push(text.slice(begin));
  });
  // Its end says all: what was lost with it is done by nobody.
  socket.on('error', () => {});
  return {
    tell: (message) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    },
  };
}

function read<Message>(line: string): Message | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
