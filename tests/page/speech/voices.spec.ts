import type { Page } from '@playwright/test';
import { accessibilityViolations, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies, wavTone } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const SHINY = 'zh_female_cancan_mars_bigtts';
const picker = (page: Page) => page.getByRole('combobox', { name: 'Voice' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const player = (page: Page) => page.getByRole('region', { name: 'Player' });

/** Opens the list with the words typed, and gives the first entry found. */
async function find(page: Page, words: string) {
  await picker(page).fill(words);
  return options(page).first();
}

test('140 voices and the relay’s default; found by words in any order, without accents, in any width', async ({
  page,
}) => {
  await picker(page).click();
  await expect(options(page)).toHaveCount(141);
  for (const words of ['emotion candice english', 'ＣＡＮＤＩＣＥ', 'cándice', '英语 candice', 'en_female_candice'])
    await expect(await find(page, words)).toContainText('Candice');
  await picker(page).fill('happy male chinese');
  await expect(options(page).first()).toContainText('emotion');
});

test('an emotion is chosen of those that the voice lists, and typed where it lists none', async ({ page, relay }) => {
  await connectTo(page, relay);
  await page.getByRole('button', { name: 'More options' }).click();
  const choose = async (words: string) => {
    await (await find(page, words)).click();
    await expect(options(page)).toHaveCount(0);
  };
  await expect(await find(page, 'corey')).toContainText('British');
  await choose('corey');
  await page.getByRole('combobox', { name: 'Emotion' }).click();
  await page.getByRole('option', { name: /^Authoritative/ }).click();
  relay.answerWith(replies.audio(pcmTone(0.2)), replies.audio(pcmTone(0.2)));
  await generate(page, 'Listen');
  await expect.poll(() => JSON.parse(relay.requests.at(-1)?.body ?? '{}')).toMatchObject({ emotion: 'authoritative' });

  await choose('shiny');
  const typed = page.getByRole('textbox', { name: 'Emotion' });
  await expect(typed).toHaveValue('');
  await expect(page.getByText('This voice lists no emotions')).toBeVisible();
  await typed.fill('shy');
  await generate(page, 'Listen again');
  await expect
    .poll(() => JSON.parse(relay.requests.at(-1)?.body ?? '{}'))
    .toMatchObject({ voice: SHINY, emotion: 'shy' });
});

test('by keyboard alone: choose; a typed key that only looks like a name is no arrow key away from it', async ({
  page,
}) => {
  await picker(page).focus();
  await page.keyboard.type('candice');
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveValue(/Candice/);
  await picker(page).fill('emily');
  await expect(options(page)).toHaveText([/Emily/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveValue('Emily');

  await picker(page).fill('emily');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Use “emily” · not in the list' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveValue('emily');
  await expect(picker(page)).toBeFocused();
  await expect(options(page)).toHaveCount(0);
  await expect(page.getByText('Not in the list: the relay may not know it.')).toBeVisible();

  await picker(page).click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(picker(page)).toBeFocused();
  await expect(options(page)).toHaveCount(0);
});

test('the open list is accessible', async ({ page }) => {
  await picker(page).click();
  await page.getByRole('combobox', { name: 'Voice' }).fill('emily');
  await expect(page.getByRole('button', { name: /^Use “emily”/ })).toBeVisible();
  expect(await accessibilityViolations(page, '[role="presentation"]:has([role="listbox"])')).toEqual([]);
});

test('favourites come first, then the last used, own keys stay until removed; also after a restart', {
  tag: '@slow',
}, async ({ page, relay }) => {
  await connectTo(page, relay);
  await find(page, 'Alvin');
  await page.getByRole('button', { name: 'Favourite Alvin' }).click();
  await picker(page).fill('my_own');
  await page.getByRole('option', { name: 'Use “my_own”' }).click();
  await generate(page, 'Used.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  await expect(await find(page, 'candice')).toContainText('Candice');
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveValue(/Candice/);
  await generate(page, 'Used too.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(2);

  await page.reload();
  const again = page;
  await picker(again).click();
  await expect(options(again).nth(1)).toContainText('Alvin');
  await expect(options(again).nth(2)).toContainText('Candice');
  await expect(options(again).nth(3)).toContainText('my_own');
  await find(again, 'my_own');
  await again.getByRole('button', { name: 'Remove key my_own' }).click();
  await expect(again.getByRole('option', { name: 'Use “my_own”' })).toBeVisible();
  await picker(again).fill('my_o');
  await expect(again.getByRole('option', { name: /my_own/ })).toHaveCount(0);
});

test('a voice without a take shows that hearing it sends a request; afterwards its take is played', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(8)));
  await find(page, 'Serena');
  await page.getByRole('button', { name: 'Hear Serena' }).click();
  await expect(page.getByText(/No take of Serena yet: 1 request, \d+ characters/)).toBeVisible();
  expect(relay.requests).toHaveLength(0);
  await page.getByRole('button', { name: 'Generate sample' }).click();
  // The open list is all there is for assistive technology.
  await page.keyboard.press('Escape');
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(relay.requests).toHaveLength(1);
  await player(page).getByRole('button', { name: 'Pause' }).click();
  // It is heard before it is saved.
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  await find(page, 'Serena');
  await page.getByRole('button', { name: 'Hear Serena' }).click();
  await page.keyboard.press('Escape');
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(relay.requests).toHaveLength(1);
});

test('a voice that this relay refused is marked for this relay only, until it speaks it or the mark is cleared', {
  tag: '@slow',
}, async ({ page, relay }) => {
  await connectTo(page, relay);
  const mark = options(page).getByText('refused by this relay');
  const refuse = async (text: string): Promise<void> => {
    relay.answerWith(replies.audio(new Uint8Array()));
    await generate(page, text);
    await expect(page.getByRole('alert')).toBeVisible();
  };
  await refuse('Ann: First.\nAnn: Last.');
  // In the cast too, where a script would use it.
  await page.getByRole('button', { name: 'Cast', exact: true }).click();
  await expect(page.getByText('Shiny is refused by this relay').first()).toBeVisible();
  await page.getByRole('button', { name: 'Close cast' }).click();
  await find(page, SHINY);
  await expect(mark).toBeVisible();
  await page.getByRole('button', { name: /^Allow .* again$/ }).click();
  await expect(mark).toHaveCount(0);
  await page.keyboard.press('Escape');

  await refuse('Second.');
  relay.answerWith(replies.audio(wavTone(0.2)));
  await generate(page, 'Third.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await find(page, SHINY);
  await expect(mark).toHaveCount(0);
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });
  test('the list is searched and the gallery filtered by their Chinese words', async ({ page }) => {
    const voice = page.getByRole('combobox', { name: '音色' });
    await voice.fill('英语 有声书');
    await expect(options(page).first()).toContainText('有声书');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '音色库…' }).click();
    await page.getByRole('button', { name: '按语言筛选' }).click();
    await page.getByRole('button', { name: '日语' }).click();
    await expect(page.getByRole('list', { name: '音色' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('button', { name: '按语言筛选：日语' })).toBeVisible();
  });
});
