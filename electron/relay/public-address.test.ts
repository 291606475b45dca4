import { describe, expect, it } from 'vitest';
import { judgeAddress } from './download.ts';
import { isPrivateHost } from './public-address.ts';

describe('judgeAddress', () => {
  const own = 'http://127.0.0.1:4000';
  it.each([
    ['http://127.0.0.1:4000/results/1.png', 'any'],
    ['https://pictures.example/1.png', 'public'],
    ['http://pictures.example/1.png', undefined],
    ['https://:secret@pictures.example/1.png', undefined],
    ['http://127.0.0.1:4001/x', undefined],
    ['https://127.0.0.1/x', undefined],
    ['https://[::1]/x', undefined],
    ['https://0x7f000001/x', undefined],
    ['https://2130706433/x', undefined],
    ['https://user:secret@pictures.example/1.png', undefined],
    ['file:///etc/passwd', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['blob:https://x/1', undefined],
    ['nonsense', undefined],
    ['https://localhost/x', undefined],
    ['https://a.localhost./x', undefined],
    ['https://[fec0::1]/x', undefined],
    ['https://[64:ff9b:1::7f00:1]/x', undefined],
    ['https://[64:ff9b::5db8:d822]/x', 'public'],
  ])('%s → %s', (address, expected) => expect(judgeAddress(address, { connectionBaseUrl: own })).toBe(expected));

  it.each([
    ['https://relay.example/1.png', 'any'],
    ['https://relay.example:443/1.png', 'any'],
    ['http://relay.example/1.png', undefined],
    ['https://relay.example:8443/1.png', 'public'],
    ['https://relay.example.evil/1.png', 'public'],
  ])('of the relay https://relay.example/base: %s → %s', (address, expected) =>
    expect(judgeAddress(address, { connectionBaseUrl: 'https://relay.example/base' })).toBe(expected),
  );

  it('a relay inside the network is reached at its own origin only', () => {
    const judge = (address: string) => judgeAddress(address, { connectionBaseUrl: 'https://192.168.1.9:8000/base' });
    expect(['https://192.168.1.9:8000/a', 'http://192.168.1.9:8000/a', 'https://192.168.1.9/a'].map(judge)).toEqual([
      'any',
      undefined,
      undefined,
    ]);
  });
});

describe('a host is private', () => {
  it.each([
    ['192.168.1.9', true],
    ['[fd00::1]', true],
    ['93.184.216.34', false],
    ['[2606:2800:220:1::1]', false],
    ['localhost', true],
    ['does-not-exist.invalid', false],
  ])('%s: %s', async (host, expected) => expect(await isPrivateHost(host)).toBe(expected));
});
