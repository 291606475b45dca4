import { edit, openWithPicture, PICTURE, results } from './support/edits.ts';
import { expect, test } from './support/fixtures.ts';
import { editsOf, paint, plainResults, readForm } from './support/pictures.ts';

// The workers are ended from outside, by the page's own scripts.
test.use({ sharesApp: false });

// fault 26
test('all workers of the page end while an edit is prepared: the edit is sent, with its mask', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  relay.answerWith(plainResults('teal'), plainResults('teal'));
  await edit(page, 'Once');
  await expect(results(page)).toHaveCount(1);
  const workers = page.workers();
  expect(workers.map((worker) => worker.url()).join()).toMatch(/mask-worker/);
  await page.getByRole('list', { name: 'References' }).getByRole('button').first().click();
  const pressed = page.getByRole('button', { name: 'Edit image' }).click();
  for (const worker of workers) void worker.evaluate(() => globalThis.close()).catch(() => undefined);
  await pressed;
  await expect(results(page)).toHaveCount(2);
  const masks = await Promise.all(
    editsOf(relay.requests).map(async (request) => (await readForm(request)).get('mask')),
  );
  expect(masks[0]).toBeInstanceOf(Buffer);
  expect(masks[1]).toEqual(masks[0]);
  await results(page).first().click();
  await expect(page.getByText('Rest of the picture untouched ✓')).toBeVisible();
});
