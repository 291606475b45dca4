// The states of every control: hover, focus, disabled and busy are seen, in both themes and in forced colours.

import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../e2e/support/page-actions.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { test as base } from './chromium.ts';
import { servePage } from './serve-page.ts';

const { expect } = base;
const test = base.extend<{ page: Page }>({
  page: async ({ chromiumIsHere: _ }, use) => {
    const served = await servePage(path.join(import.meta.dirname, 'controls-page'));
    const browser = await launchChromium();
    const page = await browser.newPage({ viewport: { width: 1024, height: 900 } });
    await page.goto(served.url);
    await use(page);
    await browser.close();
    await served.close();
  },
});

const LOOKS = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const;
/** The controls of a group that a person can reach, radios by their labels. */
const controlsOf = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name, exact: true })
    .locator('button, input:not([type="radio"], [aria-hidden]), label:has([type="radio"]), [role="switch"]')
    .filter({ visible: true });
const labelOf = (control: Locator): Promise<string> => control.evaluate(({ outerHTML }) => outerHTML.slice(0, 150));
/** What is painted of a control and around it. */
async function painted(control: Locator): Promise<string> {
  const box = await control.boundingBox();
  if (box === null) throw new Error('It is not seen.');
  const clip = { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 };
  return (await control.page().screenshot({ clip, animations: 'disabled' })).toString('base64');
}
/** The colours of a control, those of its parts by the token that they are drawn with. */
const coloursOf = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const style = getComputedStyle(element);
    const { color, backgroundColor, borderColor, opacity } = style;
    const own = element.matches('[type="range"]') ? [] : [color, backgroundColor, borderColor];
    return [...own, opacity, style.getPropertyValue('--text')].join();
  });

for (const [name, media] of Object.entries(LOOKS))
  test(`in ${name} every state of a control is seen, and its text can be read`, async ({ page }, testInfo) => {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    // Forced colours are the system's, whose contrast is not ours.
    if (name !== 'forced colours') expect(await accessibilityViolations(page)).toEqual([]);
    for (const group of ['Buttons', 'Fields'])
      for (const control of await controlsOf(page, group).all()) {
        const [label, atRest] = [await labelOf(control), await painted(control)];
        const radio = control.getByRole('radio');
        // The ring is for who uses the keyboard.
        await page.keyboard.press('Shift');
        await ((await radio.count()) > 0 ? radio : control).focus();
        expect(await painted(control), `focus: ${label}`).not.toBe(atRest);
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      }
    // In forced colours a pointer over a button changes little, as elsewhere in the system.
    for (const control of name === 'forced colours' ? [] : await controlsOf(page, 'Buttons').all()) {
      const atRest = await painted(control);
      await control.hover();
      expect(await painted(control), `hover: ${await labelOf(control)}`).not.toBe(atRest);
      await page.mouse.move(0, 0);
    }
    for (const [group, state] of [
      ['Buttons', 'Buttons, disabled'],
      ['Buttons', 'Buttons, busy'],
      ['Fields', 'Fields, disabled'],
    ] as const) {
      const [usable, others] = [await controlsOf(page, group).all(), await controlsOf(page, state).all()];
      for (const [index, control] of others.entries()) {
        const label = await labelOf(control);
        // An icon button is never busy.
        if (state.endsWith('busy') && !label.includes('aria-busy')) continue;
        expect(await coloursOf(control), `${state}: ${label}`).not.toBe(await coloursOf(usable[index] ?? control));
      }
    }
    for (const control of await page
      .getByRole('region', { name: /, disabled$/ })
      .locator('button, input')
      .all())
      await expect(control).toBeDisabled();
    await testInfo.attach(name, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
  });
