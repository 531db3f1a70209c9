import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { clientText } from '../types/model.ts';
import { fileService, temporaryFolder } from './service.ts';

// The client that is written for a service with files.

t.test('a file goes up and comes down by the client', async (t) => {
  const { model, url, token, add } = await fileService(t);
  const written = join(temporaryFolder(t), 'archive.ts');
  writeFileSync(written, await clientText(model));
  const { createClient, uploadFile, downloadFile } = await import(written);
  const client = createClient({ url: new URL(url).origin, token });
  const scan = { resource: 'document', id: await add('document'), field: 'scan' };

  const first = await uploadFile(client, scan, 'text', { name: "Lease (æ)'s.txt", type: 'text/plain' });
  t.match(first.row.scan, { name: "Lease (æ)'s.txt", media_type: 'text/plain', size: 4 });
  t.match(first.etag, /^"/);
  const named = new File(['0123456789'], 'ten.pdf', { type: 'application/pdf' });
  const second = await uploadFile(client, scan, named, { ifMatch: first.etag });
  t.match(second.row.scan, { name: 'ten.pdf', media_type: 'application/pdf', size: 10 });
  await t.rejects(uploadFile(client, scan, named, { ifMatch: first.etag }), { code: 'precondition_failed' });
  await t.rejects(uploadFile(client, scan, new Uint8Array(3)), { code: 'unsupported_media_type' });
  const stream = new Blob(['a stream']).stream();
  const third = await uploadFile(client, { ...scan, field: 'secret_scan' }, stream);
  t.match(third.row.secret_scan, { name: 'secret_scan', media_type: 'application/octet-stream', size: 8 });

  t.equal(await (await downloadFile(client, scan)).text(), '0123456789');
  t.equal(await (await downloadFile(client, scan, { range: [2, 4] })).text(), '234');
  t.equal(await (await downloadFile(client, scan, { range: [7] })).text(), '789');
  t.equal(await (await downloadFile(client, scan, { asOf: first.row.recorded_at })).text(), 'text');
  const { row } = await client.update('document', scan.id, { scan: null });
  t.equal(row.scan, null);
  await t.rejects(downloadFile(client, scan), { code: 'not_found' });
});
