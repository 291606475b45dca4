import type { Locator } from '@playwright/test';
import { edit, openWithPicture, PICTURE, results } from '../../e2e/support/edits.ts';
import { connectTo, generate } from '../../e2e/support/page-actions.ts';
import { addImages, plainResults, writePicture } from '../../e2e/support/pictures.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test('a large picture is shown by a thumbnail that is made once, a small one by its own file', {
  tag: '@slow',
}, async ({ page, saveDir }) => {
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(
    page,
    await writePicture(saveDir, 'large.png', 1600, 1200),
    await writePicture(saveDir, 'small.png', 600, 400),
  );
  const pictures = page.getByRole('list', { name: 'References' }).locator('img');
  await expect(pictures.first()).toHaveAttribute('src', /^\/thumbnails\/[0-9a-f]{64}\?made$/);
  await expect(pictures.nth(1)).toHaveAttribute('src', /^\/media\//);
  const width = () => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(512);

  await page.reload();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(pictures.first()).toHaveAttribute('src', /^\/thumbnails\/[0-9a-f]{64}$/);
  await expect.poll(width).toBe(512);
});

test('a result is shown whole, and by the part that was changed while the pointer is over it', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  const region = page.getByRole('region', { name: 'Mask canvas' });
  const canvas = await region.boundingBox();
  if (canvas === null) throw new Error('There is no canvas.');
  await page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  await edit(page, 'A dot');
  await expect(results(page)).toHaveCount(1);
  // The history has had its place before, so the picture has not moved.
  expect(await region.boundingBox()).toEqual(canvas);
  const widthOf = (image: Locator) => image.evaluate((one: HTMLImageElement) => one.naturalWidth);
  const thumbnail = results(page).locator('img');
  await expect.poll(() => widthOf(thumbnail)).toBe(PICTURE.width);
  await results(page).hover();
  await expect(thumbnail).toHaveAttribute('src', /\/changed\?made$/);
  await expect.poll(() => widthOf(thumbnail)).toBe(PICTURE.width * 0.4);
  await page.getByRole('tab', { name: 'Library' }).click();
  const kept = page.getByRole('gridcell').locator('img');
  await expect.poll(() => widthOf(kept)).toBe(PICTURE.width);
});

test('the waveforms of many takes leave no picture behind', async ({ page, relay, browserName }) => {
  test.skip(browserName !== 'chromium', 'detached nodes are asked of the browser');
  await connectTo(page, relay);
  await page.getByRole('tab', { name: 'Speech' }).click();
  const count = 6;
  for (let made = 1; made <= count; made++) {
    relay.answerWith(replies.audio(pcmTone(made / 4)));
    await generate(page, `Sentence ${made}.`);
    await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(made);
  }
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(page.getByRole('gridcell').locator('[style*="mask-image"]')).toHaveCount(count);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes');
  // What is kept is used again for the next.
  expect(detachedNodes.filter(({ treeNode }) => treeNode.nodeName === 'IMG').length).toBeLessThanOrEqual(count);
});
