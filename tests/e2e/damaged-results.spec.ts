import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { replies } from '../fakes/scripted-relay.ts';
import { edit, historyList, openWithPicture, PICTURE } from './support/edits.ts';
import { expect, filesUnder, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { decode, type Point, pixel } from './support/pictures.ts';

const TEAL = [0, 128, 128];
const [WIDTH, HEIGHT] = [2217, 1663];

/** A teal picture with noise in one column, so that a cut file has a part that can be shown. */
async function tealPng(): Promise<Buffer> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    data.set(TEAL, at * 3);
    if (at % WIDTH < 64) data.set([(at * 7919) % 251, (at * 104_729) % 241, (at * 31) % 239], at * 3);
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}

/** What is seen of the compared picture at a share of its sides, with everything after the edit in view. */
async function seenAt(page: Page, share: Point): Promise<number[]> {
  const box = await page.getByRole('img', { name: /^(Before|原图)$/ }).boundingBox();
  if (box === null) throw new Error('The comparison is not to be seen');
  const clip = {
    x: Math.round(box.x + share.x * box.width),
    y: Math.round(box.y + share.y * box.height),
    width: 1,
    height: 1,
  };
  return pixel(await decode(await page.screenshot({ clip })), { x: 0, y: 0 }).slice(0, 3);
}

test('a result that was cut off is marked, shown as far as it goes, never filled in with the source, and saved as it came', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  const source = await decode(await readFile(path.join(saveDir, 'source.png')));
  const whole = await tealPng();
  const cut = whole.subarray(0, Math.floor(whole.length * 0.5));
  // It has a header and nothing to show.
  const empty = whole.subarray(0, 60);
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(900, 7)]);
  const data = [cut, whole, empty, heic].map((bytes) => ({ b64_json: bytes.toString('base64') }));
  relay.answerWith(replies.json(200, { created: 1, data }));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('4');
  await edit(page, 'Cut off');

  const tile = (name: string) => historyList(page).getByRole('button', { name, exact: true });
  await expect(tile('Result 1. Damaged')).toBeVisible();
  await expect(tile('Result 2')).toBeVisible();
  await expect(tile('Result 3. Unreadable')).toBeVisible();
  await tile('Result 1. Damaged').click();
  const notice = page.getByRole('note');
  await expect(notice).toContainText('is cut off or damaged');
  await expect(notice).toContainText('the relay has billed it');
  await page.getByRole('slider', { name: 'Before and after' }).press('Home');
  await expect.poll(() => seenAt(page, { x: 0.5, y: 0.1 })).toEqual(TEAL);
  const sourceAt = ({ x, y }: Point): number[] =>
    pixel(source, { x: Math.floor(x * PICTURE.width), y: Math.floor(y * PICTURE.height) }).slice(0, 3);
  for (const place of [
    { x: 0.4, y: 0.9 },
    { x: 0.9, y: 0.95 },
  ]) {
    expect(await seenAt(page, place)).not.toEqual(sourceAt(place));
    expect(await seenAt(page, place)).not.toEqual(TEAL);
  }
  await notice.getByRole('button', { name: 'Save as received (.png)…' }).click();
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain('Cut off.png');
  expect((await readFile(path.join(saveDir, 'Cut off.png'))).equals(cut)).toBe(true);

  // Decoding has shown it, and what the relay sent is kept.
  const query = { search: '', kind: 'reply', beforeId: null, limit: 10 } as const;
  await expect.poll(async () => (await ask(page, 'library.list', query)).items).toHaveLength(1);
  await tile('Result 3. Unreadable').click();
  await expect(notice).toContainText('None of it can be shown');
  const top = { x: 0.6, y: 0.2 };
  await expect.poll(() => seenAt(page, top)).not.toEqual(TEAL);
  expect(await seenAt(page, top)).not.toEqual(sourceAt(top));

  await ask(page, 'settings.update', { language: 'zh' });
  await historyList(page)
    .or(page.getByRole('list', { name: '结果' }))
    .getByRole('button', { name: '结果 4。HEIC：无法显示' })
    .click();
  await expect(page.getByRole('note')).toContainText('这是 HEIC 图片，无法在这里显示。');
  await expect(page.getByRole('note')).toContainText('中转站已计费');
  await page.getByRole('note').getByRole('button', { name: /heic/ }).click();
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain('Cut off.heic');
  expect((await readFile(path.join(saveDir, 'Cut off.heic'))).equals(heic)).toBe(true);
});
