import sharp from 'sharp';
import { openImages, results } from '../../e2e/support/edits.ts';
import { addImages, editsOf, plainResults, writePicture } from '../../e2e/support/pictures.ts';
import { expectSame, recallFromLibrary } from '../../e2e/support/recalling.ts';
import { expect, test } from '../support/fixtures.ts';

const PICTURE = { width: 800, height: 600 };

test('an edit with references, one of them fitted, is the same request after a restart', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  relay.answerWith(plainResults('teal'));
  const large = `${saveDir}/large.png`;
  // Uncompressed, so that the file is over the limit.
  await sharp({ create: { width: 1800, height: 2000, channels: 3, background: '#888' } })
    .png({ compressionLevel: 0 })
    .toFile(large);
  const source = await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height);
  await addImages(page, source, await writePicture(saveDir, 'two.png', 300, 300), large);
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Like images 2 and 3');
  await page.getByRole('button', { name: 'Shrink to the relay’s limits' }).click();
  await expect(page.getByText('smaller', { exact: true })).toBeVisible({ timeout: 30_000 });
  const size = page.getByRole('combobox', { name: 'Size', exact: true });
  await size.fill('2400x1600');
  await size.press('Tab');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(results(page)).toHaveCount(1);
  expect(editsOf(relay.requests)[0]?.headers['content-type']).toBe('application/json');

  await page.reload();
  await recallFromLibrary(page);
  await expect(page.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(3);
  await expectSame(page, relay);
});
