// The text of Speech with several lines: keys, finding, undo, long texts.

import { accessibilityViolations, connectTo } from '../../e2e/support/page-actions.ts';
import { expectText, textField, textOf } from '../../e2e/support/text.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const SCRIPT = 'Anna: Did you hear that?\n\n  Ben:\tThe wind. \n旁白：没有人。\n';

test('several lines are taken exactly, numbered, moved, found, replaced and undone, by keys alone', {
  tag: '@slow',
}, async ({ page }) => {
  await textField(page).fill(SCRIPT);
  await expectText(page, SCRIPT);
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await expect(page.getByRole('listitem', { name: 'Line 3: none', exact: true })).toBeVisible();
  await expect(page.getByText('3 lines', { exact: true })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Alt+ArrowDown');
  await expectText(page, /^\nAnna: Did you hear that\?\n/);
  await page.keyboard.press('ControlOrMeta+z');
  await expectText(page, SCRIPT);

  // Over a role's coloured name, where the browser by itself would write an inline style.
  await page.getByRole('button', { name: 'Make roles' }).press('Enter');
  await expect(textField(page).locator('.role')).toHaveCount(3);
  await textField(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (const _ of 'Anna: ') await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.type('Eva: ');
  await expectText(page, SCRIPT.replace('Anna', 'Eva'));
  await page.keyboard.press('ControlOrMeta+z');
  await expectText(page, SCRIPT);
  // The same by an input method, which shows what is being composed.
  await page.keyboard.press('ControlOrMeta+Home');
  for (const _ of 'Anna') await page.keyboard.press('Shift+ArrowRight');
  const session = await page.context().newCDPSession(page);
  for (const text of ['y', 'yi', '伊娃'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await session.send('Input.insertText', { text: '伊娃' });
  await session.detach();
  await expectText(page, SCRIPT.replace('Anna', '伊娃'));
  await page.keyboard.press('ControlOrMeta+z');
  await expectText(page, SCRIPT);

  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+f');
  const find = page.getByRole('textbox', { name: 'Find', exact: true });
  await expect(find).toBeFocused();
  await page.keyboard.type('a');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('4 matches');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 4');
  await page.getByRole('switch', { name: 'Match case' }).press('Space');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/\b3\b/);
  await page.getByRole('textbox', { name: 'Replace with' }).fill('e');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Replace all' }).press('Enter');
  await expectText(page, SCRIPT.replaceAll('a', 'e'));
  await find.press('Escape');
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(textField(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expectText(page, SCRIPT);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expectText(page, SCRIPT.replaceAll('a', 'e'));

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Command palette' }).or(page.getByRole('dialog'))).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await textField(page).focus();
  await page.keyboard.press('Tab');
  await expect(textField(page)).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(textField(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByRole('tab', { name: 'Images' })).toHaveAttribute('aria-selected', 'true');
});

test('10 000 lines: 100 of them are elements, all are asked about, and what was typed last is spoken', {
  tag: '@slow',
}, async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(0.2)));
  const script = Array.from({ length: 10_000 }, (_, i) => `Ben: this is line ${i} of a long script. ${'x'.repeat(50)}`);
  await textField(page).fill(script.join('\n'));
  await expect(page.getByText('10,000 lines', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect.poll(async () => (await textOf(page)).split('\n').length).toBeGreaterThanOrEqual(100);
  // Once to the end of the row, once to that of the paragraph.
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await page.keyboard.type(' Now.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog', { name: 'Send 10,000 requests?' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(relay.requests).toHaveLength(0);
  await page.getByRole('button', { name: 'Redo line 1', exact: true }).click();
  await expect.poll(() => relay.requests.length).toBe(1);
  const { input } = JSON.parse(relay.requests[0]?.body ?? '{}') as { input: string };
  expect(input).toBe(`${script[0]?.slice('Ben: '.length)} Now.`);
});

test('a file that is pasted into the text is for the app; text is pasted as text', async ({ page }) => {
  await textField(page).fill('');
  const paste = (file: boolean) =>
    textField(page).evaluate((element, isFile) => {
      const clipboardData = new DataTransfer();
      if (isFile) clipboardData.items.add(new File(['x'], 'song.mp3', { type: 'audio/mpeg' }));
      else clipboardData.setData('text/plain', 'one\r\ntwo');
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    }, file);
  await paste(false);
  await expectText(page, 'one\ntwo');
  await paste(true);
  await expect(page.getByText('“song.mp3” is an audio file.')).toBeVisible();
  await expectText(page, 'one\ntwo');
});
