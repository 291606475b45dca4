import type { Page } from '@playwright/test';
import { accessibilityViolations, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies, type Script } from '../../fakes/scripted-relay.ts';
import { longUnless } from '../../support/long-unless.ts';
import { expect, isolatedOrNot, test } from '../support/fixtures.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Voices' }).getByRole('listitem');
const results = (page: Page) => page.getByRole('list', { name: 'Comparison' }).getByRole('listitem');
const compare = (page: Page) => page.getByRole('button', { name: 'Compare', exact: true });

/** A tone whose loudness and length depend on how many were asked for before. */
function tones(): Script {
  let count = 0;
  return (response) => {
    count += 1;
    const samples = new Int16Array(pcmTone(1.5 + count / 10).buffer).map((sample) => sample / count);
    response.writeHead(200).end(new Uint8Array(samples.buffer));
  };
}

async function open(page: Page, voices: number): Promise<void> {
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  await page.getByRole('textbox', { name: 'Line to compare' }).fill('One line for all of them.');
  for (let i = 0; i < voices; i++) await page.getByRole('checkbox').nth(i).check();
}

/** Notes each sound the page starts: its gain and where it begins, as a share of its length. */
async function watchSounds(page: Page): Promise<() => Promise<{ gain: number; peak: number; at: number }[]>> {
  await page.evaluate(() => {
    const started: { gain: number; peak: number; at: number }[] = [];
    const gains = new WeakMap<AudioNode, number>();
    Object.assign(window, { started });
    const ramp = AudioParam.prototype.setTargetAtTime;
    let latest = 0;
    AudioParam.prototype.setTargetAtTime = function (target, ...rest) {
      if (target > 0) latest = target;
      return ramp.call(this, target, ...rest);
    };
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (when, offset = 0) {
      gains.set(this, latest);
      const peak = this.buffer?.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0) ?? 0;
      started.push({ gain: latest, peak, at: offset / (this.buffer?.duration ?? 1) });
      return start.call(this, when, offset);
    };
  });
  return () => page.evaluate(() => ('started' in window ? (window.started as never) : []));
}

isolatedOrNot((isIsolated) => {
  const title =
    'many voices say one line: the cost is shown first, keys flip at the same moment and loudness, nothing is paid twice';
  test(title, longUnless(isIsolated, '@slow'), async ({ page, relay }) => {
    await connectTo(page, relay);
    relay.answerWith(tones());
    await open(page, 11);
    await expect(page.getByText('11 requests · 275 characters')).toHaveAttribute('data-many', '');
    await compare(page).click();
    await expect(results(page).getByRole('button', { name: 'Use this voice' })).toHaveCount(9);
    await expect(page.getByText('All already generated')).toBeVisible();
    expect(relay.requests).toHaveLength(11);
    expect(new Set(relay.requests.map(({ body }) => JSON.parse(body).voice)).size).toBe(11);

    const sounds = await watchSounds(page);
    await page.keyboard.press('1');
    await expect(results(page).nth(0).getByRole('button', { pressed: true })).toBeVisible();
    await expect.poll(async () => (await sounds()).length).toBe(1);
    await page.keyboard.press('2');
    await expect(results(page).nth(1).getByRole('button', { pressed: true })).toBeVisible();
    await page.keyboard.press('3');
    await expect(results(page).nth(2).getByRole('button', { pressed: true })).toBeVisible();
    const heard = await sounds();
    expect(heard).toHaveLength(3);
    // Tones of one pitch are equally loud when their peaks are.
    const loudness = heard.map(({ gain, peak }) => gain * peak);
    for (const one of loudness) expect(one / (loudness[0] ?? 0)).toBeCloseTo(1, 1);
    expect(heard.map(({ at }) => at)).toEqual(heard.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(heard[2]?.at).toBeGreaterThan(0);
    const player = page.getByRole('region', { name: 'Player' });
    await expect(player).toContainText('0:01');
    await player.getByRole('button', { name: 'Pause' }).click();
    await expect(results(page).getByRole('button', { pressed: true })).toHaveCount(0);
    await player.getByRole('slider', { name: 'Position' }).fill('0.5');
    await expect(player).toContainText('0:00');

    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(results(page)).toHaveCount(2);
    await compare(page).click();
    await expect(results(page).getByRole('button', { name: 'Use this voice' })).toHaveCount(9);
    expect(relay.requests).toHaveLength(11);
  });
});

test('the voice that is chosen is that of the screen, and is sent', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(0.5)));
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  await page.getByRole('searchbox', { name: 'Search voices' }).fill('serena');
  await page.getByRole('checkbox', { name: 'Shortlist Serena' }).check();
  await compare(page).click();
  await results(page).getByRole('button', { name: 'Use this voice: Serena' }).click();
  await expect(page.getByRole('combobox', { name: 'Voice', exact: true })).toHaveValue('Serena');
  await generate(page, 'Sent by the voice that was chosen.');
  await expect.poll(() => relay.requests.length).toBe(2);
  const [heard, sent] = relay.requests.map(({ body }) => JSON.parse(body).voice);
  expect(sent).toBe(heard);
});

test('by keyboard alone and accessible; a refused voice shows its error in its place', { tag: '@slow' }, async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(new Uint8Array()), replies.audio(pcmTone(0.5)));
  await page.getByRole('button', { name: 'Voice gallery…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Search voices' }).focus();
  await page.keyboard.type('nobody');
  // The first Escape only empties the search.
  await page.keyboard.press('Escape');
  await page.keyboard.type('english emotion');
  await expect(cards(page)).toHaveCount(7);
  await cards(page).first().getByRole('button', { name: /^Hear/ }).focus();
  await page.keyboard.press('ControlOrMeta+Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+Space');
  await page.keyboard.press('s');
  await expect(cards(page).locator('[aria-pressed="true"]')).toHaveCount(1);
  expect(await accessibilityViolations(page, 'main')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page).filter({ hasText: 'The relay sent no sound' })).toHaveCount(1);
  await expect(results(page).getByRole('button', { name: 'Use this voice' })).toHaveCount(1);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await accessibilityViolations(page, 'main')).toEqual([]);
});

test('opens with the voices of the text’s language, and with the filter it was left with', async ({ page }) => {
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  const line = page.getByRole('textbox', { name: 'Line to compare' });
  await line.fill('An English line.');
  await expect(cards(page).first()).toContainText('English');
  const all = await cards(page).allTextContents();
  const firstChinese = all.findIndex((one) => !one.includes('English'));
  expect(all.slice(firstChinese).filter((one) => one.includes('English'))).toEqual([]);
  await line.fill('一句中文。');
  await expect(cards(page).first()).toContainText('Chinese');
  await line.fill('An English line.');
  await page.getByRole('button', { name: 'Filter by Accent' }).click();
  await page.getByRole('button', { name: 'British' }).click();
  await expect(cards(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Shortlist these 6 voices' }).click();
  await expect(page.getByRole('list', { name: 'Shortlist' }).getByRole('listitem')).toHaveCount(6);
  await page.getByRole('button', { name: 'Remove Emily' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  await expect(cards(page)).toHaveCount(6);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(5);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cards(page)).toHaveCount(140);
});

test('a voice is heard on its card: the first time it is asked what that costs, then its take is played', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(8)));
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  await page.getByRole('searchbox', { name: 'Search voices' }).fill('serena');
  const hear = page.getByRole('button', { name: 'Hear Serena' });
  await hear.click();
  await expect(cards(page).getByText(/^1 request, \d+ characters$/)).toBeVisible();
  expect(relay.requests).toHaveLength(0);
  await page.getByRole('button', { name: 'Generate sample' }).click();
  const pause = page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' });
  await expect(pause).toBeVisible();
  await expect(hear).toHaveAttribute('aria-pressed', 'true');
  await hear.click();
  await expect(pause).toBeHidden();
  await hear.press('Enter');
  await expect(pause).toBeVisible();
  expect(relay.requests).toHaveLength(1);
  await page.getByRole('button', { name: 'Use this voice: Serena' }).click();
  await expect(page.getByRole('combobox', { name: 'Voice', exact: true })).toHaveValue('Serena');
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });
  test('the gallery is in Chinese', { tag: '@slow' }, async ({ page, relay }) => {
    await connectTo(page, relay);
    await page.getByRole('button', { name: '音色库…' }).click();
    await page.getByRole('checkbox').first().check();
    await expect(page.getByText(/^1 次请求，\d+ 字$/)).toBeVisible();
    await page.getByRole('button', { name: '对比试听' }).click();
    await expect(page.getByRole('button', { name: '使用此音色' })).toHaveCount(1);
  });
});
