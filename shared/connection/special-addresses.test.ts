import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, SPECIAL_RANGES } from './special-addresses.ts';

/** Rows of https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry, one address each. */
const REGISTRY = [
  ...['0.0.0.0', '0.1.2.3', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.0', '192.0.0.8', '192.0.0.9', '192.0.0.10'],
  ...['192.0.0.170', '192.0.0.171', '192.0.2.7', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.255.255'],
  ...['192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.9', '203.0.113.9', '224.0.0.1', '239.255.255.250'],
  ...['240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:0:7f00:1', '64:ff9b::7f00:1'],
  ...['64:ff9b::192.168.0.1', '64:ff9b:1::1', '64:ff9b:1:ffff::5db8:d822', '100::1', '100:0:0:1::1', '2001::1'],
  ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:1::1', '2001:1::2', '2001:1::3', '2001:2::1', '2001:3::1'],
  ...['2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff:ffff::1', '2001:db8::1', '2002:7f00:1::'],
  ...['2002:5db8:d822::1', '2620:4f:8000::1', '3fff::1', '3fff:fff:ffff::1', '5f00::1', 'fc00::1', 'fdff::1'],
  ...['fe80::1', 'febf::1', 'fec0::1', 'feff::1', 'ff02::1', '4000::1', '8000::1'],
];
const PUBLIC = [
  ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255'],
  ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['2000::1', '2001:200::1', '2001:db7:ffff::1', '2001:db9::', '2003::1', '2606:2800:220:1::1', '3ffe::1'],
  ...['::ffff:93.184.216.34', '::ffff:5db8:d822', '64:ff9b::5db8:d822', '2620:4f:7fff::1', '3FFE::A'],
];

// attack 29
it.each(REGISTRY)('%s is special', (address) => {
  expect(isIP(address)).not.toBe(0);
  expect(isPublicAddress(address)).toBe(false);
});

it.each(PUBLIC)('%s is public', (address) => {
  expect(isIP(address)).not.toBe(0);
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '',
  'relay.example',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '1.2.3.256',
  '0x7f.0.0.1',
  '2130706433',
  '[::1]',
  ':::',
])('%j is no address', (text) => expect(isPublicAddress(text)).toBe(false));

describe('whatever the address', () => {
  it('agrees with Node about what is one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[0-9a-f:.%]{0,24}$/)), (text) => {
        if (isPublicAddress(text)) expect(isIP(text)).not.toBe(0);
      }),
    );
  });

  it('an IPv4 address is judged alike in each of its spellings in IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const expected = isPublicAddress(ip);
        expect([isPublicAddress(`::ffff:${ip}`), isPublicAddress(`64:ff9b::${ip}`)]).toEqual([expected, expected]);
        expect([isPublicAddress(`::${ip}`), isPublicAddress(`::ffff:0:${ip}`)]).toEqual([false, false]);
      }),
    );
  });
});

it('every row of the table is a range that begins at its network', () => {
  for (const [network, prefix, definedBy] of SPECIAL_RANGES) {
    expect(isPublicAddress(network), network).toBe(false);
    expect(prefix).toBeLessThanOrEqual(isIP(network) === 4 ? 32 : 128);
    expect(definedBy).toMatch(/^RFC \d+: /);
  }
});
