// Which IP addresses are ordinary public ones. The table has every range of the IANA special-purpose registries for
// IPv4 and IPv6 (as of 2026), and those for multicast and of withdrawn standards. Pure functions.

/** Ranges that are not ordinary public unicast, with the document that defines each. */
export const SPECIAL_RANGES: readonly (readonly [network: string, prefix: number, definedBy: string])[] = [
  ['0.0.0.0', 8, 'RFC 791: this network'],
  ['10.0.0.0', 8, 'RFC 1918: private use'],
  ['100.64.0.0', 10, 'RFC 6598: shared by a provider’s customers'],
  ['127.0.0.0', 8, 'RFC 1122: loopback'],
  ['169.254.0.0', 16, 'RFC 3927: link-local, and the metadata of cloud machines'],
  ['172.16.0.0', 12, 'RFC 1918: private use'],
  ['192.0.0.0', 24, 'RFC 6890: protocol assignments, the anycast addresses of PCP and TURN among them'],
  ['192.0.2.0', 24, 'RFC 5737: documentation'],
  ['192.31.196.0', 24, 'RFC 7535: AS112'],
  ['192.52.193.0', 24, 'RFC 7450: AMT'],
  ['192.88.99.0', 24, 'RFC 7526: relays of 6to4, withdrawn'],
  ['192.168.0.0', 16, 'RFC 1918: private use'],
  ['192.175.48.0', 24, 'RFC 7534: AS112'],
  ['198.18.0.0', 15, 'RFC 2544: benchmarks'],
  ['198.51.100.0', 24, 'RFC 5737: documentation'],
  ['203.0.113.0', 24, 'RFC 5737: documentation'],
  ['224.0.0.0', 4, 'RFC 1112: multicast'],
  ['240.0.0.0', 4, 'RFC 1112: reserved, and the limited broadcast'],
  ['::', 96, 'RFC 4291: unspecified, loopback, and IPv4-compatible addresses, withdrawn'],
  ['::ffff:0:0:0', 96, 'RFC 2765: IPv4-translated addresses'],
  ['64:ff9b:1::', 48, 'RFC 8215: translation inside a network'],
  ['100::', 64, 'RFC 6666: discard only'],
  ['100:0:0:1::', 64, 'RFC 9780: dummy prefix'],
  ['2001::', 23, 'RFC 2928: protocol assignments, Teredo, ORCHID and benchmarks among them'],
  ['2001:db8::', 32, 'RFC 3849: documentation'],
  ['2002::', 16, 'RFC 3056: 6to4, which embeds an IPv4 address'],
  ['2620:4f:8000::', 48, 'RFC 7534: AS112'],
  ['3fff::', 20, 'RFC 9637: documentation'],
  ['5f00::', 16, 'RFC 9602: segment routing'],
  ['fc00::', 7, 'RFC 4193: unique local'],
  ['fe80::', 10, 'RFC 4291: link-local'],
  ['fec0::', 10, 'RFC 3879: site-local, withdrawn'],
  ['ff00::', 8, 'RFC 4291: multicast'],
];

/** Ranges whose last 32 bits are an IPv4 address that is reached in their stead. */
const EMBEDDING_RANGES: readonly (readonly [network: string, prefix: number])[] = [
  // RFC 4291: IPv4-mapped.
  ['::ffff:0:0', 96],
  // RFC 6052: NAT64. A network with IPv6 only names public servers so.
  ['64:ff9b::', 96],
];
/** All that is routed as global unicast so far (RFC 4291). */
const GLOBAL_UNICAST = ['2000::', 3] as const;

/**
 * Whether an IP address, without brackets, is an ordinary public one. An IPv4 address inside an IPv6 one is judged as
 * itself. False for what is no address, names and addresses with a zone included.
 */
export function isPublicAddress(address: string): boolean {
  const bytes = parseAddress(address);
  if (!bytes) return false;
  if (EMBEDDING_RANGES.some((range) => isWithin(bytes, range))) return isPublicAddress(bytes.slice(12).join('.'));
  if (bytes.length === 16 && !isWithin(bytes, GLOBAL_UNICAST)) return false;
  return !SPECIAL_RANGES.some((range) => isWithin(bytes, range));
}

function isWithin(bytes: readonly number[], [network, prefix]: readonly [string, number, string?]): boolean {
  const base = parseAddress(network) ?? [];
  if (base.length !== bytes.length) return false;
  return bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefix - index * 8));
    const mask = (0xff00 >> bits) & 0xff;
    return (byte & mask) === ((base[index] ?? 0) & mask);
  });
}

/** The 4 or 16 bytes of an address; undefined if it is none. */
function parseAddress(text: string): number[] | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): number[] | undefined {
  const parts = text.split('.');
  const isValid = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isValid ? parts.map(Number) : undefined;
}

function parseIpv6(text: string): number[] | undefined {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return undefined;
  const before = bytesOfGroups(head);
  const after = tail === undefined ? [] : bytesOfGroups(tail);
  if (!before || !after) return undefined;
  const missing = 16 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...before, ...Array<number>(missing).fill(0), ...after];
}

/** The bytes of groups of four hexadecimal digits, the last of which may be an IPv4 address. */
function bytesOfGroups(text: string): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (index === groups.length - 1 && group.includes('.')) {
      const ipv4 = parseIpv4(group);
      if (!ipv4) return undefined;
      bytes.push(...ipv4);
    } else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return undefined;
  }
  return bytes;
}
