import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { createRelayHttp } from '../relay/http.ts';
import { isPrivateHost } from '../relay/public-address.ts';
import { importFromUrl } from './import-from-url.ts';

/** What an import asks and what it fetches, with a connection to a relay on this computer that serves a picture. */
async function importPath(path: string, { isAllowed = false, isOwn = true } = {}) {
  const relay = await startScriptedRelay();
  onTestFinished(() => relay.close());
  const picture = await sharp({ create: { width: 6, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  relay.answerWith((response) => response.writeHead(200).end(picture));
  const http = createRelayHttp({ appVersion: '0', resolveProxy: async () => 'DIRECT' });
  onTestFinished(() => http.close());
  const { pictures } = await startJobSide();
  const asked: string[] = [];
  const url = `${relay.baseUrl}${path}`;
  const baseUrl = isOwn ? relay.baseUrl : 'https://relay.example';
  const target = async () => ({ ok: true as const, data: { baseUrl } as never });
  const askPrivatePicture = async (address: string): Promise<boolean> => {
    asked.push(address);
    return isAllowed;
  };
  const parts = { connections: { target }, http, pictures, isPrivateHost, askPrivatePicture };
  const result = await importFromUrl({ connectionId: 'c', url }, parts);
  return { result, asked, url, fetched: relay.requests.map(({ path: one }) => one) };
}

// attack 54
it('a picture at a private address is fetched only if the person allows it', async () => {
  const denied = await importPath('/admin/reset');
  expect(denied.result).toMatchObject({ ok: false, error: { code: 'download.refused', billed: 'no' } });
  expect([denied.asked, denied.fetched]).toEqual([[denied.url], []]);
  const allowed = await importPath('/picture.png', { isAllowed: true });
  expect(allowed.result).toMatchObject({ ok: true, data: { widthPx: 6 } });
  expect(allowed.fetched).toEqual(['/picture.png']);
});

// attack 54
it('one that is not the relay’s own is never fetched, and not asked about', async () => {
  const { result, asked, fetched } = await importPath('/picture.png', { isAllowed: true, isOwn: false });
  expect(result).toMatchObject({ ok: false, error: { code: 'download.refused' } });
  expect([asked, fetched]).toEqual([[], []]);
});
