import type { Locator, Page } from '@playwright/test';
import type { Script, ScriptedRelay } from '../fakes/scripted-relay.ts';
import { encode, sweep } from '../support/sounds.ts';
import { connectTo, expect, generate, test } from './support/fixtures.ts';

const SECONDS = 6;

const inPlayer = (page: Page) => {
  const region = page.getByRole('region', { name: 'Player' });
  return {
    region,
    play: region.getByRole('button', { name: 'Play', exact: true }),
    pause: region.getByRole('button', { name: 'Pause' }),
    position: region.getByRole('slider', { name: 'Position' }),
  };
};
const takes = (page: Page): Locator => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const placeOf = async (slider: Locator): Promise<number> => Number(await slider.inputValue());
const lengthOf = async (slider: Locator): Promise<number> => Number(await slider.getAttribute('max'));

/** Lets the relay send the first half of a reply. @returns what sends the rest */
async function speakInHalves(relay: ScriptedRelay): Promise<() => void> {
  const bytes = await encode(sweep(SECONDS), 'mp3');
  let open: Parameters<Script>[0] | undefined;
  relay.answerWith((response) => {
    open = response;
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
  });
  return () => void open?.end(bytes.subarray(bytes.length / 2));
}

// tests/browser/player-engine.spec.ts decodes every format; the controls are in tests/page/app/player.spec.ts.
test('a take is played before the reply is complete, on every screen, to its end', async ({ page, relay }) => {
  const finish = await speakInHalves(relay);
  await connectTo(page, relay);
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^mp3/ }).click();
  await generate(page, 'A long tone.');
  const { pause, position, region, play } = inPlayer(page);
  await expect(pause).toBeVisible();
  await expect.poll(() => placeOf(position)).toBeGreaterThan(0.5);
  await expect(takes(page)).toHaveCount(0);
  expect(await lengthOf(position)).toBeGreaterThan(0.4 * SECONDS);
  expect(await lengthOf(position)).toBeLessThan(0.6 * SECONDS);

  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(region).toContainText('A long tone.');
  const before = await placeOf(position);
  await expect.poll(() => placeOf(position)).toBeGreaterThan(before + 0.2);
  finish();
  await expect.poll(() => lengthOf(position)).toBeGreaterThan(SECONDS - 0.05);
  await expect(pause).toBeVisible();
  await page.getByRole('tab', { name: 'Speech' }).click();
  await expect(takes(page)).toHaveCount(1);
  await expect(play).toBeVisible();
  expect(await placeOf(position)).toBeGreaterThan(SECONDS - 0.2);
  await play.click();
  await expect.poll(() => placeOf(position)).toBeLessThan(3);
});
