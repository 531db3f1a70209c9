import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import t from 'tap';
import { openS3Store } from '../../engine/store/s3.ts';
import { fileService, serveFiles, temporaryFolder } from './service.ts';

// A store in a bucket, of a small server that speaks S3.

t.test('a bucket is a store', async (t) => {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: temporaryFolder(t),
    configureBuckets: [{ name: 'archive', configs: [] }],
  });
  const { port } = await server.run();
  t.teardown(() => server.close());
  const before = { ...process.env };
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_REGION: 'eu-north-1',
  });
  t.teardown(() => {
    process.env = before;
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const store = openS3Store('s3://archive/files', endpoint);
  t.teardown(() => store.close());

  for (const size of [0, 100, 9_000_000]) {
    const object = randomUUID();
    const bytes = randomBytes(size);
    await store.write(object, Readable.from(size === 0 ? [] : [bytes.subarray(0, size / 2), bytes.subarray(size / 2)]));
    const read = await store.read(object, null);
    t.ok(read !== null && (await buffer(read)).equals(bytes), `${size} bytes`);
    if (size === 0) continue;
    const part = await store.read(object, { first: Math.floor(size / 2), last: size - 1 });
    t.ok(part !== null && (await buffer(part)).equals(bytes.subarray(Math.floor(size / 2))), 'and a part of them');
    await store.remove(object);
    t.equal(await store.read(object, null), null);
    await store.remove(object);
  }
  const broken = randomUUID();
  const stream = new Readable({ read() {} });
  stream.push(randomBytes(9_000_000));
  const writing = store.write(broken, stream);
  setTimeout(() => stream.destroy(new Error('gone')), 200);
  await t.rejects(writing, { message: 'gone' });
  t.equal(await store.read(broken, null), null, 'what broke off is not there');
  await t.rejects(store.read('../x', null));
  for (const address of ['s3://', 's3://A', 'archive', 's3://../x'])
    t.throws(() => openS3Store(address, endpoint), address);
  await t.rejects(openS3Store('s3://archive', 'http://127.0.0.1:1').read(randomUUID(), null), 'a server that is away');

  const service = await fileService(t);
  const { send, add, sweep } = await serveFiles(t, { ...service, store });
  const id = await add('photo');
  const bytes = randomBytes(300_000);
  t.equal((await send('PUT', `/photo/${id}/picture`, { body: bytes })).status, 200);
  t.ok((await send('GET', `/photo/${id}/picture`)).bytes.equals(bytes));
  const part = await send('GET', `/photo/${id}/picture`, { headers: { range: 'bytes=-10' } });
  t.ok(part.status === 206 && part.bytes.equals(bytes.subarray(-10)));
  const [{ object = '' } = {}] = await service.database.query("select picture ->> 'object' as object from photo");
  await send('DELETE', `/photo/${id}/picture`);
  await sweep('30 days');
  t.equal(await store.read(object ?? '', null), null);
});
