import { createCallWorkers } from '../../engine/call/workers.ts';

// A service with one call, whose handler is named on the command line. It prints what the handler writes.

const [, , file = ''] = process.argv;
const client =
  'export function createClient() { return {}; } function parseExact() {} function rowsOf() {} function writeJson() {} function writeRow() {}';
const workers = createCallWorkers({ places: 1, turns: { enter: async () => () => {} }, client: async () => client });
const place = await workers.enter('');
await place?.run(
  {
    file,
    names: { input: '', row: '', answer: '' },
    input: '{}',
    row: null,
    caller: { role: null, identity: null, claims: {} },
  },
  32,
  {
    milliseconds: 60_000,
    send: async () => ({ status: 204, headers: {}, body: null }),
    tellLine: (_level, line) => console.log(line),
  },
);
