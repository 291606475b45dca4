import { describe, expect, it } from 'vitest';
import { judgeAddress } from './download.ts';
import { isPublicAddress } from './public-address.ts';

it.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['not an address', false],
])('%s is public: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected));

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
  ])('%s → %s', (address, expected) => expect(judgeAddress(address, { connectionBaseUrl: own })).toBe(expected));
});
