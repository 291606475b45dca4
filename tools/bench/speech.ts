// The time from Generate to the first sound with the practice relay, and the app's part of it. Independent of how it is
// measured.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import { launch } from '../../tests/e2e/support/launch.ts';
import { type Bench, type Figure, percentile, repeat } from './bench.ts';
import { type Moments, measureFirstSound, watchSound } from './first-sound.ts';
import { type LoneRelay, startLoneRelay } from './relay-share.ts';

const RUNS = { warmUps: 5, times: 40 };
/** Pause before each measurement, so that unfinished work of the previous one is not included. */
const REST_MS = 150;
const OURS_AIM_MS = 60;

/** One click on Generate, and the same request sent directly. */
type Run = { moments: Moments; relay: { firstMs: number; wholeMs: number } };

/**
 * Measures every format in a separate app, started with an empty folder; with `--isolated=0` on a page whose threads
 * share no memory.
 */
export const benchSpeech: Bench = async (flags) => {
  const isIsolated = flags.get('isolated') !== 0;
  const figures: Figure[] = [];
  for (const format of SPEECH_FORMATS) figures.push(...toFigures(format, await measureFormat(format, isIsolated)));
  return figures;
};

async function measureFormat(format: SpeechFormat, isIsolated: boolean): Promise<Run[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const app = await launch({ userData: path.join(folder, 'user-data'), saveDir: folder, isIsolated });
  const relay = await startLoneRelay();
  try {
    await chooseFormat(app.page, format);
    await watchSound(app.page);
    return await repeat(RUNS, (run) => measureRun(app.page, relay, format, run));
  } finally {
    await Promise.all([app.stop(), relay.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The app and the separate relay speak the same text; each is first in turn. */
async function measureRun(page: Page, relay: LoneRelay, format: SpeechFormat, run: number): Promise<Run> {
  // A different text each time: no reply can come from a cache.
  const text = `Good morning, visitor ${100 + run}. The studio is open.`;
  await page.getByRole('textbox', { name: 'Text to speak' }).fill(text);
  const measureRelay = async (): Promise<Run['relay']> => {
    await delay(REST_MS);
    return relay.measureReply(text, format);
  };
  const early = run % 2 === 0 ? await measureRelay() : undefined;
  await delay(REST_MS);
  const moments = await measureFirstSound(page);
  return { moments, relay: early ?? (await measureRelay()) };
}

async function chooseFormat(page: Page, format: SpeechFormat): Promise<void> {
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: new RegExp(`^${format}\\b`) }).click();
}

function toFigures(format: SpeechFormat, runs: readonly Run[]): Figure[] {
  const figure = (name: string, of: (run: Run) => number): Figure => ({
    name: `speech ${format}: ${name}`,
    unit: 'ms',
    samples: runs.map(of),
  });
  return [
    figure('Generate to first sound', ({ moments }) => moments.firstSound),
    figure("relay's own, first byte", ({ relay }) => relay.firstMs),
    figure("relay's own, whole reply", ({ relay }) => relay.wholeMs),
    {
      ...figure('ours', ({ moments, relay }) => moments.firstSound - relay.firstMs),
      aim: OURS_AIM_MS,
      note: describeSteps(runs),
    },
  ];
}

/** Returns the medians of the app's steps. In every run they add up to its `ours`. */
function describeSteps(runs: readonly Run[]): string {
  const step = (name: string, of: (run: Run) => number): string =>
    `${name} ${percentile(runs.map(of), 0.5).toFixed(1)}`;
  return [
    step('send', ({ moments }) => moments.sent),
    step('receive', ({ moments, relay }) => moments.bytes - moments.sent - relay.firstMs),
    step('begin', ({ moments }) => moments.play - moments.bytes),
    step('sound', ({ moments }) => moments.firstSound - moments.play),
    `${runs.filter(({ moments }) => moments.isLive).length} of ${runs.length} live`,
  ].join(', ');
}
