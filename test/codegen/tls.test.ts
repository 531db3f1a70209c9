import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:https';
import { join } from 'node:path';
import { test } from 'tap';
import { readSettings } from '../../codegen/option/settings.ts';
import { testDatabase } from '../database.ts';
import { secret } from '../http/service.ts';
import { almanac, startAlmanac, temporaryFolder } from './process.ts';

// TLS_CERTIFICATE, TLS_KEY and TRUSTED_PROXIES, as the command reads them.

test('what is said of certificates and proxies', (t) => {
  t.match(readSettings({}), { tls: null, trustedProxies: [] });
  t.match(readSettings({ TLS_CERTIFICATE: 'a', TLS_KEY: 'b' }), { tls: { certificate: 'a', key: 'b' } });
  t.throws(() => readSettings({ TLS_KEY: 'b' }), { message: /one of TLS_CERTIFICATE and TLS_KEY is set/ });
  const proxies = (text: string) => readSettings({ TRUSTED_PROXIES: text }).trustedProxies;
  t.strictSame(proxies('10.0.0.1, 10.0.0.0/8,::1,fd00::/8'), ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  for (const text of ['proxy', '10.0.0', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '10.0.0.0/8/8', 'true', '*'])
    t.throws(() => proxies(text), { message: /TRUSTED_PROXIES has .*; expected addresses and ranges/ }, text);
  t.end();
});

test('almanac serve and dev by HTTPS', async (t) => {
  const { url } = await testDatabase(t);
  const environment = { DATABASE_URL: url, ALMANAC_RESOURCES: 'test/five_lines', JWT_SECRET: secret };
  const folder = temporaryFolder(t);
  const certificate = join(folder, 'certificate.pem');
  copyFileSync('test/http/tls/certificate.pem', certificate);
  const refused = await almanac(['serve'], { ...environment, TLS_CERTIFICATE: certificate, TLS_KEY: certificate });
  t.match(refused, { code: 1, stderr: /TLS_CERTIFICATE .* and TLS_KEY .* cannot be used: / });
  const tls = { TLS_CERTIFICATE: certificate, TLS_KEY: 'test/http/tls/key.pem' };
  for (const command of ['serve', 'dev']) {
    const service = startAlmanac(t, [command], { ...environment, ...tls });
    const [, address = ''] = await service.printed(/API +(https:\S+)\/api\/v1/);
    const agent = new Agent({ ca: readFileSync(certificate), keepAlive: false });
    const [response] = (await once(get(`${address}/livez`, { agent }), 'response')) as [IncomingMessage];
    t.equal(response.statusCode, 200, command);
    response.resume();
    t.equal(await service.stop(), 0, command);
  }
});
