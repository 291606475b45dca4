import { expect, test } from './support/fixtures.ts';
import { addImages, writePicture } from './support/pictures.ts';

test('a large picture is shown by a thumbnail that is made once, a small one by its own file', async ({
  page,
  saveDir,
  restart,
}) => {
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

  const again = await restart();
  await again.getByRole('tab', { name: 'Images' }).click();
  const kept = again.getByRole('list', { name: 'References' }).locator('img').first();
  await expect(kept).toHaveAttribute('src', /^\/thumbnails\/[0-9a-f]{64}$/);
  await expect.poll(() => kept.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
});
