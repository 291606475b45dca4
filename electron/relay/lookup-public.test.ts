import type { LookupAddress } from 'node:dns';
import { expect, it, vi } from 'vitest';
import { lookupPublic } from './public-address.ts';

const names: Record<string, readonly LookupAddress[]> = {
  'public.example': [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ],
  'private.example': [{ address: '192.168.1.1', family: 4 }],
  'mixed.example': [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ],
  'empty.example': [],
};

vi.mock('node:dns', () => ({
  lookup: (name: string, _options: object, answer: (error: Error | null, found: readonly LookupAddress[]) => void) => {
    const found = names[name];
    answer(found ? null : Object.assign(new Error(name), { code: 'ENOTFOUND' }), found ?? []);
  },
}));

/** The result of a lookup: an error's code, all addresses, or the first one with its family. */
function look(name: string, all: boolean): Promise<unknown> {
  return new Promise((resolve) => {
    lookupPublic(name, { all }, (error, address, family) =>
      resolve(error?.code ?? (all ? address : [address, family])),
    );
  });
}

it('returns the public addresses of a name, all or the first', async () => {
  expect(await look('public.example', true)).toEqual(names['public.example']);
  expect(await look('public.example', false)).toEqual(['93.184.216.34', 4]);
});

it.each(['private.example', 'mixed.example'])('refuses %s: one private address is enough', async (name) => {
  expect(await look(name, true)).toBe('PRIVATE_ADDRESS');
  expect(await look(name, false)).toBe('PRIVATE_ADDRESS');
});

it('a name without addresses and an unknown name are errors', async () => {
  expect(await look('empty.example', false)).toBe('PRIVATE_ADDRESS');
  expect(await look('unknown.example', true)).toBe('ENOTFOUND');
});
