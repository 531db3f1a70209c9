import { test } from 'tap';
import { isPrivateAddress, publicLookup } from '../../engine/feature/subscription/target.ts';

const addresses: readonly (readonly [address: string, isPrivate: boolean])[] = [
  ['8.8.8.8', false],
  ['9.255.255.255', false],
  ['10.0.0.0', true],
  ['10.255.255.255', true],
  ['11.0.0.0', false],
  ['0.0.0.0', true],
  ['100.63.255.255', false],
  ['100.64.0.0', true],
  ['127.0.0.1', true],
  ['169.254.169.254', true],
  ['172.15.255.255', false],
  ['172.16.0.0', true],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['192.168.1.1', true],
  ['223.255.255.255', false],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['::', true],
  ['::1', true],
  ['::ffff:8.8.8.8', true],
  ['::ffff:127.0.0.1', true],
  ['64:ff9b::a00:1', true],
  ['fc00::1', true],
  ['fe80::1', true],
  ['ff02::1', true],
  ['2002:a00:1::', true],
  ['2001:0:a00:1::', true],
  ['2001:db8::1', true],
  ['2001:4860:4860::8888', false],
  ['2a00:1450::1', false],
];

test('an address is private unless the internet leads to it', async (t) => {
  for (const [address, isPrivate] of addresses) t.equal(isPrivateAddress(address), isPrivate, address);
});

test('a name is looked up for the connection itself, which a private address does not get', async (t) => {
  for (const options of [{}, { all: true }]) {
    const error = await new Promise((resolve) => publicLookup('localhost', options, resolve));
    t.match(error, { message: 'localhost is a private address' });
  }
});
