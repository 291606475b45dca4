import path from 'node:path';
import { expect, test } from '../support/fixtures.ts';

test('a file that cannot be used is named', async ({ page, studio, saveDir }) => {
  studio.openFiles([path.join(saveDir, 'gone.png')]);
  await expect(page.getByText('“gone.png” could not be opened.')).toBeVisible();
});
