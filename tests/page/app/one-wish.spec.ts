// One press, one request: whatever sends something that may be billed, however fast it is pressed.

import type { Locator, Page } from '@playwright/test';
import { ONE_WISH_MS } from '../../../shared/app/one-wish.ts';
import { failed, openWithPicture } from '../../e2e/support/edits.ts';
import { ask, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { editsOf } from '../../e2e/support/pictures.ts';
import { textField } from '../../e2e/support/text.ts';
import { pcmTone, replies, type Script, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');

/** How a person presses once: more often than is meant. */
const PRESSES = {
  'double click': (target: Locator) => target.dblclick(),
  'held Enter': async (target: Locator) => {
    // A click waits for this: a button stays pressed a while after what it sent before.
    await expect(target).toBeEnabled();
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

/** Answers when the same that is sent next is a wish of its own, as it is for a person. */
const later =
  (script: Script): Script =>
  (response, request) =>
    void setTimeout(() => script(response, request), ONE_WISH_MS);

for (const [name, press] of Object.entries(PRESSES)) {
  // fault 51
  test(`speech, ${name}: each button sends once`, async ({ page, relay }) => {
    await connectTo(page, relay);
    relay.answerWith(later(replies.audio(pcmTone(0.3))));
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
    await button(page, 'Redo line 2').click();
    await expect.poll(() => relay.requests.length).toBe(4);
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
    await expect(page.getByText('This edit is already running')).toBeVisible();
    await button(page, 'Cancel').click();
    await expect(page.getByText('This edit is already running')).toHaveCount(0);
    expect(editsOf(relay.requests)).toHaveLength(2);
    // After it was cancelled, the same is a wish of its own.
    await button(page, 'Edit image').click();
    await expect.poll(() => editsOf(relay.requests).length).toBe(3);
  });
}

/** The other buttons that send: what is there before, the button, and how many requests it means. */
const OTHERS: Readonly<
  Record<string, (page: Page, relay: ScriptedRelay) => Promise<{ target: Locator; meant: number }>>
> = {
  'Generate again': async (page, relay) => {
    relay.answerWith(later(replies.audio(pcmTone(0.3))), replies.audio(pcmTone(0.3)));
    await generate(page, 'One line.');
    await expect(takes(page)).toHaveCount(1);
    await button(page, 'Generate').click();
    return { target: button(page, 'Generate again'), meant: 1 };
  },
  'Send again': async (page, relay) => {
    relay.answerWith(later(replies.hangUp()), replies.audio(pcmTone(0.3)));
    await generate(page, 'One line.');
    return { target: button(page, 'Send again'), meant: 1 };
  },
  'the Generate of a script': async (page) => {
    await textField(page).fill('One line.\nAnother line.');
    return { target: button(page, 'Generate'), meant: 2 };
  },
  'Generate sample': async (page) => {
    await page.getByRole('combobox', { name: 'Voice' }).click();
    await page.getByRole('combobox', { name: 'Voice' }).fill('Serena');
    await button(page, 'Hear Serena').click();
    return { target: button(page, 'Generate sample'), meant: 1 };
  },
  Compare: async (page) => {
    await button(page, 'Voice gallery…').click();
    await page.getByRole('textbox', { name: 'Line to compare' }).fill('One line for all of them.');
    for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check();
    return { target: button(page, 'Compare'), meant: 2 };
  },
};

// fault 51
for (const [sender, prepare] of Object.entries(OTHERS))
  for (const press of ['double click', 'held Enter'] as const)
    test(`${sender}, ${press}: sends what is meant, once`, { tag: '@slow' }, async ({ page, relay }) => {
      await connectTo(page, relay);
      relay.answerWith(replies.audio(pcmTone(0.3)));
      const { target, meant } = await prepare(page, relay);
      await expect(target).toBeVisible();
      const before = relay.requests.length;
      await PRESSES[press](target);
      await expect.poll(() => relay.requests.length).toBe(before + meant);
      await expect.poll(async () => (await ask(page, 'app.getState', null)).jobs.length).toBe(0);
      expect(relay.requests).toHaveLength(before + meant);
    });
