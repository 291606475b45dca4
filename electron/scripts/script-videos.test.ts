import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { createProtocolHandler } from '../protocol.ts';
import { openSettingsFile } from '../settings/settings-file.ts';
import { createScriptVideos } from './script-videos.ts';

async function start() {
  const folder = await tempFolder();
  const file = path.join(folder, 'Film.webm');
  await writeFile(file, 'a video');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const settings = await openSettingsFile(path.join(folder, 'settings.json'), () => undefined);
  let chosen: string | undefined = file;
  const begin = () => createScriptVideos({ settings, askVideo: async () => chosen });
  const videos = begin();
  const serve = createProtocolHandler(
    folder,
    async () => undefined,
    () => undefined,
    videos.find,
  );
  const get = (address: string, headers = {}) => serve(new Request(`app://studio/video/${address}`, { headers }));
  const choose = (next: string | undefined) => {
    chosen = next;
    return videos.choose('a');
  };
  return { folder, file, settings, begin, videos, get, choose };
}

// attack 57
it('serves only the video that was chosen, under the token that was given last', async () => {
  const { folder, videos, get, file, choose } = await start();
  expect(await videos.open('a')).toBeNull();
  const first = await choose(file);
  expect(first).toEqual({ name: 'Film.webm', token: expect.any(String), problem: null, isHidden: false });
  const part = await get(first?.token ?? '', { range: 'bytes=2-4' });
  expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/webm', 'vid']);
  const again = await videos.open('a');
  expect(again?.token).not.toBe(first?.token);
  expect(JSON.stringify(again)).not.toContain(path.basename(folder));
  const others = [first?.token ?? '', encodeURIComponent(file), `..%2f${again?.token}`, '0'.repeat(64), 'Film.webm'];
  for (const other of others) expect((await get(other)).status).toBe(404);
  expect(await videos.open('b')).toBeNull();
  expect((await get(again?.token ?? '')).status).toBe(404);
});

it('says why one cannot be played, and keeps no other kind of file', async () => {
  const { folder, videos, choose } = await start();
  const text = await choose(path.join(folder, 'secret.txt'));
  expect(text).toEqual({ name: 'secret.txt', token: null, problem: 'unplayable', isHidden: false });
  expect(await videos.open('a')).toBeNull();
  expect(await choose(path.join(folder, 'Gone.mp4'))).toMatchObject({ token: null, problem: 'missing' });
  expect(await choose(undefined)).toBeNull();
});

it('is remembered with its script, hidden or not, until it is removed', async () => {
  const { videos, begin, get, choose, file, settings } = await start();
  const chosen = await choose(file);
  videos.setHidden('a', true);
  videos.setHidden('b', true);
  expect(await begin().open('a')).toMatchObject({ name: 'Film.webm', isHidden: true, problem: null });
  videos.remove('a');
  expect((await get(chosen?.token ?? '')).status).toBe(404);
  expect(await begin().open('a')).toBeNull();
  expect(settings.videoOf('__proto__')).toBeUndefined();
});
