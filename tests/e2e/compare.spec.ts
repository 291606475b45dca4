import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { replies } from '../fakes/scripted-relay.ts';
import { edit, openWithPicture, PICTURE, results, saveAsItIs, saveSheet } from './support/edits.ts';
import { expect, filesUnder, test } from './support/fixtures.ts';

test('a result is saved as it is, or as jpeg or webp of a quality; lost transparency is reported', {
  tag: '@journey',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  const glass = await sharp({ create: { width: 2217, height: 1663, channels: 4, background: '#20408080' } })
    .png()
    .toBuffer();
  relay.answerWith(replies.json(200, { data: [{ b64_json: glass.toString('base64') }] }));
  await edit(page, 'Blue glass');
  await results(page).click();
  const saved = async (name: string): Promise<Buffer> => {
    await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain(name);
    return readFile(path.join(saveDir, name));
  };
  // Saved at once: the result is brought back to the size of its picture before.
  await saveAsItIs(page);
  expect(await sharp(await saved('source – edit 1.png')).metadata()).toMatchObject({ ...PICTURE, hasAlpha: true });

  const open = () => page.getByRole('button', { name: 'Save as…' }).click();
  await open();
  await saveSheet(page).getByText('JPEG', { exact: true }).click();
  await expect(page.getByText('transparent areas become white')).toBeVisible();
  await page.getByRole('slider', { name: 'Quality' }).fill('40');
  await page.getByRole('button', { name: 'Save…', exact: true }).click();
  const jpeg = sharp(await saved('source – edit 2.jpg'));
  expect(await jpeg.metadata()).toMatchObject({ format: 'jpeg', ...PICTURE });
  const [red = 0, , blue = 0] = [...(await jpeg.raw().toBuffer()).subarray(0, 3)];
  expect([Math.abs(red - 0x90) < 6, Math.abs(blue - 0xc0) < 6]).toEqual([true, true]);

  await open();
  await saveSheet(page).getByText('WebP', { exact: true }).click();
  await expect(page.getByText('transparent areas become white')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save…', exact: true }).click();
  expect(await sharp(await saved('source – edit 3.webp')).metadata()).toMatchObject({ format: 'webp', hasAlpha: true });
});
