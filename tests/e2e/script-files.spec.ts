// A script's way out, as sound and subtitles, and back in.

import type { Page } from '@playwright/test';
import { parseCues } from '../../shared/subtitles/parse-cues.ts';
import { accessibilityViolations, expect, filesUnder, test } from './support/fixtures.ts';
import { joined, samplesOf, takesOf } from './support/script-sound.ts';
import { expectText, textField } from './support/text.ts';

const RATE_HZ = 24_000;
const PAUSE_MS = 400;
const LINES = [
  'Anna: The lamp went out at nine.',
  'Ben: Nobody had lit it.',
  'Anna: 灯塔看守人数着海浪。',
  'The wind turned.',
  'Ben: So it was the sea, then.',
  'Anna: It was always the sea.',
];

const dialogOf = (page: Page, name: 'Export' | 'Import') => page.getByRole('dialog', { name, exact: true });

async function openExport(page: Page, product: 'Sound…' | 'Subtitles…') {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: product }).click();
  return dialogOf(page, 'Export');
}

/** Saves under the name that is free. @param name of the file */
async function saveFrom(page: Page, name: string): Promise<void> {
  await dialogOf(page, 'Export').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialogOf(page, 'Export').getByRole('status')).toContainText(`Saved as ${name}:`);
}

/** Where something is heard, in milliseconds: stretches between silences that are nearly as long as a pause. */
function soundsIn(samples: Int16Array): { startMs: number; endMs: number }[] {
  const sounds: { startMs: number; endMs: number }[] = [];
  let last = -Infinity;
  for (const [i, sample] of samples.entries()) {
    if (Math.abs(sample) < 40) continue;
    const ms = (i * 1000) / RATE_HZ;
    const open = sounds.at(-1);
    if (open === undefined || ms - last > PAUSE_MS * 0.9) sounds.push({ startMs: ms, endMs: ms });
    else open.endMs = ms;
    last = ms;
  }
  return sounds;
}

test('a script becomes sound and subtitles that agree to the sample, and the subtitles become the script again', async ({
  page,
  userData,
  saveDir,
}) => {
  test.slow();
  await textField(page).fill(LINES.join('\n'));
  await page.getByRole('textbox', { name: 'Script title' }).fill('Tides');

  // What is missing is counted before anything is saved, and can be made from there.
  const dialog = await openExport(page, 'Sound…');
  await expect(dialog).toContainText('6 lines have no sound yet.');
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Generate these lines first' }).click();
  await expect(dialog).toBeHidden();
  const ready = page.getByRole('list', { name: 'Lines' }).getByRole('listitem', { name: /: ready$/ });
  await expect(ready).toHaveCount(LINES.length, { timeout: 30_000 });

  await openExport(page, 'Sound…');
  await expect(dialog).not.toContainText('no sound yet');
  await dialog.getByRole('spinbutton', { name: 'Pause between (ms)' }).fill(String(PAUSE_MS));
  await saveFrom(page, 'Tides.wav');
  const saved = () => filesUnder(saveDir);
  const wav = samplesOf((await saved()).get('Tides.wav'));
  const takes = await takesOf(userData);
  const spoken = LINES.map((line) => takes.get(line.replace(/^\w+: /, ''))?.[0] ?? new Int16Array(0));
  const pauseSamples = (PAUSE_MS * RATE_HZ) / 1000;
  expect(Buffer.from(wav.buffer).equals(joined(spoken, pauseSamples))).toBe(true);
  await page.keyboard.press('Escape');

  // The cues begin and end with the takes; without their silence at both ends, with what is heard.
  await openExport(page, 'Subtitles…');
  await saveFrom(page, 'Tides.srt');
  const cuesOf = async (name: string) => parseCues((await saved()).get(name)?.toString() ?? '').cues;
  const cues = await cuesOf('Tides.srt');
  expect(cues.map(({ text }) => text.replace('：', ': '))).toEqual(LINES);
  let at = 0;
  for (const [i, { startMs, endMs }] of cues.entries()) {
    expect(Math.abs(startMs - (at * 1000) / RATE_HZ)).toBeLessThanOrEqual(0.5);
    at += spoken[i]?.length ?? 0;
    expect(Math.abs(endMs - (at * 1000) / RATE_HZ)).toBeLessThanOrEqual(0.5);
    at += pauseSamples;
  }
  await dialog.getByRole('switch', { name: 'Trim silence' }).click();
  await saveFrom(page, 'Tides (2).srt');
  await page.keyboard.press('Escape');
  await openExport(page, 'Sound…');
  await saveFrom(page, 'Tides (2).wav');
  await page.keyboard.press('Escape');
  const heard = soundsIn(samplesOf((await saved()).get('Tides (2).wav')));
  const trimmed = await cuesOf('Tides (2).srt');
  expect(heard).toHaveLength(LINES.length);
  for (const [i, { startMs, endMs }] of trimmed.entries()) {
    expect(Math.abs(startMs - (heard[i]?.startMs ?? 0))).toBeLessThan(40);
    expect(Math.abs(endMs - (heard[i]?.endMs ?? 0))).toBeLessThan(40);
  }

  // Back in, on the times of the subtitles.
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await choosing).setFiles(`${saveDir}/Tides.srt`);
  const asking = dialogOf(page, 'Import');
  await expect(asking.getByRole('switch', { name: 'Keep the timing' })).toBeChecked();
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  await asking.getByRole('button', { name: 'Open as a new script' }).press('Enter');
  await expectText(page, LINES.join('\n'));
  // Nothing is requested twice: the same lines are made already.
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(ready).toHaveCount(LINES.length);
  await openExport(page, 'Sound…');
  await expect(dialog).toContainText('6 lines fit');
});
