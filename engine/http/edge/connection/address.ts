import { isIPv6 } from 'node:net';

/**
 * The key of a client: its IPv4 address, or the /64 network of its IPv6 address, since one client has the whole
 * network.
 */
export function clientOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}
