// An hour of a script's takes exported to wav and mp3: how many times faster than it lasts, beside ffmpeg with the same
// mp3 encoder at the same bit rate, and the memory of the page. Independent of the app's window.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { loadEspeak } from '../../practice-relay/speech/espeak.ts';
import type { ExportPlan, ExportSettings } from '../../renderer/audio/export/plan.ts';
import { wavHeader } from '../../shared/speech/wav.ts';
import type {} from '../../tests/browser/export-page/main.ts';
import { type ServedPage, servePage } from '../../tests/browser/serve-page.ts';
import { findInstalledChromium } from '../chromium-host/index.ts';
import { type Bench, type Figure, percentile, repeat } from './bench.ts';

const run = promisify(execFile);
const RUNS = { warmUps: 0, times: 3 };
const HOUR_S = 3600;
const PAUSE_S = 0.4;
const BITRATE_KBPS = 96;
const RATE_HZ = 22_050;
const SPEED_AIM = 60;
const MEMORY_AIM_MB = 200;
const MB = 1024 * 1024;

const TEXT =
  'The ferry left at dawn, while the town was still asleep. Nobody had told her that the island had no telephone, ' +
  'and by noon she no longer cared. She walked along the beach, counted the boats, and went back to the house.';

const CASES: readonly { name: string; settings: Partial<ExportSettings>; ffmpeg?: readonly string[] }[] = [
  { name: 'wav', settings: {}, ffmpeg: ['-c:a', 'pcm_s16le'] },
  { name: 'mp3', settings: { kind: 'mp3' }, ffmpeg: ['-c:a', 'libmp3lame', '-b:a', `${BITRATE_KBPS}k`] },
  { name: 'mp3 at -16 LUFS', settings: { kind: 'mp3', loudness: -16 } },
  { name: 'Opus', settings: { kind: 'ogg_opus' } },
];

/** Exports spoken takes; `--minutes` instead of an hour. */
export const benchExport: Bench = async (flags) => {
  const totalS = (flags.get('minutes') ?? HOUR_S / 60) * 60;
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const take = await spokenTake();
  const takeS = take.length / 2 / RATE_HZ;
  const count = Math.ceil(totalS / (takeS + PAUSE_S));
  const wav = Buffer.concat([wavHeader(take.length, { rateHz: RATE_HZ, channels: 1, bitsPerSample: 16 }), take]);
  const page = new URL('../../tests/browser/export-page', import.meta.url).pathname;
  const served = await servePage(page, { '/take': { type: 'audio/wav', bytes: wav } });
  try {
    const seconds = count * (takeS + PAUSE_S) - PAUSE_S;
    const figures: Figure[] = [];
    for (const { name, settings, ffmpeg } of CASES) {
      const { times, memoryMb } = await measureOurs(served, planOf(count, settings));
      const ours = times.map((ms) => (seconds * 1000) / ms);
      const label = `export, ${Math.round(seconds / 60)} min to ${name}`;
      figures.push({
        name: `${label}: times as fast as it lasts`,
        unit: '×',
        samples: ours,
        note: `aim: ${SPEED_AIM} or more`,
      });
      figures.push({ name: `${label}: memory of the page`, unit: 'MB', samples: memoryMb, aim: MEMORY_AIM_MB });
      const theirs = ffmpeg && (await measureFfmpeg(folder, wav, count, ffmpeg));
      if (!theirs) continue;
      const ratio = percentile(theirs, 0.5) / percentile(times, 0.5);
      figures.push({ name: `${label}: time of ffmpeg / ours`, unit: '×', samples: [ratio] });
    }
    return figures;
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  }
};

function planOf(count: number, settings: Partial<ExportSettings>): ExportPlan {
  const plain = { bits: 16, channels: null, rateHz: null, loudness: null, split: 'none', isZip: false } as const;
  const segments = Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    take: { url: '/take', kind: 'wav' as const },
    silenceMs: 0,
    gain: 1,
    isTrimmed: true,
    fadeMs: 3,
    pauseAfterMs: PAUSE_S * 1000,
    role: '',
    text: '',
    chapter: null,
    cue: null,
  }));
  const all: ExportSettings = { kind: 'wav', bitrateKbps: BITRATE_KBPS, ...plain, ...settings };
  return { title: 'Bench', settings: all, segments, maxSpeedUp: 1, subtitles: null };
}

/** A new browser for each run, because memory is measured at its peak. */
async function measureOurs(served: ServedPage, plan: ExportPlan): Promise<{ times: number[]; memoryMb: number[] }> {
  const results = await repeat(RUNS, async () => {
    const executablePath = findInstalledChromium();
    const browser = await chromium.launch({
      args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      ...(executablePath === undefined ? {} : { executablePath }),
    });
    try {
      const page = await browser.newPage();
      await page.goto(served.url);
      await page.waitForFunction(() => 'exportPage' in window);
      return await timed(page, await browser.newBrowserCDPSession(), plan);
    } finally {
      await browser.close();
    }
  });
  return { times: results.map(({ ms }) => ms), memoryMb: results.map(({ memoryMb }) => memoryMb) };
}

async function timed(page: Page, cdp: CDPSession, plan: ExportPlan): Promise<{ ms: number; memoryMb: number }> {
  let most = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      most = Math.max(most, await pageMemoryMb(cdp));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const before = await pageMemoryMb(cdp);
  const watching = watch();
  const { ms } = await page.evaluate((given) => window.exportPage.time(given), plan);
  isOver = true;
  await watching;
  return { ms, memoryMb: most - before };
}

/** The resident sets of all pages. */
async function pageMemoryMb(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  if (process.platform === 'win32') return Number.NaN;
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', ids.join(',')]);
  const kilobytes = stdout.split('\n').reduce((sum, line) => sum + Number(line), 0);
  return (kilobytes * 1024) / MB;
}

/** The same takes and pauses joined by ffmpeg's concat; undefined where ffmpeg is not installed. */
async function measureFfmpeg(
  folder: string,
  take: Uint8Array,
  count: number,
  options: readonly string[],
): Promise<number[] | undefined> {
  const isHere = await run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  );
  if (!isHere) return undefined;
  const silence = new Uint8Array(Math.round(PAUSE_S * RATE_HZ) * 2);
  const header = wavHeader(silence.length, { rateHz: RATE_HZ, channels: 1, bitsPerSample: 16 });
  await writeFile(path.join(folder, 'take.wav'), take);
  await writeFile(path.join(folder, 'pause.wav'), Buffer.concat([header, silence]));
  await writeFile(path.join(folder, 'list.txt'), "file 'take.wav'\nfile 'pause.wav'\n".repeat(count));
  const extension = options.includes('libmp3lame') ? 'mp3' : 'wav';
  const input = ['-loglevel', 'error', '-y', '-f', 'concat', '-i', path.join(folder, 'list.txt')];
  return repeat(RUNS, async () => {
    const startMs = performance.now();
    await run('ffmpeg', [...input, ...options, path.join(folder, `out.${extension}`)]);
    return performance.now() - startMs;
  });
}

/** Speech of some seconds as 16-bit samples. */
async function spokenTake(): Promise<Uint8Array> {
  const say = await loadEspeak();
  const samples = say(TEXT, { voice: 'en', wordsPerMinute: 175, pitch: 50, range: 50 });
  return new Uint8Array(Int16Array.from(samples, (sample) => Math.round(sample * 0x7fff)).buffer);
}
