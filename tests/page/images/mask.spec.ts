import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { drag, exported, maskWords, openPicture, PICTURE, tool } from '../../e2e/support/masking.ts';
import { accessibilityViolations, filesUnder } from '../../e2e/support/page-actions.ts';
import { expect, test } from '../support/fixtures.ts';

test('every tool by its button and by its key', { tag: '@slow' }, async ({ page, saveDir }) => {
  await openPicture(page, saveDir);
  const keys = {
    Brush: 'b',
    Eraser: 'e',
    Lasso: 'l',
    Rectangle: 'r',
    Ellipse: 'm',
    'Quick select': 'a',
    Wand: 'w',
    Hand: 'h',
    Zoom: 'z',
  };
  for (const [name, key] of Object.entries(keys)) {
    await tool(page, name).click();
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    await tool(page, name === 'Brush' ? 'Eraser' : 'Brush').click();
    await page.keyboard.press(key);
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.keyboard.press('r');
  await drag(page, [100, 100], [450, 350]);
  await expect(maskWords(page)).toHaveText('mask 25 %');
  await page.getByRole('button', { name: 'Subtract', exact: true }).click();
  await drag(page, [200, 150], [300, 300]);
  await expect(maskWords(page)).toHaveText('mask 21 %');
  await page.keyboard.press('f');
  await expect(maskWords(page)).toHaveText('mask 25 %');
  await page.keyboard.press('x');
  await expect(maskWords(page)).toHaveText('mask 75 %');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(maskWords(page)).toHaveText('mask covers everything');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ControlOrMeta+z');
  await expect(maskWords(page)).toHaveText('no mask');
});

test('Ctrl and 0, 1, + and − zoom the picture, also from the text; the wheel moves it, and so does the hand', {
  tag: '@slow',
}, async ({ page, saveDir }) => {
  await openPicture(page, saveDir);
  const canvas = page.getByRole('region', { name: 'Mask canvas' });
  const zoomText = page.getByRole('button', { name: 'Fit', exact: true }).locator('xpath=preceding-sibling::span');
  await page.getByRole('textbox', { name: 'Edit instruction' }).focus();
  for (const [key, text] of [
    ['1', '100 %'],
    ['=', '150 %'],
    ['-', '100 %'],
    ['-', '67 %'],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await expect(zoomText).toHaveText(text);
  }
  await page.keyboard.press('ControlOrMeta+0');
  await expect(zoomText).not.toHaveText('67 %');
  const fitted = (await zoomText.textContent()) ?? '';
  await page.keyboard.press('ControlOrMeta+Shift+3');
  await expect(page.getByRole('tab', { name: 'Library' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+Shift+Tab');
  // The wheel moves the picture and leaves its size; a double click with the hand fits it page.
  await page.keyboard.press('Escape');
  await canvas.hover();
  await page.mouse.wheel(60, 80);
  await expect(zoomText).toHaveText(fitted);
  await page.keyboard.press('ControlOrMeta+1');
  await tool(page, 'Hand').click();
  await canvas.dblclick();
  await expect(zoomText).toHaveText(fitted);
  await expect(maskWords(page)).toHaveText('no mask');
  // The brush: the first size is 2 % of the short side, and can be typed.
  await tool(page, 'Brush').click();
  await expect(page.getByRole('slider', { name: 'Brush size' })).toHaveValue('10');
  await page.getByRole('spinbutton', { name: 'Brush diameter' }).fill('64');
  await page.getByRole('spinbutton', { name: 'Brush diameter' }).press('Enter');
  await expect(page.getByRole('slider', { name: 'Brush size' })).toHaveValue('64');
  // The right button offers what else can be done; two of it have keys of their own.
  await canvas.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mask everything' }).click();
  await expect(maskWords(page)).toHaveText('mask covers everything');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+d');
  await expect(maskWords(page)).toHaveText('no mask');
  await page.keyboard.press('ControlOrMeta+i');
  await expect(maskWords(page)).toHaveText('mask covers everything');
  await page.keyboard.press('q');
  await page.getByRole('button', { name: /^Only the mask is shown/ }).click();
  await expect(page.getByRole('button', { name: /^Only the mask is shown/ })).toHaveCount(0);
});

test('the canvas can be used and understood without a mouse', async ({ page, saveDir, userData }) => {
  await openPicture(page, saveDir);
  const canvas = page.getByRole('application', { name: 'Painting area' });
  await expect(canvas).toHaveAccessibleDescription(/Arrow keys.*no mask/);
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.down(' ');
  for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.up(' ');
  await expect(maskWords(page)).toHaveText(/^mask \d/);
  await expect(canvas).toHaveAccessibleDescription(/mask \d/);
  await page.keyboard.press('l');
  await expect(tool(page, 'Lasso')).toHaveAttribute('aria-pressed', 'true');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect([...(await filesUnder(userData)).keys()]).toContain(path.join('library', 'library.sqlite'));
});

test('a shape by numbers, changed after a preview, exported exactly', { tag: '@slow' }, async ({ page, saveDir }) => {
  await openPicture(page, saveDir);
  await tool(page, 'Rectangle').click();
  await page.getByRole('button', { name: 'Exact…' }).click();
  for (const [name, value] of Object.entries({ Left: 50, Top: 60, Width: 120, Height: 80 })) {
    await page.getByRole('spinbutton', { name, exact: true }).fill(String(value));
    await page.getByRole('spinbutton', { name, exact: true }).press('Enter');
  }
  await page.getByRole('button', { name: 'Add shape' }).click();
  await page.keyboard.press('Escape');
  const mask = await exported(page, saveDir);
  mask.forEach((value, at) => {
    const [x, y] = [at % PICTURE.width, Math.floor(at / PICTURE.width)];
    const isInside = x >= 50 && x < 170 && y >= 60 && y < 140;
    if (value !== (isInside ? 255 : 0)) throw new Error(`Pixel ${x},${y} is ${value}`);
  });
  await expect(maskWords(page)).toHaveText('mask 3 %');
  await tool(page, 'Mask').click();
  await page.getByRole('menuitem', { name: 'Grow…' }).click();
  await page.getByRole('spinbutton', { name: 'Radius' }).fill('60');
  await page.getByRole('spinbutton', { name: 'Radius' }).press('Enter');
  await expect(maskWords(page)).toHaveText('mask 12 %');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(maskWords(page)).toHaveText('mask 3 %');
  await tool(page, 'Mask').click();
  await page.getByRole('menuitem', { name: 'Grow…' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(maskWords(page)).toHaveText('mask 4 %');
  await tool(page, 'Undo').click();
  await expect(maskWords(page)).toHaveText('mask 3 %');
});

test('a mask is imported after a preview', { tag: '@slow' }, async ({ page, saveDir }) => {
  await openPicture(page, saveDir);
  await tool(page, 'Ellipse').click();
  await drag(page, [100, 100], [500, 400]);
  const mask = await exported(page, saveDir);
  await tool(page, 'Clear mask').click();
  await expect(maskWords(page)).toHaveText('no mask');
  const chooser = page.waitForEvent('filechooser');
  await tool(page, 'Mask').click();
  await page.getByRole('menuitem', { name: 'Import mask…' }).click();
  await (await chooser).setFiles(path.join(saveDir, 'source-mask.png'));
  await expect(page.getByRole('button', { name: 'Brightness' })).toHaveAttribute('aria-pressed', 'true');
  await expect(maskWords(page)).toHaveText('mask 27 %');
  await page.getByRole('button', { name: 'Inverted' }).click();
  await expect(maskWords(page)).toHaveText('mask 73 %');
  await page.getByRole('button', { name: 'Inverted' }).click();
  await expect(maskWords(page)).toHaveText('mask 27 %');
  await page.getByRole('button', { name: 'Apply' }).click();
  expect(Buffer.compare(await exported(page, saveDir), mask)).toBe(0);
});

test('Escape cancels the preview of an imported mask, Enter applies it', { tag: '@slow' }, async ({
  page,
  saveDir,
}) => {
  await openPicture(page, saveDir);
  const importMask = async () => {
    const chooser = page.waitForEvent('filechooser');
    await tool(page, 'Mask').click();
    await page.getByRole('menuitem', { name: 'Import mask…' }).click();
    await (await chooser).setFiles(path.join(saveDir, 'source.png'));
    await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused();
  };
  await importMask();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
  await expect(maskWords(page)).toHaveText('no mask');
  await importMask();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
  await expect(maskWords(page)).not.toHaveText('no mask');
  await tool(page, 'Undo').click();
  await expect(maskWords(page)).toHaveText('no mask');
  await importMask();
  await page.getByRole('region', { name: 'Mask canvas' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
  await expect(maskWords(page)).not.toHaveText('no mask');
});

test('no control of the bar is covered or cut off, at any width and with any tool', { tag: '@slow' }, async ({
  page,
  saveDir,
}) => {
  await openPicture(page, saveDir);
  expect(await page.getByRole('toolbar', { name: 'Mask tools' }).getByRole('button').count()).toBeGreaterThan(12);
  for (const width of [900, 960, 1280, 1400, 1440, 1512, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Brush', 'Rectangle', 'Wand', 'Hand']) {
      await tool(page, name).click();
      expect(await coveredControls(page), `${width} px, ${name}`).toEqual([]);
    }
    await page.keyboard.press('ControlOrMeta+a');
    await tool(page, 'Mask').click();
    await page.getByRole('menuitem', { name: 'Shrink…' }).click();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
    expect(await coveredControls(page), `${width} px, a preview`).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
});

/** The controls beside the picture whose middle is not their own, by their names. */
function coveredControls(page: Page): Promise<string[]> {
  return page.getByRole('tabpanel', { name: 'Images' }).evaluate((panel) =>
    [...panel.querySelectorAll('button, input, [role="slider"], select')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      // What can be scrolled to is not covered: the panel of the request.
      .filter((control) => control.closest('[role="toolbar"]') !== null)
      .flatMap((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        // The part of a control for those who do not see it.
        if (width <= 1 || height <= 1) return [];
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        const isOwn = found !== null && (control.contains(found) || found.contains(control));
        return isOwn ? [] : [control.getAttribute('aria-label') ?? control.textContent ?? control.tagName];
      }),
  );
}

test('the tool settings are kept over a restart', { tag: '@slow' }, async ({ page, saveDir, userData }) => {
  await openPicture(page, saveDir);
  await tool(page, 'Wand').click();
  await page.getByRole('slider', { name: 'Tolerance' }).fill('70');
  await tool(page, 'Eraser').click();
  await page.getByRole('slider', { name: 'Brush size' }).fill('123');
  await page.keyboard.press('o');
  await expect(async () => {
    const { settings } = JSON.parse(await readFile(path.join(userData, 'settings.json'), 'utf8'));
    expect(settings.mask.tools.tool).toBe('eraser');
    // The colour after the one that contrasts with the picture: chosen, from now on.
    expect(['red', 'green', 'blue', 'yellow', 'violet']).toContain(settings.mask.overlay.color);
  }).toPass();
  await page.reload();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(tool(page, 'Eraser')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('slider', { name: 'Brush size' })).toHaveValue('123');
  await tool(page, 'Wand').click();
  await expect(page.getByRole('slider', { name: 'Tolerance' })).toHaveValue('70');
});
