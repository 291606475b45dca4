import type { Page } from '@playwright/test';
import { edit, openImages, openMoreOptions, results } from './support/edits.ts';
import { expect, test } from './support/fixtures.ts';
import { addImages, editsOf, paint, plainResults, writePicture } from './support/pictures.ts';
import { expectSame, recallFromLibrary } from './support/recalling.ts';

const PICTURE = { width: 800, height: 600 };

async function chooseOption(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test.use({ keyring: 'working' });

test('an edit with mask and options, recalled, is the same request: here and after a restart', async ({
  page,
  relay,
  saveDir,
  restart,
}) => {
  test.slow();
  await openImages(page, relay);
  relay.answerWith(plainResults('teal'));
  await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height, true));
  await paint(page, PICTURE, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('2');
  await page.getByRole('button', { name: 'More options' }).click();
  await chooseOption(page, 'Quality', 'high');
  await chooseOption(page, 'Output format', 'webp');
  await page.getByRole('spinbutton', { name: 'Compression' }).fill('72');
  await page.getByRole('switch', { name: 'Watermark' }).click();
  await edit(page, '把杯子换成花瓶 🏺');
  // A picture with alpha has a slower encoder, here and on a busy computer.
  await expect(results(page)).toHaveCount(2, { timeout: 30_000 });
  expect(editsOf(relay.requests)[0]?.headers['content-type']).toContain('multipart/form-data');

  // Everything is changed, then recalled from the strip.
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Something else');
  await openMoreOptions(page);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear mask' }).click();
  await results(page).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reuse this request' }).click();
  await expect(page.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('把杯子换成花瓶 🏺');
  await expect(page.getByText(/mask \d+ ?%/).first()).toBeVisible();
  await expectSame(page, relay);

  const again = await restart();
  await recallFromLibrary(again);
  await expect(again.getByText(/mask \d+ ?%/).first()).toBeVisible();
  await expectSame(again, relay);
});
