import { test } from 'tap';
import { readSettings } from '../../codegen/option/settings.ts';

// DATABASE_REPLICA_URLS: a URL for each standby.

const urls = (text: string, primary = 'postgresql://u@one/x') =>
  readSettings({ DATABASE_URL: primary, DATABASE_REPLICA_URLS: text }).replicaUrls;

test('commas or spaces are between the URLs', async (t) => {
  const two = ['postgresql://u:a,b@two:5432/x', 'postgres://u@three/x?target_session_attrs=standby'];
  t.strictSame(urls(two.join(',')), two);
  t.strictSame(urls(`  ${two.join(' , ')}\n`), two);
  t.strictSame(urls(''), []);
});

test('what is not the URL of one standby is refused', async (t) => {
  for (const [text, message] of [
    ['two', 'DATABASE_REPLICA_URLS is not a URL'],
    ['http://two/x', 'DATABASE_REPLICA_URLS begins with http:; expected postgresql: or postgres:'],
    ['postgres://two,three/x', 'a URL of DATABASE_REPLICA_URLS has several hosts; expected one URL for each standby'],
    [
      'postgres://two/x?target_session_attrs=primary',
      'DATABASE_REPLICA_URLS has target_session_attrs=primary; expected standbys',
    ],
  ] as const)
    t.throws(() => urls(text), { message });
  t.throws(() => urls('postgres://two/x', ''), { message: 'DATABASE_REPLICA_URLS is set; expected DATABASE_URL too' });
});
