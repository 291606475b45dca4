// The export in a real Chromium under the app's own security headers: its worker, decoders and encoders.

import { writeFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import {
  BOOK_LIMITS,
  EXPORT_KINDS,
  type ExportPlan,
  type ExportSegment,
  type ExportSettings,
} from '../../renderer/engines/audio/export/plan.ts';
import { parseWavHeader } from '../../shared/speech/wav.ts';
import { hasFfmpeg, saidByFfmpeg } from '../support/ffmpeg.ts';
import { flacBytes } from '../support/flac.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { encode, noise, pcmBytes, RATE_HZ, sweep, wavBytes } from '../support/sounds.ts';
import { test as base } from './chromium.ts';
import type { Ended } from './export-page/main.ts';
import { differenceDb } from './player-fixtures.ts';
import { type ServedPage, servePage } from './serve-page.ts';

const first = pcmBytes(noise(1.2, 1));
const last = pcmBytes(noise(0.7, 2));
/** Bursts with high peaks, like speech. */
const bursts = noise(6).map((sample, i) => 0.9 * sample ** 3 * Math.max(0, Math.sin(i / 900)));
/** Length of the encoded takes, in seconds; not a whole number of their packets. */
const ENCODED_S = 1.503;

type Fixtures = { page: Page };
type WorkerFixtures = { exportBrowser: Browser; served: ServedPage };

const test = base.extend<Fixtures, WorkerFixtures>({
  exportBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const sound = sweep(ENCODED_S);
      const page = await servePage(new URL('export-page', import.meta.url).pathname, {
        '/takes/first': { type: 'audio/wav', bytes: wavBytes(first) },
        '/takes/last': { type: 'audio/wav', bytes: wavBytes(last) },
        '/takes/talk': { type: 'audio/wav', bytes: wavBytes(pcmBytes(bursts)) },
        '/takes/mp3': { type: 'audio/mpeg', bytes: await encode(sound, 'mp3') },
        '/takes/opus': { type: 'audio/ogg', bytes: await encode(sound, 'ogg_opus') },
        '/takes/flac': { type: 'audio/flac', bytes: flacBytes(first) },
        '/takes/long': { type: 'audio/wav', bytes: wavBytes(pcmBytes(noise(600))) },
        '/takes/text': { type: 'audio/mpeg', bytes: Buffer.from('no sound') },
      });
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ exportBrowser, served }, use) => {
    const page = await exportBrowser.newPage();
    await page.goto(served.url);
    await page.waitForFunction(() => 'exportPage' in window);
    await use(page);
    expect(await page.evaluate(() => window.exportPage.violations)).toEqual([]);
    await page.close();
  },
});

function planOf(takes: readonly string[], settings: Partial<ExportSettings> = {}): ExportPlan {
  const kinds = { mp3: 'mp3', opus: 'ogg_opus', flac: 'flac', text: 'mp3' } as const;
  const segments = takes.map(
    (name, i): ExportSegment => ({
      line: i + 1,
      itemId: name,
      take: { url: `/takes/${name}`, kind: name in kinds ? kinds[name as keyof typeof kinds] : 'wav' },
      silenceMs: 0,
      gain: 1,
      isTrimmed: false,
      fadeMs: 0,
      pauseAfterMs: 250,
      role: '',
      text: '',
      chapter: `Part ${i + 1}`,
      cue: null,
    }),
  );
  const plain = { bits: 16, channels: null, rateHz: null, bitrateKbps: null, loudness: null, split: 'none' } as const;
  const all: ExportSettings = { kind: 'wav', isZip: false, isAudiobook: false, ...plain, ...settings };
  return { title: 'Episode', settings: all, segments, maxSpeedUp: 1, subtitles: null };
}

const run = (page: Page, ...args: Parameters<Window['exportPage']['run']>): Promise<Ended> =>
  page.evaluate((given) => window.exportPage.run(...given), args);

function fileOf({ files, error }: Ended): Buffer {
  expect(error).toBeNull();
  expect(files).toHaveLength(1);
  return Buffer.from(files[0]?.base64 ?? '', 'base64');
}

/** The samples of a wav file of 16 bits. */
function wavSamples(wav: Buffer): Int16Array {
  const { dataOffset = 0, declaredBytes = 0 } = parseWavHeader(wav) ?? {};
  return new Int16Array(wav.buffer.slice(wav.byteOffset + dataOffset, wav.byteOffset + dataOffset + declaredBytes));
}

async function decoded(page: Page, bytes: Uint8Array, rateHz: number): Promise<Float32Array> {
  const args = [Buffer.from(bytes).toString('base64'), rateHz] as const;
  const { channels } = await page.evaluate((given) => window.exportPage.decodeFile(...given), args);
  const samples = new Uint8Array(Buffer.from(channels[0] ?? '', 'base64'));
  return new Float32Array(samples.buffer);
}
const toFloats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / 32_768);

test('a wav file has every take sample by sample; mp3, Opus and FLAC are as long and sound the same', async ({
  page,
}) => {
  const ended = await run(page, planOf(['first', 'mp3', 'last']));
  const found = wavSamples(fileOf(ended));
  const pause = 0.25 * RATE_HZ;
  const places = ended.result?.segments ?? [];
  const mp3 = await decoded(page, await encode(sweep(ENCODED_S), 'mp3'), RATE_HZ);
  expect(places.map(({ length }) => length)).toEqual([first.length / 2, mp3.length, last.length / 2]);
  const at = (i: number): Int16Array => {
    const { start = 0, length = 0 } = places[i] ?? {};
    return found.slice(start, start + length);
  };
  expect(Buffer.from(at(0).buffer).equals(Buffer.from(first))).toBe(true);
  expect(Buffer.from(at(2).buffer).equals(Buffer.from(last))).toBe(true);
  expect(at(1)).toEqual(Int16Array.from(mp3, (sample) => Math.round(sample * 32_768)));
  const silent = found.slice(first.length / 2, first.length / 2 + pause);
  expect(silent.every((sample) => sample === 0)).toBe(true);
  expect(places[1]?.start).toBe(first.length / 2 + pause);
  expect(found.length).toBe(ended.result?.frames);
  expect(ended.calls).toEqual(['open Episode.wav', 'finish']);
  expect(ended.progress).toEqual([...ended.progress].sort((a, b) => a - b));

  const flac = await decoded(
    page,
    fileOf(await run(page, planOf(['first', 'mp3', 'last'], { kind: 'flac' }))),
    RATE_HZ,
  );
  // Chromium divides positive samples by 32767.
  expect(found).toEqual(Int16Array.from(flac, (sample) => Math.round(sample * (sample > 0 ? 32_767 : 32_768))));
  // And so it is with 24 bits.
  const at24 = { bits: 24 } as const;
  const deep = await decoded(page, fileOf(await run(page, planOf(['first', 'mp3', 'last'], at24))), RATE_HZ);
  const deepFlac = fileOf(await run(page, planOf(['first', 'mp3', 'last'], { ...at24, kind: 'flac' })));
  const integers = (samples: Float32Array): Int32Array =>
    Int32Array.from(samples, (sample) => Math.round(sample * (sample > 0 ? 2 ** 23 - 1 : 2 ** 23)));
  expect(integers(await decoded(page, deepFlac, RATE_HZ))).toEqual(integers(deep));
  const asMp3 = fileOf(await run(page, planOf(['mp3', 'mp3'], { kind: 'mp3' })));
  const twice = wavSamples(fileOf(await run(page, planOf(['mp3', 'mp3']))));
  // As loud, too.
  expect(differenceDb(toFloats(twice), await decoded(page, asMp3, RATE_HZ))).toBeLessThan(-35);
  // Opus of takes at 24 kHz is encoded at that rate, and decoded at 48 kHz from the same sample on.
  const low = await decoded(page, fileOf(await run(page, planOf(['mp3', 'mp3'], { kind: 'ogg_opus' }))), 48_000);
  const twiceHigh = wavSamples(fileOf(await run(page, planOf(['mp3', 'mp3'], { rateHz: 48_000 }))));
  expect(low.length).toBe(2 * twice.length);
  expect(differenceDb(toFloats(twiceHigh), low)).toBeLessThan(-20);
  const inOpus = await run(page, planOf(['opus', 'mp3'], { rateHz: 48_000 }));
  // Without the delay and the padding of its packets.
  expect(inOpus.result?.segments[0]?.length).toBe(Math.round(ENCODED_S * 48_000));
  const tone = wavSamples(fileOf(inOpus));
  const opus = fileOf(await run(page, planOf(['opus', 'mp3'], { kind: 'ogg_opus' })));
  expect(differenceDb(toFloats(tone), await decoded(page, opus, 48_000))).toBeLessThan(-20);
});

test('loudness is measured in the finished file, of every kind', async ({ page }) => {
  for (const kind of EXPORT_KINDS) {
    const { result } = await run(page, planOf(['mp3', 'opus'], { kind, loudness: -19, channels: 2 }));
    const [file] = result?.files ?? [];
    expect(Math.abs((file?.measured?.loudness ?? 0) + 19), kind).toBeLessThan(0.3);
    expect(file?.measured?.truePeak, kind).toBeLessThan(-0.5);
  }
});

test('ffmpeg measures of an audiobook what the app says of it', async ({ page }, testInfo) => {
  test.skip(!hasFfmpeg(), 'ffmpeg is needed to measure');
  const book = {
    kind: 'mp3',
    split: 'chapters',
    isAudiobook: true,
    channels: 1,
    rateHz: 44_100,
    bitrateKbps: 192,
  } as const;
  const { result, files } = await run(page, planOf(['talk', 'mp3'], book));
  expect(files.map(({ name }) => name)).toEqual(['01 Part 1.mp3', '02 Part 2.mp3']);
  for (const [index, { name, base64 }] of files.entries()) {
    const file = testInfo.outputPath(name);
    await writeFile(file, Buffer.from(base64, 'base64'));
    const said = await saidByFfmpeg(file, 'astats=measure_perchannel=none,ebur128=peak=true');
    const figure = (pattern: RegExp): number => Number(pattern.exec(said)?.[1]);
    const measured = result?.files[index]?.measured;
    const pairs = [
      ['rms', figure(/RMS level dB: (\S+)/)],
      ['peak', figure(/Peak level dB: (\S+)/)],
      ['loudness', figure(/Integrated loudness:\s+I:\s+(\S+)/)],
      ['truePeak', figure(/True peak:\s+Peak:\s+(\S+)/)],
    ] as const;
    for (const [what, value] of pairs) expect(Math.abs((measured?.[what] ?? 0) - value), what).toBeLessThan(0.5);
    const head = await saidByFfmpeg(file, 'astats=measure_perchannel=none', ['-ss', '0.1', '-t', '0.5']);
    const noise = Number(/RMS level dB: (\S+)/.exec(head)?.[1]);
    expect(Math.abs((measured?.noiseFloor ?? 0) - noise)).toBeLessThan(0.5);
    expect(said).toMatch(/Audio: mp3.*44100 Hz, mono.*192 kb\/s/);
    for (const tag of [`title +: Part ${index + 1}`, 'album +: Episode', `track +: ${index + 1}/2`])
      expect(said).toMatch(new RegExp(tag));
    for (const [what, { min, max }] of Object.entries(BOOK_LIMITS)) {
      const value = measured?.[what as keyof typeof BOOK_LIMITS];
      expect(value, what).toBeGreaterThanOrEqual(min);
      expect(value, what).toBeLessThanOrEqual(max);
    }
  }
});

test('takes that the player decodes as a whole are read too', async ({ page }) => {
  const found = wavSamples(fileOf(await run(page, planOf(['flac']))));
  expect(Buffer.from(found.buffer).equals(Buffer.from(first))).toBe(true);
});

test('what ends early tells the sink and says why', async ({ page }) => {
  const plan = planOf(['long']);
  const cancelled = await run(page, plan, { how: 'cancel', afterPieces: 2 });
  expect(cancelled).toMatchObject({ result: null, error: null, calls: ['open Episode.wav', 'abort'] });
  expect(cancelled.cancelMs).toBeLessThan(150);
  const killed = await run(page, plan, { how: 'kill', afterPieces: 2 });
  expect(killed).toMatchObject({ error: { code: 'export.failed' }, calls: ['open Episode.wav', 'abort'] });
  const refused = await run(page, plan, { how: 'refuse', afterPieces: 2 });
  expect(refused).toMatchObject({ error: { code: 'storage.failed' }, calls: ['open Episode.wav', 'abort'] });
  const unreadable = await run(page, planOf(['first', 'text']));
  expect(unreadable.error).toMatchObject({ code: 'export.line_unreadable', details: { line: 2 } });
});
