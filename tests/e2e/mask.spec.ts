import { expect, isolatedOrNot, longUnless, onlyOn, test } from './support/fixtures.ts';
import { drag, exported, maskWords, openPicture, tool } from './support/masking.ts';

isolatedOrNot((isIsolated) => {
  for (const how of ['closed', 'crashed in mid-stroke'] as const) {
    const title = `${how}, an unsent mask is restored with its picture, instruction and options`;
    // What is saved is the same in both ways, which the tests of the engine prove without shared memory.
    test(title, longUnless(isIsolated), async ({ page, saveDir, restart, crash }) => {
      if (how !== 'closed') onlyOn('chromium', 'the host crashes the page');
      await openPicture(page, saveDir);
      await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Not sent yet');
      await page.getByRole('spinbutton', { name: 'Variations' }).fill('3');
      await page.getByRole('spinbutton', { name: 'Variations' }).press('Tab');
      for (let y = 50; y <= 450; y += 100) {
        await drag(page, [100, y], [300, y + 20]);
      }
      await tool(page, 'Undo').click();
      await expect(tool(page, 'Redo')).toBeEnabled();
      const mask = await exported(page, saveDir);
      if (how !== 'closed') {
        const box = await page.getByRole('region', { name: 'Mask canvas' }).boundingBox();
        await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 100);
        await page.mouse.down();
        await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 300, { steps: 5 });
      }
      const again = await (how === 'closed' ? restart() : crash());
      await again.getByRole('tab', { name: 'Images' }).click();
      await expect(again.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('Not sent yet');
      await expect(again.getByRole('spinbutton', { name: 'Variations' })).toHaveValue('3');
      await expect(maskWords(again)).toHaveText(/^mask \d/);
      expect(Buffer.compare(await exported(again, saveDir), mask)).toBe(0);
      await expect(tool(again, 'Undo')).toBeDisabled();
    });
  }
});
