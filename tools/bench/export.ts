// A script's takes exported to several kinds: how many times faster than it lasts, by the clock and in
// processor time, beside ffmpeg with the same encoder at the same bit rate; and the memory of the page. Independent of
// the app's window. The page is driven without Playwright, whose network log would keep up to 200 MB of the takes.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadEspeak } from '../../practice-relay/speech/espeak.ts';
import type { ExportPlan, ExportSettings } from '../../renderer/engines/audio/export/plan.ts';
import { wavHeader } from '../../shared/speech/wav.ts';
import type {} from '../../tests/browser/export-page/main.ts';
import { type ServedPage, servePage } from '../../tests/browser/serve-page.ts';
import { Browser, type CdpSession, findInstalledChromium } from '../electron/index.ts';
import { amount, type Bench, type Figure, percentile, repeat } from './bench.ts';

const run = promisify(execFile);
const RUNS = { warmUps: 0, times: 3 };
/** Length of the sound, unless a flag gives one. */
const TOTAL_S = amount(1200, 60);
const PAUSE_S = 0.4;
const BITRATE_KBPS = 96;
const RATE_HZ = 22_050;
const SPEED_AIM = 60;
const MEMORY_AIM_MB = 200;
const MB = 1024 * 1024;
const POLL_MS = 200;

const TEXT =
  'The ferry left at dawn, while the town was still asleep. Nobody had told her that the island had no telephone, ' +
  'and by noon she no longer cared. She walked along the beach, counted the boats, and went back to the house.';

const MP3 = ['-c:a', 'libmp3lame', '-ar', `${RATE_HZ}`, '-b:a', `${BITRATE_KBPS}k`];
const OPUS = ['-c:a', 'libopus', '-ar', '48000', '-b:a', `${BITRATE_KBPS}k`];

const CASES: readonly { name: string; settings: Partial<ExportSettings>; ffmpeg: readonly string[] }[] = [
  { name: 'wav', settings: {}, ffmpeg: ['-c:a', 'pcm_s16le'] },
  { name: 'mp3', settings: { kind: 'mp3' }, ffmpeg: MP3 },
  { name: 'mp3 at -16 LUFS', settings: { kind: 'mp3', loudness: -16 }, ffmpeg: MP3 },
  { name: 'Opus', settings: { kind: 'ogg_opus' }, ffmpeg: OPUS },
  { name: 'Opus at -16 LUFS', settings: { kind: 'ogg_opus', loudness: -16 }, ffmpeg: OPUS },
];

/** Exports spoken takes; `--minutes` of them instead of 20. */
export const benchExport: Bench = async (flags) => {
  const totalS = (flags.get('minutes') ?? TOTAL_S / 60) * 60;
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
      const ours = await measureOurs(served, planOf(count, settings));
      const label = `export, ${Math.round(seconds / 60)} min to ${name}`;
      const note = `aim: ${SPEED_AIM} or more`;
      const speeds = (timesS: readonly number[]): number[] => timesS.map((s) => seconds / s);
      figures.push(
        {
          name: `${label}: times as fast as it lasts`,
          unit: '×',
          samples: speeds(ours.map(({ clockS }) => clockS)),
          note,
        },
        {
          name: `${label}: the same in processor time`,
          unit: '×',
          samples: speeds(ours.map(({ cpuS }) => cpuS)),
          note,
        },
        {
          name: `${label}: memory of the page`,
          unit: 'MB',
          samples: ours.map(({ memoryMb }) => memoryMb),
          aim: MEMORY_AIM_MB,
        },
      );
      const theirs = await measureFfmpeg(folder, wav, count, { encoder: ffmpeg, loudness: settings.loudness ?? null });
      if (!theirs) continue;
      const median = (runs: readonly number[]): number => percentile(runs, 0.5);
      figures.push({
        name: `${label}: processor time of ffmpeg / ours`,
        unit: '×',
        samples: [median(theirs) / median(ours.map(({ cpuS }) => cpuS))],
      });
    }
    return figures;
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  }
};

function planOf(count: number, settings: Partial<ExportSettings>): ExportPlan {
  const plain = {
    bits: 16,
    channels: null,
    rateHz: null,
    loudness: null,
    split: 'none',
    isZip: false,
    isAudiobook: false,
  } as const;
  const segments = Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    itemId: null,
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

type Run = { clockS: number; cpuS: number; memoryMb: number };

/** A new browser for each run, because memory is measured at its peak. */
function measureOurs(served: ServedPage, plan: ExportPlan): Promise<Run[]> {
  return repeat(RUNS, async () => {
    const executable = findInstalledChromium({ headless: true });
    if (executable === undefined) throw new Error('Chromium is not installed.');
    const window = {
      widthPx: 800,
      heightPx: 600,
      position: undefined,
      headless: true,
      locale: 'en',
      webRtcPolicy: 'default',
    };
    const browser = await Browser.launch({ executable, url: served.url, debuggingPort: undefined, ...window });
    try {
      return await timed(await pageOf(browser), browser.connection.browser, plan);
    } finally {
      await browser.close();
    }
  });
}

/** The session of the page, when it is ready. */
async function pageOf({ connection }: Browser): Promise<CdpSession> {
  for (;;) {
    const { targetInfos } = await connection.browser.send('Target.getTargets');
    const target = (targetInfos as { targetId: string; type: string }[]).find(({ type }) => type === 'page');
    const page = target && (await connection.attach(target.targetId));
    // The document may be another one meanwhile.
    if (page && (await evaluate(page, "'exportPage' in window").catch(() => false))) return page;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The value of an expression in the page, which may be a promise. */
async function evaluate(page: CdpSession, expression: string): Promise<unknown> {
  const options = { awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', { expression, ...options });
  if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
  return (result as { value: unknown }).value;
}

async function timed(page: CdpSession, cdp: CdpSession, plan: ExportPlan): Promise<Run> {
  let most = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      most = Math.max(most, await pageMemoryMb(cdp));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const before = { memoryMb: await pageMemoryMb(cdp), cpuS: await cpuSeconds(cdp) };
  const watching = watch();
  const ended = await evaluate(page, `window.exportPage.time(${JSON.stringify(plan)})`);
  const cpuS = (await cpuSeconds(cdp)) - before.cpuS;
  isOver = true;
  await watching;
  return { clockS: (ended as { ms: number }).ms / 1000, cpuS, memoryMb: most - before.memoryMb };
}

type ProcessInfo = { type: string; id: number; cpuTime: number };

async function processes(cdp: CdpSession): Promise<readonly ProcessInfo[]> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo as ProcessInfo[];
}

/** Processor time of the whole browser so far, in seconds. */
async function cpuSeconds(cdp: CdpSession): Promise<number> {
  return (await processes(cdp)).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The resident sets of all pages. */
async function pageMemoryMb(cdp: CdpSession): Promise<number> {
  const ids = (await processes(cdp)).filter(({ type }) => type === 'renderer').map(({ id }) => id);
  if (process.platform === 'win32') return Number.NaN;
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', ids.join(',')]);
  const kilobytes = stdout.split('\n').reduce((sum, line) => sum + Number(line), 0);
  return (kilobytes * 1024) / MB;
}

/**
 * Processor time in seconds for the same takes and pauses joined by ffmpeg's concat, brought to a loudness by its
 * loudnorm in two passes; undefined where ffmpeg is not installed.
 */
async function measureFfmpeg(
  folder: string,
  take: Uint8Array,
  count: number,
  { encoder, loudness }: { encoder: readonly string[]; loudness: number | null },
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
  const extension = encoder.includes('libmp3lame') ? 'mp3' : encoder.includes('libopus') ? 'ogg' : 'wav';
  const out = path.join(folder, `out.${extension}`);
  return repeat(RUNS, async () => {
    if (loudness === null) return (await runFfmpeg(folder, [...encoder, out])).cpuS;
    const filter = `loudnorm=I=${loudness}:TP=-1`;
    const measured = await runFfmpeg(folder, ['-af', `${filter}:print_format=json`, '-f', 'null', '-']);
    const found = JSON.parse(/\{[^{}]*\}/.exec(measured.log)?.[0] ?? '{}') as Record<string, string>;
    const values = ['i', 'tp', 'lra', 'thresh'].map((name) => `:measured_${name}=${found[`input_${name}`]}`).join('');
    const normalised = ['-af', `${filter}${values}:linear=true`, ...encoder, out];
    return measured.cpuS + (await runFfmpeg(folder, normalised)).cpuS;
  });
}

async function runFfmpeg(folder: string, options: readonly string[]): Promise<{ cpuS: number; log: string }> {
  const input = ['-benchmark', '-nostats', '-y', '-f', 'concat', '-i', path.join(folder, 'list.txt')];
  const { stderr } = await run('ffmpeg', [...input, ...options]);
  const { user, system } = /bench: utime=(?<user>[\d.]+)s stime=(?<system>[\d.]+)s/.exec(stderr)?.groups ?? {};
  return { cpuS: Number(user) + Number(system), log: stderr };
}

/** Speech of some seconds as 16-bit samples. */
async function spokenTake(): Promise<Uint8Array> {
  const say = await loadEspeak();
  const samples = say(TEXT, { voice: 'en', wordsPerMinute: 175, pitch: 50, range: 50 });
  return new Uint8Array(Int16Array.from(samples, (sample) => Math.round(sample * 0x7fff)).buffer);
}
