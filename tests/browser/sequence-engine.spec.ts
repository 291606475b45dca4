// Sequences in a real Chromium: what comes out of the audio graph, sample by sample.

import type { SequenceEntry } from '../../renderer/engines/audio/sequence/sequence.ts';
import type { AudioKind } from '../../shared/speech/formats.ts';
import { flacBytes } from '../support/flac.ts';
import { encode, noise, pcmBytes, RATE_HZ, sweep, wavBytes } from '../support/sounds.ts';
import { differenceDb, expect, type PlayerDriver, test } from './player-fixtures.ts';

const PAUSE_MS = 250;

const entryOf = (id: string, { path }: { path: string }, kind: AudioKind): SequenceEntry => ({
  id,
  sound: { url: path, kind },
  pauseAfterMs: PAUSE_MS,
});
const toFloats = (pcm: Uint8Array<ArrayBuffer>): Float32Array =>
  Float32Array.from(new Int16Array(pcm.buffer), (sample) => sample / 32_768);

async function hear(engine: PlayerDriver, rateHz: number, entries: SequenceEntry[]): Promise<void> {
  await engine.page.evaluate(
    async ([rate, given]) => {
      await window.playerPage.openSequence(rate);
      window.playerPage.playSequence(given);
    },
    [rateHz, entries] as const,
  );
}
const untilEnd = (engine: PlayerDriver): Promise<unknown> =>
  engine.page.waitForFunction(() => window.playerPage.sequence.snapshot().hasEnded);

/**
 * Far below a bit of 24-bit sound. A start in seconds is not exactly on a sample in one of seven cases (position ÷ rate ×
 * rate is another number), and Chromium then interpolates by 1e-12 samples.
 */
const ROUNDING = 1e-9;

/** Whether a recording is the same as a sound from a position on. */
const isAt = (sound: Float32Array, recorded: Float32Array, at: number): boolean =>
  sound.every((sample, i) => Math.abs(sample - (recorded[at + i] ?? 0)) < ROUNDING);

/** Where a sound without zeros begins in a recording; -1 if it is not in it whole. */
function placeOf(sound: Float32Array, recorded: Float32Array, from = 0): number {
  for (let at = from; at + sound.length <= recorded.length; at++) if (isAt(sound, recorded, at)) return at;
  return -1;
}

test('takes of wav, mp3, pcm and FLAC are heard whole, with exactly the pause between them', async ({ engine }) => {
  const [first, second] = [pcmBytes(noise(0.4, 1)), pcmBytes(noise(0.3, 2))];
  const mp3 = engine.add('mp3', await encode(sweep(0.613), 'mp3'));
  await hear(engine, RATE_HZ, [
    entryOf('1', engine.add('wav', wavBytes(first)), 'wav'),
    entryOf('2', mp3, 'mp3'),
    { ...entryOf('3', engine.add('wav', wavBytes(second)), 'pcm'), pauseAfterMs: 0 },
    entryOf('4', engine.add('wav', flacBytes(first)), 'flac'),
  ]);
  await untilEnd(engine);
  const recorded = await engine.recorded();
  const decoded = await engine.decodeFile(mp3, RATE_HZ);
  const pause = (PAUSE_MS / 1000) * RATE_HZ;
  const places = [placeOf(toFloats(first), recorded)];
  places.push((places[0] ?? 0) + first.length / 2 + pause);
  places.push((places[1] ?? 0) + decoded.length + pause, (places[1] ?? 0) + decoded.length + pause + second.length / 2);
  expect(places[0]).toBeGreaterThan(-1);
  const at = (place = 0, length = 0): Float32Array => recorded.subarray(place, place + length);
  expect(isAt(toFloats(second), recorded, places[2] ?? 0)).toBe(true);
  // Chromium divides its samples by 32767.
  expect(differenceDb(toFloats(first), at(places[3], first.length / 2))).toBeLessThan(-80);
  expect(differenceDb(decoded, at(places[1], decoded.length))).toBeLessThan(-40);
  expect(at((places[1] ?? 0) - pause, pause).every((sample) => sample === 0)).toBe(true);
  expect(at((places[2] ?? 0) - pause, pause).every((sample) => sample === 0)).toBe(true);
});

test('takes of Opus are heard without delay and padding, with exactly the pause between them', async ({ engine }) => {
  const opus = engine.add('ogg_opus', await encode(sweep(0.507), 'ogg_opus'));
  await hear(engine, 48_000, [entryOf('1', opus, 'ogg_opus'), entryOf('2', opus, 'ogg_opus')]);
  await untilEnd(engine);
  const recorded = await engine.recorded();
  const decoded = await engine.decodeFile(opus, 48_000);
  const period = decoded.length + (PAUSE_MS / 1000) * 48_000;
  // The second is the same as the first, one period later.
  const start = recorded.findIndex((sample) => sample !== 0) - decoded.findIndex((sample) => sample !== 0);
  expect(differenceDb(decoded, recorded.subarray(start, start + decoded.length))).toBeLessThan(-40);
  expect(isAt(recorded.subarray(start, start + decoded.length), recorded, start + period)).toBe(true);
});

for (const rateHz of [44_100, 48_000])
  test(`takes of another rate are resampled to ${rateHz} Hz, and the pause stays within one sample`, async ({
    engine,
  }) => {
    const sound = engine.add('wav', wavBytes(pcmBytes(noise(0.3, 3))));
    const opus = engine.add(
      'ogg_opus',
      await encode(
        noise(0.3, 4).map((sample) => sample / 2),
        'ogg_opus',
      ),
    );
    await hear(engine, rateHz, [
      entryOf('1', sound, 'wav'),
      entryOf('2', sound, 'wav'),
      entryOf('3', opus, 'ogg_opus'),
      entryOf('4', sound, 'wav'),
    ]);
    await untilEnd(engine);
    const lengths: number[] = [];
    let silent = 0;
    for (const sample of await engine.recorded()) {
      if (sample === 0) silent += 1;
      else {
        if (silent > 100) lengths.push(silent);
        silent = 0;
      }
    }
    // The first one is before the beginning.
    const gaps = lengths.slice(-3);
    expect(gaps).toHaveLength(3);
    for (const gap of gaps) expect(Math.abs(gap - (PAUSE_MS / 1000) * rateHz)).toBeLessThanOrEqual(1);
  });

test('pausing, skipping and what changes meanwhile leave no sample out', async ({ engine }) => {
  // The one that is skipped is long: a page that stands still must not reach its end.
  const sounds = [noise(0.8, 5), noise(30, 6), noise(0.4, 7)].map((samples) => pcmBytes(samples));
  const entries = sounds.map((pcm, i) => entryOf(String(i), engine.add('wav', wavBytes(pcm)), 'wav'));
  await hear(engine, RATE_HZ, entries.slice(0, 2));
  const { page } = engine;
  await page.waitForFunction(() => window.playerPage.sequence.offsetS() > 0.2);
  await page.evaluate(() => window.playerPage.sequence.pause());
  await page.evaluate((given) => window.playerPage.changeSequence(given), entries);
  await page.evaluate(() => window.playerPage.sequence.resume());
  await page.waitForFunction(() => window.playerPage.sequence.snapshot().currentId === '1');
  await page.evaluate(() => window.playerPage.sequence.step(1));
  await untilEnd(engine);
  const recorded = await engine.recorded();
  const start = placeOf(toFloats(sounds[0] ?? new Uint8Array()), recorded);
  expect(start).toBeGreaterThan(-1);
  expect(placeOf(toFloats(sounds[2] ?? new Uint8Array()), recorded, start)).toBeGreaterThan(start);
});

test('a file that is missing or damaged is passed over', async ({ engine }) => {
  const sound = engine.add('wav', wavBytes(pcmBytes(noise(0.2, 8))));
  await hear(engine, RATE_HZ, [
    entryOf('1', { path: '/sounds/none' }, 'wav'),
    entryOf('2', engine.add('mp3', Buffer.from('no sound')), 'mp3'),
    entryOf('3', engine.add('wav', Buffer.from('no sound')), 'flac'),
    entryOf('4', sound, 'wav'),
  ]);
  await untilEnd(engine);
  expect(await engine.page.evaluate(() => window.playerPage.sequence.snapshot())).toMatchObject({
    currentId: '4',
    unreadableIds: ['1', '2', '3'],
  });
});
