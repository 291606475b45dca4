import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { edit, openImages, results } from './support/edits.ts';
import { expect, filesUnder, longUnless, test } from './support/fixtures.ts';
import {
  addImages,
  decode,
  paint,
  pixel,
  plainResults,
  writeDetailedPicture,
  writePicture,
} from './support/pictures.ts';

const PICTURE = { width: 800, height: 600 };

for (const hasAlpha of [false, true]) {
  const title = `outside the mask nothing changes${hasAlpha ? ', in a picture with alpha too' : ''}`;
  test(title, longUnless(hasAlpha), async ({ page, relay, saveDir, userData }) => {
    await openImages(page, relay);
    relay.answerWith(plainResults('#2040c0'));
    const file = await writeDetailedPicture(saveDir, 'source.png', PICTURE, hasAlpha);
    await addImages(page, file);
    await paint(page, PICTURE, [
      { x: 300, y: 300 },
      { x: 420, y: 320 },
    ]);
    await edit(page, 'Paint it blue');
    await expect(results(page)).toHaveCount(1);
    await results(page).first().click();
    await expect(page.getByText('Rest of the picture untouched ✓')).toBeVisible();

    const items = await filesUnder(path.join(userData, 'library/items'));
    const [item] = [...items.values()].map((bytes) => JSON.parse(bytes.toString('utf8')).item);
    expect(item.protected.outsideChangedPx).toBe(0);
    const { mediaId } = item.protected.picture;
    const kept = await decode(
      await readFile(path.join(userData, 'library/media', mediaId.slice(0, 2), `${mediaId}.png`)),
    );
    const source = await decode(await readFile(file));
    expect([kept.width, kept.height]).toEqual([source.width, source.height]);
    let changed = 0;
    let changedFarAway = 0;
    for (let y = 0; y < source.height; y++) {
      for (let x = 0; x < source.width; x++) {
        const isSame = pixel(source, { x, y }).every((value, channel) => value === pixel(kept, { x, y })[channel]);
        if (isSame) continue;
        changed++;
        if (x < 200 || x > 520 || y < 200 || y > 420) changedFarAway++;
      }
    }
    expect(changed).toBeGreaterThan(500);
    expect(changedFarAway).toBe(0);
    expect(pixel(kept, { x: 360, y: 310 }).slice(0, 3)).toEqual([0x20, 0x40, 0xc0]);
  });
}

// fault 24
test('stopped and started again: picture, mask, instruction and results are back', { tag: '@journey' }, async ({
  page,
  relay,
  saveDir,
  restart,
}) => {
  await openImages(page, relay);
  relay.answerWith(plainResults('teal'));
  await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
  await paint(page, PICTURE, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  await edit(page, 'Remember me');
  await expect(results(page)).toHaveCount(1);
  const again = await restart();
  await again.getByRole('tab', { name: 'Library' }).click();
  await again.getByRole('grid', { name: 'Library items' }).getByRole('gridcell').first().click();
  await again.keyboard.press('Enter');
  await again.getByRole('button', { name: 'Open in Images' }).click();
  await expect(again.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('Remember me');
  await expect(again.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(1);
  await expect(again.getByText(/mask \d+ ?%/).first()).toBeVisible();
});
