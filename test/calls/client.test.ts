import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'tap';
import { temporaryFolder } from '../codegen/process.ts';
import { serveModel } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { calledFiles } from '../types/called.ts';
import { clientText } from '../types/model.ts';

// The client that is written for a service calls it over a socket.

interface Caller {
  call(name: string, call: string, input: object, options?: object): Promise<Record<string, unknown>>;
}

test('the client calls, with every digit', async (t) => {
  const model = modelOfFiles({
    ...calledFiles,
    // Without the call whose handler is not there.
    'unit.yaml': calledFiles['unit.yaml'].replace(/ {2}reset:.*\n/, ''),
  });
  const { server, token } = await serveModel(t, model);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const file = join(temporaryFolder(t), 'client.ts');
  writeFileSync(file, await clientText(model));
  const { createClient } = (await import(pathToFileURL(file).href)) as {
    createClient(options: { url: string; token: string }): Caller;
  };
  const { port } = server.server.address() as AddressInfo;
  const client = createClient({
    url: `http://127.0.0.1:${port}`,
    token: token({ identity_id: 7, scope: 'use:data:unit' }),
  });
  const made = await client.call('unit', 'register', { code: 'a', size: 9007199254740993n }, { idempotencyKey: 'k' });
  t.strictSame(made, { size: '9007199254740993' });
  t.strictSame(
    await client.call('unit', 'register', { code: 'a', size: 9007199254740993n }, { idempotencyKey: 'k' }),
    made,
  );
  const { id, ...found } = await client.call('unit', 'lookup', { code: 'a' });
  t.strictSame([typeof id, found], ['string', { size: '9007199254740993', status: 'new' }]);
  await t.rejects(client.call('unit', 'lookup', { code: 'b' }), { code: 'not_found', status: 404 });
});
