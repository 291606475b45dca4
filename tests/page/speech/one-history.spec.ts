// Undo on Speech: one order for the text, the title, the cast and the lines, wherever the cursor is.

import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { textField, textOf } from '../../e2e/support/text.ts';
import { runs } from '../../support/runs.ts';
import { expect, test } from '../support/fixtures.ts';

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z');
const redo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+z');
const title = (page: Page) => page.getByRole('textbox', { name: 'Script title' });

/** What a person changes, each by hand; the cursor is in the text before and after. */
const CHANGES = {
  typing: async (page: Page) => {
    await textField(page).press('ControlOrMeta+End');
    await page.keyboard.type('a');
  },
  title: async (page: Page) => {
    await title(page).press('End');
    await page.keyboard.type('t');
    await page.keyboard.press('Enter');
    await expect(textField(page)).toBeFocused();
  },
  speed: async (page: Page) => {
    const speed = page.getByLabel('Speed value');
    await speed.fill((await speed.inputValue()).startsWith('1.5') ? '1.2' : '1.5');
    await speed.press('Enter');
    await textField(page).focus();
  },
};

const shown = async (page: Page) => ({
  text: await textOf(page),
  title: await title(page).inputValue(),
  speed: await page.getByLabel('Speed value').inputValue(),
});

/** Neighbours differ: the same thing done twice at once is one step. */
const orders = fc
  .array(fc.constantFrom<keyof typeof CHANGES>('typing', 'title', 'speed'), { minLength: 3, maxLength: 8 })
  .map((changes) => changes.filter((change, index) => change !== changes[index - 1]));

// fault 57
test('with the cursor in the text, undo and redo go through what was done in its order, whatever it was', async ({
  page,
}) => {
  await fc.assert(
    fc.asyncProperty(orders, async (changes) => {
      await page.getByRole('button', { name: 'Scripts' }).click();
      await page.getByRole('button', { name: 'New script' }).click();
      await textField(page).fill('Hello.\n');
      const states = [await shown(page)];
      for (const change of changes) {
        await CHANGES[change](page);
        states.push(await shown(page));
      }
      for (const state of states.slice(0, -1).toReversed()) {
        await undo(page);
        await expect.poll(() => shown(page)).toEqual(state);
      }
      await expect(textField(page)).toBeFocused();
      for (const state of states.slice(1)) {
        await redo(page);
        await expect.poll(() => shown(page)).toEqual(state);
      }
    }),
    { numRuns: runs(6), examples: [[['typing', 'title', 'speed', 'typing', 'title', 'typing']]] },
  );
});
