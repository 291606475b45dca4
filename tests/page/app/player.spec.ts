import type { Locator, Page } from '@playwright/test';
import type { SpeechFormat } from '../../../shared/speech/formats.ts';
import { connectTo, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies, type Script, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { longUnless } from '../../support/long-unless.ts';
import { encode, sweep } from '../../support/sounds.ts';
import { expect, isolatedOrNot, test } from '../support/fixtures.ts';

const SECONDS = 6;

const inPlayer = (page: Page) => {
  const region = page.getByRole('region', { name: 'Player' });
  return {
    region,
    play: region.getByRole('button', { name: 'Play', exact: true }),
    pause: region.getByRole('button', { name: 'Pause' }),
    position: region.getByRole('slider', { name: 'Position' }),
    endLoop: region.getByRole('button', { name: 'End loop' }),
  };
};
const takes = (page: Page): Locator => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const placeOf = async (slider: Locator): Promise<number> => Number(await slider.inputValue());
const lengthOf = async (slider: Locator): Promise<number> => Number(await slider.getAttribute('max'));

/** Lets the relay send the first half of a reply; `finish` sends the rest, `cut` ends the connection. */
async function speakInHalves(
  relay: ScriptedRelay,
  format: SpeechFormat,
  seconds = SECONDS,
): Promise<{ finish: () => void; cut: () => void }> {
  const bytes = await encode(sweep(seconds), format);
  let open: Parameters<Script>[0] | undefined;
  relay.answerWith((response) => {
    open = response;
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
  });
  return {
    finish: () => open?.end(bytes.subarray(bytes.length / 2)),
    cut: () => open?.socket?.destroy(),
  };
}

async function chooseFormat(page: Page, format: SpeechFormat): Promise<void> {
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: new RegExp(`^${format}\\b`) }).click();
}

test('while it arrives it can be paused, sought and looped by keyboard alone', { tag: '@slow' }, async ({
  page,
  relay,
}) => {
  const reply = await speakInHalves(relay, 'pcm');
  await connectTo(page, relay);
  await chooseFormat(page, 'pcm');
  await page.getByRole('textbox', { name: 'Text to speak' }).fill('A long tone.');
  await page.keyboard.press('ControlOrMeta+Enter');
  const { pause, play, position, endLoop } = inPlayer(page);
  await expect.poll(() => placeOf(position)).toBeGreaterThan(0.3);
  await position.focus();
  await page.keyboard.press('Space');
  await expect(play).toBeVisible();
  await page.keyboard.press('Home');
  await expect(position).toHaveValue('0');
  await expect(position).toHaveAttribute('aria-valuetext', /so far/);
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight');
  await expect(endLoop).toBeVisible();
  await page.keyboard.press('Space');
  await expect(pause).toBeVisible();
  // Round and round in 0.45 seconds.
  const seen: number[] = [];
  await expect
    .poll(async () => {
      seen.push(await placeOf(position));
      return seen.some((value, i) => value < (seen[i - 1] ?? 0));
    })
    .toBe(true);
  expect(Math.max(...seen)).toBeLessThan(0.6);

  reply.finish();
  await expect(takes(page)).toHaveCount(1);
  await expect.poll(() => placeOf(position)).toBeLessThan(0.6);
  await page.keyboard.press('Escape');
  await expect(endLoop).toBeHidden();
  await expect.poll(() => placeOf(position)).toBeGreaterThan(0.7);
});

isolatedOrNot((isIsolated) => {
  const title = 'a saved take is looped by dragging, and played faster';
  test(title, longUnless(isIsolated, '@slow'), async ({ page, relay }) => {
    const reply = await speakInHalves(relay, 'wav');
    await connectTo(page, relay);
    await generate(page, 'A long tone.');
    const { region, position, pause, endLoop } = inPlayer(page);
    await expect(pause).toBeVisible();
    const shown = await page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return [metadata?.title, playbackState];
    });
    expect(shown).toEqual(['A long tone.', 'playing']);
    reply.finish();
    await expect(takes(page)).toHaveCount(1);

    const box = await position.boundingBox();
    if (box === null) throw new Error('The slider is not shown');
    const at = (share: number): [number, number] => [box.x + share * box.width, box.y + box.height / 2];
    await page.mouse.move(...at(0.7));
    await page.mouse.down();
    await page.mouse.move(...at(0.75));
    await page.mouse.move(...at(0.8));
    await page.mouse.up();
    await expect(endLoop).toBeVisible();
    const seen: number[] = [];
    await expect
      .poll(async () => {
        seen.push(await placeOf(position));
        return seen.some((value, i) => value < (seen[i - 1] ?? 0) - 0.2);
      })
      .toBe(true);
    expect(Math.min(...seen)).toBeGreaterThan(0.69 * SECONDS);
    expect(Math.max(...seen)).toBeLessThan(0.83 * SECONDS);

    await page.mouse.click(...at(0.1));
    await expect(endLoop).toBeHidden();
    await expect.poll(() => placeOf(position)).toBeLessThan(0.3 * SECONDS);
    await region.getByRole('combobox', { name: 'Playback' }).click();
    await page.getByRole('option', { name: '2×' }).click();
    await position.focus();
    await page.keyboard.press('Home');
    const [fromS, fromMs] = [await placeOf(position), Date.now()];
    await expect.poll(() => placeOf(position)).toBeGreaterThan(2);
    const elapsedS = (Date.now() - fromMs) / 1000;
    expect((await placeOf(position)) - fromS).toBeGreaterThan(1.3 * elapsedS);
  });

  test('Cancel stops the sound at once and keeps nothing', longUnless(isIsolated), async ({ page, relay }) => {
    await speakInHalves(relay, 'mp3');
    await connectTo(page, relay);
    await chooseFormat(page, 'mp3');
    await generate(page, 'A long tone.');
    const { pause, play, position } = inPlayer(page);
    await expect(pause).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(play).toBeDisabled();
    await expect(position).toBeDisabled();
    await expect(takes(page)).toHaveCount(0);
  });

  test(
    'a take started while another request runs continues to play',
    longUnless(isIsolated),
    async ({ page, relay }) => {
      // Long enough to play on a busy machine until it is paused.
      const seconds = 30;
      const first = await speakInHalves(relay, 'pcm', seconds);
      await connectTo(page, relay);
      await chooseFormat(page, 'pcm');
      await generate(page, 'The first tone.');
      const { pause, position } = inPlayer(page);
      await expect(pause).toBeVisible();
      first.finish();
      await expect(takes(page)).toHaveCount(1);
      let answer: (() => void) | undefined;
      const bytes = await encode(sweep(1), 'pcm');
      relay.answerWith((response) => {
        answer = () => response.writeHead(200).end(bytes);
      });
      await generate(page, 'The second tone.');
      await expect.poll(() => answer).toBeDefined();
      await page.getByRole('button', { name: 'Pause take: The first tone.' }).click();
      await page.getByRole('button', { name: 'Play take: The first tone.' }).click();
      answer?.();
      await expect(takes(page)).toHaveCount(2);
      expect(await lengthOf(position)).toBeGreaterThan(seconds - 0.1);
    },
  );
});

test('a reply that is cut off half-way is played as far as it arrived, and becomes a take', async ({ page, relay }) => {
  const reply = await speakInHalves(relay, 'ogg_opus', 3);
  await connectTo(page, relay);
  await chooseFormat(page, 'ogg_opus');
  await generate(page, 'A long tone.');
  const { play, position } = inPlayer(page);
  await expect.poll(() => placeOf(position)).toBeGreaterThan(0.3);
  reply.cut();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(takes(page)).toContainText('Cut off');
  await expect(play).toBeVisible();
  expect(await placeOf(position)).toBeGreaterThan(0.4 * 3);
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });
  test('the controls of the player have Chinese names', async ({ page, relay }) => {
    await connectTo(page, relay);
    relay.answerWith(replies.audio(pcmTone(8)));
    await page.getByRole('textbox', { name: '要朗读的文字' }).fill('早上好，工作室已经开门了。');
    await page.keyboard.press('ControlOrMeta+Enter');
    const region = page.getByRole('region', { name: '播放器' });
    const position = region.getByRole('slider', { name: '播放位置' });
    await expect(region.getByRole('button', { name: '暂停' })).toBeVisible();
    await position.press('Shift+ArrowRight');
    await region.getByRole('button', { name: '停止循环' }).click();
    await expect(region.getByRole('button', { name: '停止循环' })).toBeHidden();
    const rate = region.getByRole('combobox', { name: '播放倍速' });
    const volume = region.getByRole('slider', { name: '音量' });
    await volume.fill('0.5');
    await expect(volume).toHaveAttribute('aria-valuetext', '50 %');
    await expect(rate).toHaveText('1×');
    await rate.click();
    await page.getByRole('option', { name: '1.5×' }).click();
    await expect(rate).toHaveText('1.5×');
    await expect(volume).toHaveValue('0.5');
  });
});
