import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not of the public internet (the special-purpose registries of RFC 6890). */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');

/** The public addresses of IPv6, without the ones that lead to IPv4 (6to4, Teredo) and the documentation's own. */
const publicAddresses = new BlockList();
publicAddresses.addSubnet('2000::', 3, 'ipv6');
const tunnels = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  tunnels.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address, as text, is not of the public internet. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return privateAddresses.check(address, 'ipv4');
  return !publicAddresses.check(address, 'ipv6') || tunnels.check(address, 'ipv6');
}

/** Why events cannot be sent to a URL, by itself; null when they may. Its name is looked up when they are. */
export function targetObstacle(url: string, allowsPrivate: boolean): string | null {
  if (!URL.canParse(url)) return 'must be a URL';
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be a URL with http or https';
  if (username !== '' || password !== '') return 'must have no user and no password';
  const address = hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(address) === 0 ? isLocalName(hostname) : isPrivateAddress(address);
  return isPrivate && !allowsPrivate ? 'must not be a private address' : null;
}

function isLocalName(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

/**
 * Looks a name up for a connection, which then uses exactly the checked address: a second lookup might return another
 * one.
 */
export const publicLookup: LookupFunction = (name, options, callback) => {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new Error(`${name} is a private address`), []);
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};
