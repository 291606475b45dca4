// Hearing a script: how exactly takes follow each other, and the time from *Play* to the first sample, in Chromium.

import type { Page } from '@playwright/test';
import { resampledLength } from '../../renderer/engines/audio/export/dsp/resampler.ts';
import type { SequenceEntry } from '../../renderer/engines/audio/sequence/sequence.ts';
import { factsOfFormat, SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import type {} from '../../tests/browser/player-page/main.ts';
import { servePage } from '../../tests/browser/serve-page.ts';
import { AUTOPLAY, launchChromium } from '../../tests/support/launch-chromium.ts';
import { encode, noise, pcmBytes, RATE_HZ, sweep, wavBytes } from '../../tests/support/sounds.ts';
import { type Figure, repeat } from './bench.ts';

const OUTPUT_HZ = 48_000;
const EDGE_S = 0.2;
const TAKE_S = 0.6137;
const PAUSES_MS = [40, 300, 777];
const START_RUNS = { warmUps: 2, times: 15 };
const START_AIM_MS = 100;

/** Plays takes of every format between two of noise, whose beginnings are found to the sample. */
export async function hearing(): Promise<Figure[]> {
  const files: Record<string, { type: string; bytes: Uint8Array }> = {
    '/edge': { type: 'audio/wav', bytes: wavBytes(pcmBytes(noise(EDGE_S))) },
  };
  // Headerless pcm is served as wav.
  for (const format of SPEECH_FORMATS)
    files[`/${format}`] = {
      type: factsOfFormat(format).mime,
      bytes: await encode(sweep(TAKE_S), format === 'pcm' ? 'wav' : format),
    };
  const served = await servePage(new URL('../../tests/browser/player-page', import.meta.url).pathname, files);
  const browser = await launchChromium(AUTOPLAY);
  try {
    const open = async (): Promise<Page> => {
      const page = await browser.newPage();
      await page.goto(served.url);
      await page.waitForFunction(() => 'playerPage' in window);
      await page.evaluate((rateHz) => window.playerPage.openSequence(rateHz), OUTPUT_HZ);
      return page;
    };
    const figures: Figure[] = [];
    for (const format of SPEECH_FORMATS) {
      const samples: number[] = [];
      for (const pauseMs of PAUSES_MS) {
        const page = await open();
        samples.push(await gapError(page, format, pauseMs));
        await page.close();
      }
      const note = `pauses of ${PAUSES_MS.join(', ')} ms at ${OUTPUT_HZ} Hz, both sides of a take together`;
      figures.push({
        name: `script: error of the pauses, ${format}`,
        unit: 'samples',
        samples,
        aim: 1,
        aimShare: 1,
        note,
      });
    }
    for (const format of SPEECH_FORMATS) {
      const page = await open();
      const samples = await repeat(START_RUNS, () =>
        page.evaluate((entries) => window.playerPage.firstSampleMs(entries), [entryOf(format, 0)]),
      );
      await page.close();
      const name = `script: Play to first sample, ${format}`;
      figures.push({ name, unit: 'ms', samples, aim: START_AIM_MS, aimShare: 0.95 });
    }
    return figures;
  } finally {
    await browser.close();
    await served.close();
  }
}

function entryOf(path: SpeechFormat | 'edge', pauseAfterMs: number, id = path): SequenceEntry {
  return { id, sound: { url: `/${path}`, kind: path === 'edge' ? 'wav' : path }, pauseAfterMs };
}

/** By how many samples the second take of noise begins too early or too late. */
async function gapError(page: Page, format: SpeechFormat, pauseMs: number): Promise<number> {
  const entries = [entryOf('edge', pauseMs), entryOf(format, pauseMs), { ...entryOf('edge', 0), id: 'last' }];
  await page.evaluate((given) => window.playerPage.playSequence(given), entries);
  await page.waitForFunction(() => window.playerPage.sequence.snapshot().hasEnded);
  const rateHz = factsOfFormat(format).rateHz ?? RATE_HZ;
  const [recorded, decoded] = await page.evaluate(
    async ([path, rate]) => [window.playerPage.recorded(), await window.playerPage.decodeFile(path, rate)] as const,
    [`/${format}`, rateHz] as const,
  );
  const sound = floatsOf(recorded);
  const edge = resampledLength(EDGE_S * RATE_HZ, RATE_HZ, OUTPUT_HZ);
  const take = resampledLength(floatsOf(decoded).length, rateHz, OUTPUT_HZ);
  const pause = Math.round((pauseMs / 1000) * OUTPUT_HZ);
  const first = sound.findIndex((sample) => sample !== 0);
  const expected = first + edge + 2 * pause + take;
  // The silence before it is the pause.
  let found = expected - Math.floor(pause / 2);
  while (found < sound.length && sound[found] === 0) found++;
  return Math.abs(found - expected);
}

function floatsOf(base64: string): Float32Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  return new Float32Array(bytes.buffer, 0, bytes.length / 4);
}
