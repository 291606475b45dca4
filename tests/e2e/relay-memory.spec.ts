import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { DEFAULT_IMAGE_MODEL } from '../../shared/images/limits.ts';
import { expect, onlyOn, test } from './support/fixtures.ts';
import { practicePid } from './support/launch.ts';
import { residentMb } from './support/memory.ts';
import { ask } from './support/page-actions.ts';

onlyOn('linux', 'the memory of a process is read from /proc');
test.use({ sharesApp: false });

test('16 edits of 31 MB at once leave the practice relay small', { tag: '@long' }, async ({ page, app }) => {
  test.setTimeout(5 * 60_000);
  await expect.poll(async () => (await ask(page, 'app.getState', null)).practice).toBe('running');
  const { connections } = await ask(page, 'app.getState', null);
  const baseUrl = connections.find(({ isPractice }) => isPractice)?.baseUrl;
  const pid = await practicePid(app);
  const [, key] = /PRACTICE_RELAY_KEY=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? [];
  const side = { width: 3214, height: 3214 };
  const noise = randomFillSync(Buffer.alloc(side.width * side.height * 3));
  const png = await sharp(noise, { raw: { ...side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const edit = async (): Promise<number> => {
    const form = new FormData();
    const fields = { model: DEFAULT_IMAGE_MODEL, prompt: 'darken', size: '2048x2048', output_format: 'jpeg' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('image', new Blob([new Uint8Array(png)]), 'noise.png');
    const headers = { authorization: `Bearer ${key}` };
    const reply = await fetch(`${baseUrl}/v1/images/edits`, { method: 'POST', headers, body: form });
    await reply.arrayBuffer();
    return reply.status;
  };
  expect(await Promise.all(Array.from({ length: 16 }, edit))).toEqual(Array(16).fill(200));
  console.log(`Once they are done: ${Math.round(residentMb(pid))} MB`);
  // Its idle threads end half a minute later.
  await expect.poll(() => residentMb(pid), { timeout: 60_000, intervals: [1000] }).toBeLessThan(300);
  console.log(`At rest: ${Math.round(residentMb(pid))} MB`);
});
