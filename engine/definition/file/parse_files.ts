import { parentPort, workerData } from 'node:worker_threads';
import type { Contents, Files } from './read.ts';
import { plainContent, readSource } from './source.ts';

// The program of a thread that parses files.

// The YAML library asks for LOG_TOKENS at each token. In a thread, Node.js takes long to look into its environment.
process.env = {};

const contents: Contents = new Map(
  [...(workerData as Files)].flatMap(([name, bytes]) => {
    const content = plainContent(readSource(name, bytes));
    return content === undefined ? [] : [[name, content] as const];
  }),
);
parentPort?.postMessage(contents);
