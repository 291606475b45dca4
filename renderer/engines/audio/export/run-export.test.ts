import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createMp3Splitter } from '../../../../shared/speech/stream/mp3-splitter.ts';
import { parseWavHeader } from '../../../../shared/speech/wav.ts';
import { parseCues } from '../../../../shared/subtitles/parse-cues.ts';
import type { SubtitleFormat } from '../../../../shared/subtitles/write.ts';
import { runs } from '../../../../tests/support/runs.ts';
import { noise } from '../../../../tests/support/sounds.ts';
import { type MemoryTake, makeExport, memoryTakes, planOf, segmentOf } from '../../../testing/export.ts';
import { createLevelMeter } from './dsp/level-meter.ts';
import {
  BOOK_LIMITS,
  EXPORT_SPLITS,
  type ExportedFile,
  type ExportSegment,
  type ExportSettings,
  type ExportSplit,
  LOUDNESS_TARGETS,
} from './plan.ts';

const RATE_HZ = 24_000;
const take = (seconds: number, seed = 1, channels = 1): MemoryTake => ({
  samples: noise(seconds, seed),
  rateHz: RATE_HZ,
  channels,
});
/** A tone between silences, in seconds. */
function tone(before: number, seconds: number, after: number, level = 0.3): MemoryTake {
  const at = (s: number): number => Math.round(s * RATE_HZ);
  const samples = Float32Array.from({ length: at(before + seconds + after) }, (_, i) =>
    i < at(before) || i >= at(before + seconds) ? 0 : level * Math.cos((2 * Math.PI * 300 * i) / RATE_HZ),
  );
  return { samples, rateHz: RATE_HZ, channels: 1 };
}

/** The samples of a 16-bit wav file, as integers. */
function samplesOf(wav: Buffer): Int16Array {
  const { dataOffset, declaredBytes } = parseWavHeader(wav) ?? { dataOffset: 0, declaredBytes: 0 };
  return new Int16Array(wav.buffer.slice(wav.byteOffset + dataOffset, wav.byteOffset + dataOffset + declaredBytes));
}
const integers = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(sample * 32_768));
const only = <T>(bytes: ReadonlyMap<string, T>): T => {
  const [first] = bytes.values();
  if (bytes.size !== 1 || first === undefined) throw new Error('Not one file');
  return first;
};

describe('a wav file of 16 bits', () => {
  test('has the samples of the takes bit for bit, and exactly the pauses between them', async () => {
    const line = fc.record({ frames: fc.integer({ min: 1, max: 5000 }), pauseAfterMs: fc.nat(300) });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const takes = lines.map(({ frames }, i) => take(frames / RATE_HZ, i + 1));
        const segments = lines.map(({ pauseAfterMs }, i) => segmentOf(i + 1, String(i), { pauseAfterMs }));
        const made = await makeExport(planOf(segments), memoryTakes(Object.fromEntries(takes.entries())));
        const expected = lines.flatMap(({ pauseAfterMs }, i) => [
          ...integers(takes[i]?.samples ?? new Float32Array(0)),
          ...(i === lines.length - 1 ? [] : new Array<number>(pauseAfterMs * 24).fill(0)),
        ]);
        expect([...samplesOf(only(made.bytes))]).toEqual(expected);
        expect(made.frames).toBe(expected.length);
        expect(made.sizes[0]).toBe(only(made.bytes).length);
        for (const [i, { start, length }] of made.segments.entries())
          expect(expected.slice(start, start + length)).toEqual([
            ...integers(takes[i]?.samples ?? new Float32Array(0)),
          ]);
      }),
      { numRuns: runs(15) },
    );
  });

  test('keeps both channels of a stereo take, and doubles a mono one', async () => {
    const takes = memoryTakes({ stereo: take(0.2, 1, 2), mono: take(0.1, 2) });
    const made = await makeExport(planOf([segmentOf(1, 'stereo'), segmentOf(2, 'mono')]), takes);
    const mono = integers(noise(0.1, 2));
    expect([...samplesOf(only(made.bytes))]).toEqual([
      ...integers(noise(0.2, 1)),
      ...Int16Array.from({ length: 2 * mono.length }, (_, i) => mono[i >> 1] ?? 0),
    ]);
  });

  test('is mixed down or doubled where that is chosen', async () => {
    const takes = memoryTakes({ stereo: take(0.1, 1, 2), mono: take(0.1, 2) });
    const segments = [segmentOf(1, 'stereo'), segmentOf(2, 'mono')];
    const mixed = samplesOf(only((await makeExport(planOf(segments, { channels: 1 }), takes)).bytes));
    const both = noise(0.1, 1);
    const middle = Float32Array.from(
      { length: both.length / 2 },
      (_, i) => ((both[2 * i] ?? 0) + (both[2 * i + 1] ?? 0)) / 2,
    );
    expect([...mixed]).toEqual([...integers(middle), ...integers(noise(0.1, 2))]);
    const doubled = samplesOf(only((await makeExport(planOf(segments.slice(1), { channels: 2 }), takes)).bytes));
    expect(doubled.filter((_, i) => i % 2 === 0)).toEqual(doubled.filter((_, i) => i % 2 === 1));
    expect(doubled.filter((_, i) => i % 2 === 0)).toEqual(integers(noise(0.1, 2)));
  });

  test('of 24 bits has them', async () => {
    const samples = Float32Array.of(0.5, -0.5, 2 ** -23, -(2 ** -23), 1, -1, 0.3);
    const takes = memoryTakes({ a: { samples, rateHz: RATE_HZ, channels: 1 } });
    const wav = only((await makeExport(planOf([segmentOf(1, 'a')], { bits: 24 }), takes)).bytes);
    const { dataOffset = 0, bitsPerSample } = parseWavHeader(wav) ?? {};
    expect(bitsPerSample).toBe(24);
    const found = [...samples.keys()].map((i) => wav.readIntLE(dataOffset + 3 * i, 3));
    expect(found).toEqual([
      2 ** 22,
      -(2 ** 22),
      1,
      -1,
      2 ** 23 - 1,
      -(2 ** 23),
      Math.round(Math.fround(0.3) * 2 ** 23),
    ]);
  });

  test('names title and chapters after the samples', async () => {
    const segments = [segmentOf(1, 'a', { chapter: 'Eins' }), segmentOf(2, 'a', { chapter: '第二章' })];
    const bytes = only((await makeExport(planOf(segments), memoryTakes({ a: take(0.1) }))).bytes);
    for (const text of ['INAMl', 'Episode', 'cue ', 'labl', 'Eins', '第二章'])
      expect(bytes.includes(text === 'INAMl' ? 'INAM' : text)).toBe(true);
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  });
});

describe('segments', () => {
  test('are trimmed to 20 ms of silence, and their pauses are found', async () => {
    const samples = new Float32Array([...tone(0.5, 1, 0.3).samples, ...tone(0, 0.5, 0.4).samples]);
    const made = await makeExport(
      planOf([segmentOf(1, 'a', { isTrimmed: true, pauseAfterMs: 100 }), segmentOf(2, 'a', { isTrimmed: true })]),
      memoryTakes({ a: { samples, rateHz: RATE_HZ, channels: 1 } }),
    );
    const length = (0.02 + 1 + 0.3 + 0.5 + 0.02) * RATE_HZ;
    const pause = { start: 1.02 * RATE_HZ, length: 0.3 * RATE_HZ };
    expect(made.segments).toEqual([
      { start: 0, length, speedUp: 1, pauses: [pause] },
      { start: length + 2400, length, speedUp: 1, pauses: [{ ...pause, start: length + 2400 + pause.start }] },
    ]);
  });

  test('fade at both ends and nowhere else', async () => {
    const samples = new Float32Array(RATE_HZ / 10).fill(0.5);
    const takes = memoryTakes({ a: { samples, rateHz: RATE_HZ, channels: 1 } });
    const found = samplesOf(only((await makeExport(planOf([segmentOf(1, 'a', { fadeMs: 5 })]), takes)).bytes));
    expect(Math.abs(found[0] ?? 1)).toBeLessThan(10);
    expect(Math.abs(found.at(-1) ?? 1)).toBeLessThan(10);
    expect(found.slice(120, -120).every((sample) => sample === 16_384)).toBe(true);
    expect([...found]).toEqual([...found].reverse());
  });

  test('without a take are silent for as long as asked, or absent', async () => {
    const made = await makeExport(
      planOf([segmentOf(1, null, { silenceMs: 100, pauseAfterMs: 50 }), segmentOf(2, 'a')]),
      memoryTakes({ a: take(0.1) }),
    );
    expect(made.segments.map(({ start, length }) => [start, length])).toEqual([
      [0, 2400],
      [3600, 2400],
    ]);
  });

  test('of other rates are brought to one rate', async () => {
    const high = { samples: noise(0.5), rateHz: 48_000, channels: 1 };
    const made = await makeExport(
      planOf([segmentOf(1, 'a'), segmentOf(2, 'b')]),
      memoryTakes({ a: take(0.1), b: high }),
    );
    expect(made).toMatchObject({ rateHz: 48_000, frames: 4800 + 12_000 });
    expect([...samplesOf(only(made.bytes)).slice(4800)]).toEqual([...integers(high.samples)]);
  });

  test('that cannot be read are named', async () => {
    const plan = planOf([segmentOf(1, 'a'), segmentOf(7, 'gone')]);
    await expect(makeExport(plan, memoryTakes({ a: take(0.1) }))).rejects.toMatchObject({ line: 7 });
  });
});

describe('subtitles', () => {
  const takes = memoryTakes({ a: take(0.5, 1), b: tone(0, 1.2, 0.3) });
  const segments = [
    segmentOf(1, 'a', { role: 'Anna', text: 'Good morning.', pauseAfterMs: 333 }),
    segmentOf(2, null, { text: 'Missing.', silenceMs: 250, pauseAfterMs: 100, chapter: 'Two' }),
    segmentOf(4, 'b', { role: 'Ben', text: 'Is it late? It is.', isTrimmed: true }),
  ];
  const subtitlesOf = async (format: SubtitleFormat, split: ExportSplit = 'none') => {
    const plan = { ...planOf(segments, { split, kind: 'mp3', rateHz: 22_050 }), subtitles: { format, hasNames: true } };
    const { bytes, segments: places } = await makeExport(plan, takes);
    return { name: [...bytes.keys()], text: only(bytes).toString(), places };
  };

  test('have the times of the sound of the same plan, whatever the kind of its files', async () => {
    const sound = await makeExport(planOf(segments, { kind: 'wav', rateHz: 22_050 }), takes);
    for (const split of EXPORT_SPLITS) {
      const { name, text, places } = await subtitlesOf('json', split);
      expect(places).toEqual(sound.segments);
      expect(name).toEqual(['Episode.json']);
      expect(JSON.parse(text)).toMatchObject({
        title: 'Episode',
        sampleRateHz: 22_050,
        lines: sound.segments.map(({ start, length }) => ({ startSamples: start, lengthSamples: length })),
        chapters: [{ title: 'Two', startSamples: sound.segments[1]?.start }],
      });
    }
    const subtitles = { format: 'srt', hasNames: true, isBesideSound: true } as const;
    const both = await makeExport({ ...planOf(segments, { rateHz: 22_050 }), subtitles }, takes);
    expect([...both.bytes.keys()]).toEqual(['Episode.wav', 'Episode.srt']);
    expect(both.bytes.get('Episode.wav')).toEqual(only(sound.bytes));
    expect(both.bytes.get('Episode.srt')?.toString()).toBe((await subtitlesOf('srt')).text);
    const { cues } = parseCues((await subtitlesOf('srt')).text);
    expect(cues.map(({ text }) => text)).toEqual(['Anna: Good morning.', 'Missing.', 'Ben: Is it late? It is.']);
    for (const [i, { startMs, endMs }] of cues.entries()) {
      const { start = 0, length = 0 } = sound.segments[i] ?? {};
      expect(Math.abs(startMs - (start * 1000) / 22_050)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(endMs - ((start + length) * 1000) / 22_050)).toBeLessThanOrEqual(0.5);
    }
  });
});

describe('lines with times', () => {
  test('are on their cues: later, or faster at the same pitch, where they do not fit', async () => {
    const segments = [
      segmentOf(1, 'tone', { cue: { startMs: 1000, endMs: 2500 }, role: 'A' }),
      segmentOf(2, 'tone', { cue: { startMs: 2500, endMs: 3300 }, pauseAfterMs: 70, role: 'B' }),
      segmentOf(3, 'tone', { role: 'A' }),
      segmentOf(4, null, { silenceMs: 200, cue: { startMs: 3000, endMs: 3200 }, role: 'B' }),
    ];
    const takes = memoryTakes({ tone: tone(0, 1, 0) });
    const plan = { ...planOf(segments), maxSpeedUp: 1.2 };
    const made = await makeExport(plan, takes);
    const ms = (n: number): number => (n * RATE_HZ) / 1000;
    expect(made.segments.map(({ start, length, speedUp }) => [start, length, speedUp])).toEqual([
      [ms(1000), ms(1000), 1],
      [ms(2500), ms(1000) / 1.2, 1.2],
      [ms(2500) + ms(1000) / 1.2 + ms(70), ms(1000), 1],
      [ms(3570) + ms(1000) / 1.2, ms(200) / 1.2, 1.2],
    ]);
    expect(made.counts).toEqual({ fitting: 1, spedUp: 2, pushed: 1, overrunning: 2 });
    const samples = samplesOf(only(made.bytes));
    expect(samples.length).toBe(made.frames);
    expect(samples.slice(0, ms(1000)).every((sample) => sample === 0)).toBe(true);
    const crossings = (from: number, length: number): number =>
      samples.slice(from, from + length).filter((sample, i, all) => sample >= 0 && (all[i - 1] ?? 0) < 0).length;
    expect(crossings(ms(2500), ms(1000) / 1.2)).toBeGreaterThanOrEqual(248);
    expect(crossings(ms(2500), ms(1000) / 1.2)).toBeLessThanOrEqual(251);

    const stems = await makeExport({ ...planOf(segments, { split: 'stems' }), maxSpeedUp: 1.2 }, takes);
    const parts = [...stems.bytes.values()].map(samplesOf);
    expect([...samples]).toEqual([...samples].map((_, i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0)));
  });
});

describe('several files', () => {
  const roles = ['Anna', 'Ben', 'Anna'];
  const segments = roles.map((role, i) => segmentOf(i + 1, String(i), { role, pauseAfterMs: 10 }));
  const takes = memoryTakes({ 0: take(0.1, 1), 1: take(0.15, 2), 2: take(0.05, 3) });

  test('are numbered by line, or one for each role', async () => {
    const lines = await makeExport(planOf(segments, { split: 'lines' }), takes);
    expect([...lines.bytes.keys()]).toEqual(['001 Anna.wav', '002 Ben.wav', '003 Anna.wav']);
    expect(lines.files.map(({ frames }) => frames)).toEqual([2400, 3600, 1200]);
    const byRole = await makeExport(planOf(segments, { split: 'roles' }), takes);
    expect(byRole.files.map(({ name, frames }) => [name, frames])).toEqual([
      ['Episode – Anna.wav', 2400 + 240 + 1200],
      ['Episode – Ben.wav', 3600],
    ]);
  });

  test('are one for each chapter, numbered and called like it; what is before the first has the title', async () => {
    const book = [
      segmentOf(1, '0', { pauseAfterMs: 10 }),
      segmentOf(2, '1', { chapter: 'One/Two', pauseAfterMs: 10 }),
      segmentOf(3, '2', { pauseAfterMs: 10 }),
      segmentOf(4, '0', { chapter: 'Three' }),
    ];
    const made = await makeExport(planOf(book, { split: 'chapters' }), takes);
    expect(made.files.map(({ name, frames }) => [name, frames])).toEqual([
      ['01 Episode.wav', 2400],
      ['02 One Two.wav', 3600 + 240 + 1200],
      ['03 Three.wav', 2400],
    ]);
    const [, second = Buffer.alloc(0)] = made.bytes.values();
    for (const text of ['INAM', 'One/Two', 'IPRD', 'Episode', 'ITRK']) expect(second.includes(text), text).toBe(true);
    expect(second.includes('cue ')).toBe(false);
  });

  test('as stems have the same length, and together they are the whole', async () => {
    const whole = samplesOf(only((await makeExport(planOf(segments), takes)).bytes));
    const stems = await makeExport(planOf(segments, { split: 'stems' }), takes);
    const parts = [...stems.bytes.values()].map(samplesOf);
    expect(parts.map(({ length }) => length)).toEqual([whole.length, whole.length]);
    expect([...whole]).toEqual([...whole].map((_, i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0)));
  });

  test.each(EXPORT_SPLITS)('say before the first how much room they need, of split %s', async (split) => {
    const { bytes, sizes, files } = await makeExport(planOf(segments, { split }), takes);
    expect(sizes[0]).toBe([...bytes.values()].reduce((sum, { length }) => sum + length, 0));
    expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual([...bytes.values()].map(({ length }) => length));
  });

  test('name the takes that are heard in each of them', async () => {
    const heard = async (settings: Partial<ExportSettings>) => {
      const ids: string[][] = [];
      await makeExport(planOf(segments, settings), takes, {
        openFile: async (_, __, itemIds) => void ids.push(itemIds),
      });
      return ids;
    };
    expect(await heard({ split: 'lines' })).toEqual([['0'], ['1'], ['2']]);
    expect(await heard({})).toEqual([['0', '1', '2']]);
    expect(await heard({ split: 'lines', isZip: true })).toEqual([['0', '1', '2']]);
  });

  test('in a zip are as they would be beside it', async () => {
    const settings = { split: 'lines', isZip: true } as const;
    const zip = only((await makeExport(planOf(segments, settings), takes)).bytes);
    const files = (await makeExport(planOf(segments, { split: 'lines' }), takes)).bytes;
    const unpacked = Object.entries(unzipSync(zip));
    expect(unpacked.map(([name]) => name)).toEqual([...files.keys()]);
    for (const [name, bytes] of unpacked) expect(files.get(name)?.equals(bytes)).toBe(true);
  });

  test('have names of their own', async () => {
    const alike = ['A/B', 'A:B', 'a b'].map((role, i) => segmentOf(i + 1, '0', { role }));
    const made = await makeExport(planOf(alike, { split: 'roles' }), takes);
    expect([...made.bytes.keys()]).toEqual(['Episode – A B.wav', 'Episode – A B (2).wav', 'Episode – a b (3).wav']);
  });
});

describe('a loudness target', () => {
  const speech: ExportSegment[] = [segmentOf(1, 'loud', { pauseAfterMs: 500 }), segmentOf(2, 'soft')];
  /** Bursts with high peaks, like speech. */
  const bursts = (level: number): MemoryTake => ({
    samples: noise(4).map((sample, i) => level * sample ** 3 * Math.max(0, Math.sin(i / 900))),
    rateHz: RATE_HZ,
    channels: 1,
  });
  const takes = memoryTakes({ loud: bursts(0.8), soft: bursts(0.2) });
  const missing = (file: ExportedFile | undefined, loudness: number): number =>
    Math.abs((file?.measured?.loudness ?? 0) - loudness);

  test.each(LOUDNESS_TARGETS)('of %i LUFS is reached, with a true peak of -1 dBTP at most', async (loudness) => {
    const made = await makeExport(planOf(speech, { loudness }), takes);
    const [file] = made.files;
    expect(missing(file, loudness)).toBeLessThan(0.2);
    expect(file?.measured?.truePeak).toBeLessThanOrEqual(-1);
    const meter = createLevelMeter(RATE_HZ);
    meter.add([Float32Array.from(samplesOf(only(made.bytes)), (sample) => sample / 32_768)]);
    expect(meter.level().loudness).toBeCloseTo(file?.measured?.loudness ?? 0, 6);
    expect(meter.level().truePeak).toBeCloseTo(file?.measured?.truePeak ?? 0, 6);
    expect(made.progress).toEqual([...made.progress].sort((a, b) => a - b));
    expect(made.progress.at(-1)).toBe(1);
  });

  test.each([44_100, 48_000])('is reached as well at a higher rate than that of the takes: %i Hz', async (rateHz) => {
    for (const loudness of LOUDNESS_TARGETS) {
      const [file] = (await makeExport(planOf(speech, { loudness, rateHz }), takes)).files;
      expect(missing(file, loudness)).toBeLessThan(0.2);
      expect(file?.measured?.truePeak).toBeLessThanOrEqual(-1);
    }
  });

  test('is not reached, nor made softer, where the limiter takes away all that is added: clicks', async () => {
    const clicks = { samples: noise(4).map((_, i) => (i % 6000 === 0 ? 0.9 : 0)), rateHz: RATE_HZ, channels: 1 };
    for (const settings of [{}, { rateHz: 48_000 }]) {
      const plan = planOf([segmentOf(1, 'a')], { loudness: -16, ...settings });
      const [file] = (await makeExport(plan, memoryTakes({ a: clicks }))).files;
      expect(file?.measured?.truePeak).toBeCloseTo(-1.1, 1);
    }
  });

  test('leaves silence silent', async () => {
    const silent = { samples: new Float32Array(RATE_HZ), rateHz: RATE_HZ, channels: 1 };
    const made = await makeExport(planOf([segmentOf(1, 'a')], { loudness: -16 }), memoryTakes({ a: silent }));
    expect(made.files[0]?.measured?.loudness).toBe(-Infinity);
    expect(samplesOf(only(made.bytes)).every((sample) => sample === 0)).toBe(true);
  });
});

describe('an audiobook', () => {
  const talk = (level: number, seconds: number): MemoryTake => ({
    samples: noise(seconds).map((sample, i) => level * sample ** 3 * Math.max(0, Math.sin(i / 900))),
    rateHz: RATE_HZ,
    channels: 1,
  });
  const quiet = (take: MemoryTake): MemoryTake => ({
    ...take,
    samples: new Float32Array([...new Float32Array(0.6 * RATE_HZ), ...take.samples, ...new Float32Array(RATE_HZ)]),
  });
  const takes = memoryTakes({ loud: quiet(talk(0.9, 6)), soft: quiet(talk(0.05, 8)) });
  const segments = [
    segmentOf(1, 'loud', { chapter: 'Loud', isTrimmed: true, pauseAfterMs: 400 }),
    segmentOf(2, 'soft', { chapter: 'Soft', isTrimmed: 'start', pauseAfterMs: 400 }),
    segmentOf(3, 'soft', { isTrimmed: 'end' }),
  ];

  test.each([RATE_HZ, 44_100])('has files that are each what shops ask for, at %i Hz', async (rateHz) => {
    const settings = { split: 'chapters', isAudiobook: true, rateHz } as const;
    const made = await makeExport(planOf(segments, settings), takes);
    expect(made.files.map(({ name }) => name)).toEqual(['01 Loud.wav', '02 Soft.wav']);
    for (const { measured, frames } of made.files) {
      for (const name of ['rms', 'peak', 'noiseFloor', 'headS', 'tailS'] as const) {
        const { min, max } = BOOK_LIMITS[name];
        expect(measured?.[name], name).toBeGreaterThanOrEqual(min);
        expect(measured?.[name], name).toBeLessThanOrEqual(max);
      }
      // Room tone, no digital silence.
      expect(measured?.noiseFloor).toBeGreaterThan(-75);
      expect(frames).toBeGreaterThan(8 * rateHz);
    }
    expect(made.progress).toEqual([...made.progress].sort((a, b) => a - b));
    expect(made.sizes[0]).toBe([...made.bytes.values()].reduce((sum, { length }) => sum + length, 0));
  });

  test('of silence stays as soft as its room tone', async () => {
    const [file] = (await makeExport(planOf([segmentOf(1, null, { silenceMs: 2000 })], { isAudiobook: true }), takes))
      .files;
    expect(file?.measured?.rms).toBeLessThan(-60);
  });
});

describe('mp3', () => {
  test('says how long it is, to the sample, at every rate', async () => {
    for (const rateHz of [8000, 16_000, 24_000, 44_100, 48_000])
      for (const frames of [1, 575, 1152, 1153, 4800]) {
        const samples = noise(frames / RATE_HZ);
        const takes = memoryTakes({ a: { samples, rateHz, channels: 1 } });
        const { bytes, sizes } = await makeExport(
          planOf([segmentOf(1, 'a', { chapter: 'One' })], { kind: 'mp3' }),
          takes,
        );
        const parts = createMp3Splitter()(only(bytes));
        const sound = parts.reduce((sum, part) => sum + (part.type === 'packet' ? part.frames : 0), 0);
        const dropped = parts.reduce(
          (sum, part) => sum + (part.type === 'drop' ? part.toFrame - part.fromFrame : 0),
          0,
        );
        expect(sound - dropped).toBe(frames);
        expect(sizes[0]).toBeGreaterThanOrEqual(only(bytes).length);
        expect(sizes[0]).toBeLessThan(only(bytes).length + 1000);
      }
  });
});
