import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { connectTo } from '../../e2e/support/page-actions.ts';
import { addImages, editsOf, paint, plainResults, writePicture } from '../../e2e/support/pictures.ts';
import type { ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const tray = (page: Page) => page.getByRole('list', { name: 'References' });
const picture = (page: Page, number: number) => tray(page).getByRole('button', { name: `Picture ${number}: ` });
const instruction = (page: Page) => page.getByRole('textbox', { name: 'Edit instruction' });

async function open(page: Page, relay: ScriptedRelay): Promise<void> {
  await connectTo(page, relay);
  relay.answerWith(plainResults('#2040c0'));
  await page.getByRole('tab', { name: 'Images' }).click();
}

/** Sends the edit and gives the JSON that reached the relay. */
async function send(page: Page, relay: ScriptedRelay): Promise<{ prompt: string; image: string | string[] }> {
  const before = editsOf(relay.requests).length;
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect.poll(() => editsOf(relay.requests).length).toBe(before + 1);
  return JSON.parse(editsOf(relay.requests).at(-1)?.body ?? '{}');
}

test('pictures are ordered, named, replaced and removed by keyboard alone', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await open(page, relay);
  await addImages(
    page,
    await writePicture(saveDir, 'a.png', 400, 300),
    await writePicture(saveDir, 'b.png', 300, 400),
    await writePicture(saveDir, 'c.png', 320, 320),
  );
  await picture(page, 3).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(picture(page, 2)).toHaveAccessibleName('Picture 2: c.png');
  await instruction(page).focus();
  await page.keyboard.type('Like');
  await tray(page).getByRole('button', { name: 'Insert picture 2 into the instruction' }).focus();
  await page.keyboard.press('Enter');
  await expect(instruction(page)).toHaveValue('Like image 2');
  await expect(page.locator('mark')).toHaveText('image 2');
  await expect(instruction(page)).toBeFocused();
  // As if typed: the field's own undo takes it back.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(instruction(page)).toHaveValue('Like');

  await tray(page).getByRole('button', { name: 'Actions of picture 2' }).focus();
  await page.keyboard.press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Replace…' }).press('Enter');
  await (await chooser).setFiles([await writePicture(saveDir, 'd.png', 350, 350)]);
  await expect(picture(page, 2)).toHaveAccessibleName('Picture 2: d.png');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(picture(page, 2)).toHaveAccessibleName('Picture 2: c.png');

  await picture(page, 2).press('Delete');
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(picture(page, 2)).toHaveAccessibleName('Picture 2: c.png');

  await instruction(page).fill('Like image 2');
  await picture(page, 2).press('Delete');
  await expect(page.locator('mark')).toHaveText('image [?]');
});

test('a picture dragged to another place gets its number, and each keeps its own mask', { tag: '@slow' }, async ({
  page,
  saveDir,
}) => {
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(
    page,
    await writePicture(saveDir, 'a.png', 400, 300),
    await writePicture(saveDir, 'b.png', 300, 400),
    await writePicture(saveDir, 'c.png', 320, 320),
  );
  await paint(page, { width: 400, height: 300 }, [
    { x: 100, y: 100 },
    { x: 200, y: 150 },
  ]);
  // While a stroke is painted, its figure runs behind.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
  const masked = await page.getByText(/^mask \d/).textContent();
  const mark = (number: number) =>
    tray(page)
      .getByRole('listitem')
      .nth(number - 1)
      .getByText('mask', { exact: true });
  await expect(mark(1)).toBeVisible();
  await picture(page, 3).dragTo(picture(page, 1));
  await expect(picture(page, 1)).toHaveAccessibleName('Picture 1: c.png');
  await expect(picture(page, 2)).toHaveAccessibleName('Picture 2: a.png');
  await expect(page.getByText('no mask', { exact: true })).toBeVisible();
  await expect(mark(1)).toHaveCount(0);
  await picture(page, 2).press('Alt+ArrowLeft');
  await expect(picture(page, 1)).toHaveAccessibleName('Picture 1: a.png');
  await expect(page.getByText(masked ?? '', { exact: true })).toBeVisible();
  await expect(mark(1)).toBeVisible();
});

test('what relays refuse about a reference is shown, and corrected by one click', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await open(page, relay);
  const large = path.join(saveDir, 'large.png');
  // Uncompressed, so that the file is over the limit.
  await sharp({ create: { width: 1800, height: 2000, channels: 3, background: '#888' } })
    .png({ compressionLevel: 0 })
    .toFile(large);
  await addImages(page, await writePicture(saveDir, 'a.png', 400, 300), large);
  await instruction(page).fill('Like image 2');
  await expect(page.getByText('Picture 2: relays accept up to 10 MB')).toBeVisible();
  await page.getByRole('button', { name: 'Shrink to the relay’s limits' }).click();
  await expect(page.getByText('smaller', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Picture 2: relays accept up to 10 MB')).toHaveCount(0);
  await expect(page.getByText(/^Picture 2: sent as 1800x2000, .+ \(from 1800x2000, .+ MB\)$/)).toBeVisible();
  const { image } = await send(page, relay);
  const sent = Buffer.from(String(image[1]).split(',')[1] ?? '', 'base64');
  expect(sent.length).toBeLessThanOrEqual(10_000_000);
  expect(await sharp(sent).metadata()).toMatchObject({ width: 1800, height: 2000 });
});

test('a picture from an address can be sent as that address, and is recalled as that', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
  desktop,
}) => {
  // The person lets the app fetch it from this computer.
  desktop.answer = 1;
  await open(page, relay);
  await addImages(page, await writePicture(saveDir, 'a.png', 400, 300));
  // Only the connection's own private address may be fetched from.
  const found = await readFile(await writePicture(saveDir, 'b.png', 500, 400));
  relay.answerWith((response, request) => {
    if (request.method === 'POST') return plainResults('#2040c0')(response, request);
    return response.writeHead(200, { 'content-type': 'image/png' }).end(found);
  });
  const address = `${relay.baseUrl}/picture.png`;
  await tray(page).evaluate((list, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    list.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, address);
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await tray(page).getByRole('button', { name: 'Actions of picture 2' }).click();
  await page.getByRole('menuitem', { name: 'Send address' }).click();
  await expect(tray(page).getByText('address', { exact: true })).toBeVisible();
  await instruction(page).fill('Like image 2');
  const first = await send(page, relay);
  expect(first.image[1]).toBe(address);

  await page.reload();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(tray(page).getByText('address', { exact: true })).toBeVisible();
});

test('keep, change and style become lines of the instruction; earlier ones can be chosen again', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await open(page, relay);
  await addImages(page, await writePicture(saveDir, 'a.png', 400, 300));
  await instruction(page).fill('Tidy up');
  await page.getByRole('button', { name: 'Change, keep, style' }).click();
  await page.getByRole('textbox', { name: 'Change', exact: true }).fill('the cup');
  await page.getByRole('textbox', { name: 'Keep', exact: true }).fill('the table');
  expect((await send(page, relay)).prompt).toBe('Tidy up\nChange: the cup\nKeep: the table');
  await expect(page.getByRole('button', { name: 'Result 1', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Earlier instructions' }).click();
  await page.getByRole('searchbox', { name: 'Search earlier instructions' }).fill('table');
  await page.getByRole('list', { name: 'Earlier instructions' }).getByRole('button').first().click();
  await expect(instruction(page)).toHaveValue('Tidy up\nChange: the cup\nKeep: the table');
});
