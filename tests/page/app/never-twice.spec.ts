import type { Page } from '@playwright/test';
import { connectInSettings, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies, wavTone } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const player = (page: Page) => page.getByRole('region', { name: 'Player' });
const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true });

test('an identical request plays the existing take; only Generate again sends; also after a restart', {
  tag: '@slow',
}, async ({ page, relay, reopen }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(3)));
  await generate(page, 'Once is enough.');
  await expect(takes(page)).toHaveCount(1);
  await player(page).getByRole('button', { name: 'Pause' }).click();
  await generateButton(page).click();
  await expect(page.getByText('Already generated')).toBeVisible();
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(relay.requests).toHaveLength(1);

  await page.getByRole('button', { name: 'Generate again' }).click();
  await expect(takes(page)).toHaveCount(2);
  expect(relay.requests).toHaveLength(2);
  await page.getByRole('textbox', { name: 'Text to speak' }).fill('Once is enough!');
  await expect(page.getByText('Already generated')).toHaveCount(0);
  await generateButton(page).click();
  await expect(takes(page)).toHaveCount(3);

  await reopen();
  await connectInSettings(page, relay);
  await generate(page, 'Once is enough.');
  await expect(page.getByText('Already generated')).toBeVisible();
  expect(relay.requests).toHaveLength(3);
});

test('a request that is running is not sent a second time, and the app says so', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.silence());
  await generate(page, 'Patience.');
  await expect.poll(() => relay.requests.length).toBe(1);
  await generateButton(page).click();
  await expect(page.getByText('and was not sent again')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('and was not sent again')).toHaveCount(0);
  expect(relay.requests).toHaveLength(1);
});

test('playback rate, volume and seeking send nothing; another speed or format does', { tag: '@slow' }, async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(2)));
  await generate(page, 'Listen closely.');
  await expect(takes(page)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Playback' }).click();
  await page.getByRole('option', { name: '1.5×' }).click();
  await page.getByRole('slider', { name: 'Volume' }).fill('0.5');
  await page.getByRole('slider', { name: 'Position' }).press('Home');
  await generateButton(page).click();
  await expect(page.getByText('Already generated')).toBeVisible();
  expect(relay.requests).toHaveLength(1);
  await page.getByLabel('Speed value').fill('1.2');
  await page.getByLabel('Speed value').press('Enter');
  await generateButton(page).click();
  await expect(takes(page)).toHaveCount(2);
  expect(relay.requests).toHaveLength(2);
});

test('usage counts sent requests by day and connection, those of the practice relay as free', { tag: '@slow' }, async ({
  page,
  relay,
}) => {
  await generate(page, 'Practice is free.');
  await expect(takes(page)).toHaveCount(1);
  await connectTo(page, relay);
  relay.answerWith(replies.json(400, { error: { message: 'no' } }), replies.audio(pcmTone(2)));
  await generate(page, 'Refused.');
  await expect(page.getByRole('alert')).toBeVisible();
  await generate(page, 'Spoken.');
  await expect(takes(page)).toHaveCount(2);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const usage = page.getByRole('table', { name: 'Usage', exact: true });
  await expect(usage.getByRole('row').filter({ hasText: 'Demo mode (free)' })).toContainText('1');
  const own = usage.getByRole('row').filter({ hasText: '127.0.0.1' });
  await expect(own.getByRole('cell').nth(2)).toHaveText('2');
  await expect(own.getByRole('cell').nth(5)).toHaveText('94 KB');
  await expect(usage.getByRole('row').filter({ hasText: 'Last 30 days' }).getByRole('cell').first()).toHaveText('2');
  const byScript = page.getByRole('table', { name: 'Usage by script' }).getByRole('row');
  await expect(byScript.filter({ hasText: '127.0.0.1' }).getByRole('cell').nth(2)).toHaveText('2');
});

test.describe('in Chinese, by keyboard alone', () => {
  test.use({ language: 'zh-CN' });
  test('a take received in another format is marked, and not requested again', { tag: '@slow' }, async ({
    page,
    relay,
  }) => {
    await page.keyboard.press('ControlOrMeta+,');
    await page.getByRole('textbox', { name: '接口地址' }).focus();
    await page.keyboard.type(relay.baseUrl);
    await page.keyboard.press('Tab');
    await page.keyboard.type('key');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status', { name: '连接状态' })).toContainText('已保存');
    await page.keyboard.press('ControlOrMeta+1');
    relay.answerWith(replies.audio(wavTone(3)));
    await page.getByRole('textbox', { name: '要朗读的文字' }).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('一次就够了。');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('要求 WAV（最佳），收到 WAV')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('已生成过')).toBeVisible();
    expect(relay.requests).toHaveLength(1);
    const again = page.getByRole('button', { name: '重新生成' });
    await expect(again).toBeEnabled();
    await again.press('Enter');
    await expect(page.getByRole('list', { name: '音频版本' }).getByRole('listitem')).toHaveCount(2);
    expect(relay.requests).toHaveLength(2);
  });
});
