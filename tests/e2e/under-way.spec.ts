import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replies } from '../fakes/scripted-relay.ts';
import { edit, openWithPicture, results } from './support/edits.ts';
import { expect, onlyOn, test } from './support/fixtures.ts';
import { plainBase64, plainResults } from './support/pictures.ts';
import { draggedFiles } from './support/recorded.ts';

test('a result is dragged off the history as a file', async ({ page, app, relay, saveDir }) => {
  onlyOn('chromium', 'the host records what the system would drag');
  await openWithPicture(page, relay, saveDir);
  const picture = await plainBase64('teal');
  relay.answerWith(replies.json(200, { data: [{ b64_json: picture }] }), plainResults('navy'));
  await edit(page, 'Teal');
  await expect(results(page)).toHaveCount(1);
  const tile = await results(page).boundingBox();
  if (tile === null) throw new Error('The tile is not to be seen');
  await page.mouse.move(tile.x + 40, tile.y + 30);
  await page.mouse.down();
  await page.mouse.move(tile.x + 60, tile.y - 40, { steps: 5 });
  await expect.poll(() => draggedFiles(app)).toHaveLength(1);
  await page.mouse.up();
  const [file = ''] = await draggedFiles(app);
  expect(path.basename(file)).toBe('Teal.png');
  expect((await readFile(file)).toString('base64')).toBe(picture);
});
