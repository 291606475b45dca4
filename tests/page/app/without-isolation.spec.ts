import type { Page } from '@playwright/test';
import { connectTo, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, type Script } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

/** Of a reply. */
const SECONDS = 2;

const inPlayer = (page: Page) => {
  const region = page.getByRole('region', { name: 'Player' });
  return {
    region,
    play: region.getByRole('button', { name: 'Play', exact: true }),
    pause: region.getByRole('button', { name: 'Pause' }),
    position: region.getByRole('slider', { name: 'Position' }),
    receiving: region.getByRole('status'),
  };
};
const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');

/** A reply whose second half is sent when the test asks for it. */
function inHalves(): { script: Script; finish: () => void } {
  const bytes = pcmTone(SECONDS);
  let open: Parameters<Script>[0] | undefined;
  return {
    script: (response) => {
      open = response;
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, bytes.length / 2));
    },
    finish: () => open?.end(bytes.subarray(bytes.length / 2)),
  };
}

test.use({ isIsolated: false });

test('a take is shown to be received, and plays from its file once it is saved', { tag: '@slow' }, async ({
  page,
  relay,
}) => {
  const reply = inHalves();
  relay.answerWith(reply.script);
  await connectTo(page, relay);
  await generate(page, 'A long tone.');
  const { region, play, pause, position, receiving } = inPlayer(page);
  await expect(receiving).toHaveText('Receiving… You can play it once it is saved.');
  await expect(pause).toBeVisible();
  await expect(position).toBeDisabled();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(region).toContainText('A long tone.');
  await page.getByRole('tab', { name: 'Speech' }).click();

  reply.finish();
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.2);
  await expect(receiving).toHaveCount(0);
  await expect(takes(page)).toHaveCount(1);
  await expect(position).toHaveAttribute('max', String(SECONDS));
  await expect(play).toBeVisible();
  expect(Number(await position.inputValue())).toBeGreaterThan(SECONDS - 0.2);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('what is paused while it is received waits to be played; a rate chosen then holds', async ({ page, relay }) => {
  const reply = inHalves();
  relay.answerWith(reply.script);
  await connectTo(page, relay);
  await generate(page, 'A long tone.');
  const { region, play, pause, position, receiving } = inPlayer(page);
  await expect(receiving).toBeVisible();
  await pause.click();
  await region.getByRole('combobox', { name: 'Playback' }).click();
  await page.getByRole('option', { name: '2×' }).click();
  reply.finish();
  await expect(takes(page)).toHaveCount(1);
  await expect(receiving).toHaveCount(0);
  await expect(position).toHaveValue('0');
  const played = await page.evaluateHandle(() => {
    const { play: begin } = HTMLMediaElement.prototype;
    const rate = new Promise<number>((resolve) => {
      HTMLMediaElement.prototype.play = function () {
        resolve(this.playbackRate);
        return begin.call(this);
      };
    });
    return { rate };
  });
  await play.click();
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.5);
  expect(await played.evaluate(({ rate }) => rate)).toBe(2);
});

test('the received part of a reply that is cut off is played', async ({ page, relay }) => {
  relay.answerWith((response) => {
    response.writeHead(200, { 'content-length': 100_000 });
    response.write(pcmTone(1), () => response.socket?.destroy());
  });
  await connectTo(page, relay);
  await generate(page, 'A long tone.');
  await expect(takes(page)).toContainText('Cut off');
  const { position, receiving } = inPlayer(page);
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.1);
  await expect(receiving).toHaveCount(0);
});
