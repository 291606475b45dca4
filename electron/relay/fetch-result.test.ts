import { expect, it, vi } from 'vitest';
import { ok } from '../../shared/result.ts';
import { fetchResult } from './fetch-result.ts';
import type { RelayHttp } from './http.ts';

vi.mock('node:dns/promises', async (original) => ({
  ...(await original<typeof import('node:dns/promises')>()),
  async lookup(name: string) {
    if (name === 'dead.example') throw new Error('ENOTFOUND');
    return [{ address: name === 'inside.example' ? '10.1.2.3' : '93.184.216.34', family: 4 }];
  },
}));

/** Fetches an address of a network in which `https://hop.example/<url>` redirects to a URL and all else is gone. */
async function refusal(url: string) {
  const http: RelayHttp = {
    async call(call) {
      const { host, pathname } = new URL(call.url);
      const location = host === 'hop.example' ? decodeURIComponent(pathname.slice(1)) : undefined;
      const body = Object.assign((async function* () {})(), { destroy: () => undefined });
      return ok({ status: location === undefined ? 404 : 302, headers: { location }, body });
    },
    close: async () => undefined,
  };
  const place = { askedUrl: 'https://relay.example/v1/images/edits', key: 'k', allowedOrigins: [] };
  const openFile = async () => ({ write: async () => undefined, discard: async () => undefined });
  const reader = { openFile, signal: new AbortController().signal, fetchAgainMs: [], onBug: vi.fn() };
  const fetched = await fetchResult(http, url, place, reader);
  return fetched.ok ? undefined : fetched.error;
}

it.each([
  ['http://b.example:81/1.png', 'http://b.example:81'],
  [`https://hop.example/${encodeURIComponent('http://b.example/1.png')}`, 'http://b.example'],
  // A proxy may know the name.
  ['http://dead.example/1.png', 'http://dead.example'],
])('%s is let through if a person allows it', async (url, refusedOrigin) => {
  const details = { url, refusedOrigin, canAllow: true };
  expect(await refusal(url)).toMatchObject({ code: 'result.refused', details });
});

it.each([
  'http://inside.example/1.png',
  'http://10.1.2.3/1.png',
  'https://10.1.2.3/1.png',
  'http://localhost:9/1.png',
  'http://me:secret@b.example/1.png',
  'ftp://b.example/1.png',
  `https://hop.example/${encodeURIComponent('https://10.1.2.3/1.png')}`,
])('%s stays forbidden whatever a person says, so nobody is asked', async (url) => {
  const error = await refusal(url);
  expect(error).toMatchObject({ code: 'result.refused' });
  expect(error?.details).not.toHaveProperty('canAllow');
});

it('what is refused by nobody is not to be allowed', async () => {
  const error = await refusal('https://b.example/1.png');
  expect(error).toMatchObject({ code: 'result.lost' });
  expect(error?.details).not.toHaveProperty('canAllow');
});
