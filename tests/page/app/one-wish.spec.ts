// One press, one request: whatever sends something that may be billed, however fast it is pressed.

import type { Locator, Page } from '@playwright/test';
import { connectTo } from '../../e2e/support/page-actions.ts';
import { editsOf } from '../../e2e/support/pictures.ts';
import { failed, openWithPicture } from '../../e2e/support/strip.ts';
import { textField } from '../../e2e/support/text.ts';
import { pcmTone, replies, type Script } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');

/** How a person presses once: more often than is meant. */
const PRESSES = {
  'double click': (target: Locator) => target.dblclick(),
  'held Enter': async (target: Locator) => {
    await target.focus();
    const { keyboard } = target.page();
    // A key that is pressed already is repeated.
    for (let times = 0; times < 4; times++) await keyboard.down('Enter');
    await keyboard.up('Enter');
  },
  'click and keys': async (target: Locator) => {
    await target.click();
    for (let times = 0; times < 2; times++) await target.page().keyboard.press('ControlOrMeta+Enter');
  },
};

for (const [name, press] of Object.entries(PRESSES)) {
  // fault 51
  test(`speech, ${name}: each button sends once`, async ({ page, relay }) => {
    await connectTo(page, relay);
    relay.answerWith(replies.audio(pcmTone(0.3)));
    await textField(page).fill('One line.');
    await press(button(page, 'Generate'));
    await expect(takes(page)).toHaveCount(1);
    expect(relay.requests).toHaveLength(1);

    await textField(page).fill('One line.\nAnother line.');
    await press(button(page, 'Generate'));
    await expect(page.getByRole('listitem', { name: 'Line 2: ready' })).toBeVisible();
    expect(relay.requests).toHaveLength(2);

    await press(button(page, 'Redo line 2'));
    await expect(takes(page)).toHaveCount(2);
    // While it is under way the button is off, and keys send nothing either.
    relay.answerWith(replies.silence());
    // What is pressed within half a second of the last press is still the same wish.
    await expect(async () => {
      await button(page, 'Redo line 2').click();
      await expect.poll(() => relay.requests.length, { timeout: 1000 }).toBe(4);
    }).toPass();
    await expect(button(page, 'Redo line 2')).toHaveAttribute('aria-disabled', 'true');
    await button(page, 'Redo line 2').press('Enter');
    await button(page, 'More for line 2').click();
    await expect(page.getByRole('menuitem', { name: 'Redo line 2' })).toBeDisabled();
    expect(relay.requests).toHaveLength(4);
  });

  // fault 51
  test(`pictures, ${name}: each button sends once, and again when it is meant`, async ({ page, relay, saveDir }) => {
    const fails: Script = replies.json(400, { error: { message: 'no' } });
    await openWithPicture(page, relay, saveDir);
    relay.answerWith(fails);
    await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Paint it');
    await press(button(page, 'Edit image'));
    await expect(failed(page)).toHaveCount(1);
    expect(editsOf(relay.requests)).toHaveLength(1);

    relay.answerWith(replies.silence());
    await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Paint it red');
    await press(button(page, 'Edit image'));
    await expect.poll(() => editsOf(relay.requests).length).toBe(2);
    await button(page, 'Edit image').click();
    await expect(page.getByText('This edit is being made already')).toBeVisible();
    await button(page, 'Cancel').click();
    await expect(page.getByText('This edit is being made already')).toHaveCount(0);
    expect(editsOf(relay.requests)).toHaveLength(2);
    // After it was cancelled, the same is a wish of its own.
    await button(page, 'Edit image').click();
    await expect.poll(() => editsOf(relay.requests).length).toBe(3);
  });
}
