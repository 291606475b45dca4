import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { wavHeader } from '../../shared/speech/wav.ts';
import { longUnless } from '../support/long-unless.ts';
import { delayTag, encode, id3Tag, noise, pcmBytes, RATE_HZ, sweep, wavBytes } from '../support/sounds.ts';
import { differenceDb, expect, isSame, type PlayerDriver, test } from './player-fixtures.ts';

const DIVISIONS: Readonly<Record<string, readonly number[]>> = {
  'byte by byte': [1],
  'in odd pieces': [3, 7, 1, 111, 5],
  'in bursts': [1, 9000, 2, 30_001],
  'at once': [1 << 20],
};

const plays = (engine: PlayerDriver, take: string): Promise<void> =>
  engine.page.evaluate((id) => window.playerPage.playWhenBegun(id), take);
const untilEnd = (engine: PlayerDriver): Promise<unknown> =>
  engine.page.waitForFunction(() => !window.playerPage.player.snapshot().isPlaying);

test.describe('decoding', () => {
  for (const [index, [name, sizes]] of Object.entries(DIVISIONS).entries()) {
    // Larger pieces are easier.
    const howLong = longUnless(index < 2);
    test(`pcm and wav ${name} are the samples that were sent`, howLong, async ({ engine }) => {
      const pcm = pcmBytes(noise(0.4));
      const expected = Float32Array.from(new Int16Array(pcm.buffer), (sample) => sample / 32_768);
      const sounds = {
        pcm: engine.add('pcm', pcm),
        wav: engine.add('wav', wavBytes(pcm)),
        'wav of unknown length': engine.add('wav', wavBytes(pcm, 0xffff_ffff)),
        'wav that says 0': engine.add('wav', wavBytes(pcm, 0)),
      };
      for (const [take, sound] of Object.entries(sounds)) {
        await engine.feed(take, sound, { sizes });
        expect(await engine.end(take)).toMatchObject({ rateHz: RATE_HZ, channels: 1, isEnded: 1 });
        expect(isSame(expected, await engine.samples(take)), take).toBe(true);
      }
    });

    test(`mp3 and Opus ${name} equal what the browser decodes from the whole file`, howLong, async ({ engine }) => {
      const mp3 = await encode(sweep(0.8), 'mp3');
      const tagged = Buffer.concat([id3Tag(5000), delayTag(mp3, { delayFrames: 576, paddingFrames: 800 }), mp3]);
      const sounds = {
        mp3: { sound: engine.add('mp3', mp3), rateHz: RATE_HZ },
        'tagged mp3': { sound: engine.add('mp3', tagged), rateHz: RATE_HZ },
        opus: { sound: engine.add('ogg_opus', await encode(sweep(0.8), 'ogg_opus')), rateHz: 48_000 },
      };
      for (const [take, { sound, rateHz }] of Object.entries(sounds)) {
        await engine.feed(take, sound, { sizes });
        expect(await engine.end(take)).toMatchObject({ rateHz, channels: 1 });
        const difference = differenceDb(await engine.decodeFile(sound, rateHz), await engine.samples(take));
        expect(difference, take).toBeLessThan(-40);
      }
    });
  }

  test('a stereo wav keeps its channels', async ({ engine }) => {
    const pcm = pcmBytes(noise(0.2));
    await engine.feed('a', engine.add('wav', wavBytes(pcm, pcm.length, 2)), { sizes: [5] });
    expect(await engine.end('a')).toMatchObject({ channels: 2, written: pcm.length / 4 });
  });

  test('joined files are one sound', async ({ engine }) => {
    for (const format of ['mp3', 'ogg_opus'] as const) {
      const one = await encode(sweep(0.5), format);
      await engine.feed(`one ${format}`, engine.add(format, one));
      await engine.feed(`two ${format}`, engine.add(format, Buffer.concat([one, one])), { sizes: [1000] });
      const single = await engine.end(`one ${format}`);
      expect((await engine.end(`two ${format}`)).written).toBe(2 * single.written);
    }
  });

  test('truncated files keep their beginning; files without sound never begin', async ({ engine }) => {
    const opus = await encode(sweep(1), 'ogg_opus');
    await engine.feed('cut', engine.add('ogg_opus', opus.subarray(0, opus.length / 2)));
    expect((await engine.end('cut')).written).toBeGreaterThan(0.3 * 48_000);
    for (const format of ['wav', 'mp3', 'ogg_opus'] as const) {
      await engine.feed(format, engine.add(format, new Uint8Array(100_000).fill(0x4f)));
      await engine.page.evaluate((id) => window.playerPage.decoder.end(id), format);
    }
    const slow = Buffer.concat([
      wavHeader(2000, { rateHz: 100, channels: 1, bitsPerSample: 16 }),
      new Uint8Array(2000),
    ]);
    await engine.feed('slow', engine.add('wav', slow));
    await engine.page.evaluate(() => window.playerPage.player.warm(100));
    await engine.feed('after', engine.add('pcm', pcmBytes(noise(0.1))));
    await engine.end('after');
    expect(await engine.page.evaluate(() => ['wav', 'mp3', 'ogg_opus', 'slow'].map(window.playerPage.facts))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('peaks are the same live and from the file', async ({ engine }) => {
    for (const format of ['wav', 'mp3', 'ogg_opus'] as const) {
      const sound = engine.add(format, await encode(sweep(1), format));
      await engine.feed(format, sound, { sizes: [777] });
      await engine.end(format);
      const live = await engine.page.evaluate((id) => window.playerPage.livePeaks(id), format);
      const read = await engine.page.evaluate(([path, kind]) => window.playerPage.readPeaks(path, kind), [
        sound.path,
        format,
      ] as [string, SpeechFormat]);
      expect(live.length).toBeGreaterThan(100);
      expect(read).toEqual(live);
    }
  });
});

test.describe('playing', () => {
  test('the output equals the take, however its delivery stalls', async ({ engine }) => {
    const pcm = pcmBytes(noise(1));
    const sound = engine.add('pcm', pcm);
    await plays(engine, 'a');
    const cuts = [0, 12_001, 30_000, pcm.length];
    for (const [i, to] of cuts.slice(1).entries()) {
      await engine.feed('a', sound, { from: cuts[i] ?? 0, to, sizes: [501] });
      if (to === pcm.length) break;
      // It runs out of data, reports it, and waits.
      await expect.poll(async () => (await engine.facts('a')).underruns).toBe(i + 1);
      expect(await engine.page.evaluate(() => window.playerPage.player.snapshot())).toMatchObject({
        isPlaying: true,
        isWaiting: true,
      });
    }
    const facts = await engine.end('a');
    await untilEnd(engine);
    const heard = (await engine.recorded()).filter((sample) => sample !== 0);
    expect(isSame(await engine.samples('a'), heard)).toBe(true);
    expect((await engine.facts('a')).rendered).toBe(facts.written);
    expect((await engine.facts('a')).underruns).toBe(2);
  });

  test('it begins before the reply has ended, but not before 120 ms have arrived', async ({ engine }) => {
    const sound = engine.add('pcm', pcmBytes(noise(1)));
    await plays(engine, 'a');
    await engine.feed('a', sound, { to: 0.11 * RATE_HZ * 2 });
    await engine.page.waitForFunction(() => (window.playerPage.facts('a')?.written ?? 0) > 2600);
    const before = await engine.page.evaluate(() => window.playerPage.recordedCount());
    // The output has continued meanwhile, silent.
    await engine.page.waitForFunction((count) => window.playerPage.recordedCount() > count + 2000, before);
    expect((await engine.facts('a')).rendered).toBe(0);
    await engine.feed('a', sound, { from: 0.11 * RATE_HZ * 2, to: 0.3 * RATE_HZ * 2 });
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0.1);
    expect((await engine.facts('a')).isEnded).toBe(0);
  });

  test('a reply shorter than that is played completely', async ({ engine }) => {
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcmBytes(noise(0.05))));
    await engine.end('a');
    await untilEnd(engine);
    expect((await engine.recorded()).filter((sample) => sample !== 0).length).toBe(0.05 * RATE_HZ);
  });

  test('a page that is blocked while it connects its output loses nothing', async ({ engine }) => {
    await engine.page.evaluate(() => {
      const { connect } = AudioNode.prototype;
      const late = function (this: AudioNode, ...args: unknown[]): unknown {
        const untilMs = performance.now() + 80;
        while (this instanceof AudioWorkletNode && performance.now() < untilMs);
        return Reflect.apply(connect, this, args);
      };
      AudioNode.prototype.connect = late as typeof connect;
    });
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcmBytes(noise(0.3))));
    await engine.end('a');
    await untilEnd(engine);
    expect(
      isSame(
        await engine.samples('a'),
        (await engine.recorded()).filter((sample) => sample !== 0),
      ),
    ).toBe(true);
  });

  test('a take saved while it plays is played to its end from memory, then restarts from the file', async ({
    engine,
  }) => {
    const pcm = pcmBytes(noise(0.7));
    const file = engine.add('wav', wavBytes(pcm), 'audio/wav');
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcm));
    await engine.end('a');
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0.1);
    await engine.page.evaluate((path) => window.playerPage.player.saveLive('a', path), file.path);
    await untilEnd(engine);
    expect(
      isSame(
        await engine.samples('a'),
        (await engine.recorded()).filter((sample) => sample !== 0),
      ),
    ).toBe(true);
    const state = () =>
      engine.page.evaluate(() => [window.playerPage.player.snapshot().isLive, window.playerPage.player.positionS()]);
    expect(await state()).toEqual([false, expect.closeTo(0.7, 3)]);
    await engine.page.evaluate(() => window.playerPage.player.play());
    await engine.page.waitForFunction(
      () => window.playerPage.player.positionS() > 0.05 && window.playerPage.player.positionS() < 0.6,
    );
  });

  test('paused after it was saved, the file continues at the very next frame', async ({ engine }) => {
    const pcm = pcmBytes(noise(2));
    const file = engine.add('wav', wavBytes(pcm), 'audio/wav');
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcm));
    await engine.end('a');
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0.2);
    const { isLive, positionS } = await engine.page.evaluate(async (path) => {
      const { player } = window.playerPage;
      player.saveLive('a', path);
      player.pause();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      player.play();
      return { isLive: player.snapshot().isLive, positionS: player.positionS() };
    }, file.path);
    expect(isLive).toBe(false);
    const heard = (await engine.recorded()).filter((sample) => sample !== 0);
    expect(isSame((await engine.samples('a')).subarray(0, heard.length), heard)).toBe(true);
    expect(positionS * RATE_HZ).toBeCloseTo(heard.length, 1);
    await engine.page.waitForFunction((from) => window.playerPage.player.positionS() > from + 0.05, positionS);
  });

  test('a take that cannot be decoded any further continues from the file', async ({ engine }) => {
    const pcm = pcmBytes(noise(6));
    const file = engine.add('wav', wavBytes(pcm), 'audio/wav');
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcm), { to: 0.4 * RATE_HZ * 2 });
    await engine.page.evaluate(() => {
      // A chunk is missing.
      window.playerPage.decoder.feed({
        takeId: 'a',
        index: 99,
        format: 'pcm',
        pcmRateHz: 24_000,
        bytes: new Uint8Array(2),
      });
    });
    await untilEnd(engine);
    expect((await engine.facts('a')).rendered).toBe(0.4 * RATE_HZ);
    await engine.page.evaluate((path) => window.playerPage.player.saveLive('a', path), file.path);
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0.5);
    expect(await engine.page.evaluate(() => window.playerPage.player.snapshot())).toMatchObject({
      isLive: false,
      isPlaying: true,
    });
  });

  test('a seek before the take is saved stays within the part that has arrived', async ({ engine }) => {
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcmBytes(noise(1))), { to: 0.6 * RATE_HZ * 2 });
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0.3);
    const jump = (to: number) =>
      engine.page.evaluate((positionS) => {
        const { player } = window.playerPage;
        player.pause();
        player.seek(positionS);
        return player.positionS();
      }, to);
    expect(await jump(0.1)).toBeCloseTo(0.1, 3);
    expect(await jump(-5)).toBe(0);
    expect(await jump(50)).toBeCloseTo(0.6, 3);
  });

  test('a selection repeats without a missing or a doubled sample', async ({ engine }) => {
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcmBytes(noise(1))));
    await engine.end('a');
    await engine.page.evaluate(() => window.playerPage.player.setLoop({ fromS: 0.3, toS: 0.4 }));
    await engine.page.waitForFunction(
      (frames) => (window.playerPage.facts('a')?.rendered ?? 0) > frames,
      0.9 * RATE_HZ,
    );
    await engine.page.evaluate(() => window.playerPage.player.pause());
    const heard = (await engine.recorded()).filter((sample) => sample !== 0);
    const take = await engine.samples('a');
    const [from, to] = [0.3 * RATE_HZ, 0.4 * RATE_HZ];
    const expected = heard.map((_sample, i) => take[i < to ? i : from + ((i - from) % (to - from))] ?? 0);
    expect(heard.length).toBeGreaterThan(0.8 * RATE_HZ);
    expect(isSame(expected, heard)).toBe(true);
  });

  test('two outputs are kept; another sample rate replaces an output that is not in use', async ({ engine }) => {
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcmBytes(noise(1))));
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0);
    await engine.page.evaluate(() => {
      for (const rateHz of [48_000, 48_000, 44_100]) window.playerPage.player.warm(rateHz);
    });
    await expect
      .poll(() => engine.page.evaluate(() => window.playerPage.openRates().sort()))
      .toEqual([RATE_HZ, 44_100]);
    await engine.end('a');
    await untilEnd(engine);
    expect((await engine.facts('a')).rendered).toBe(RATE_HZ);
  });

  test('a lost device pauses and is reported, and playback continues from there', async ({ engine }) => {
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcmBytes(noise(3))));
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0.2);
    await engine.page.evaluate(() => window.playerPage.loseDevice());
    await engine.page.waitForFunction(() => window.playerPage.player.snapshot().isOutputLost);
    expect(await engine.page.evaluate(() => window.playerPage.player.snapshot().isPlaying)).toBe(false);
    const positionS = await engine.page.evaluate(() => window.playerPage.player.positionS());
    await engine.page.evaluate(() => window.playerPage.player.play());
    await engine.page.waitForFunction((from) => window.playerPage.player.positionS() > from, positionS);
    expect(await engine.page.evaluate(() => window.playerPage.player.snapshot())).toMatchObject({
      isOutputLost: false,
      isWaiting: false,
    });
  });

  test('playback at another speed waits for the file, and keeps its position', async ({ engine }) => {
    const pcm = pcmBytes(noise(2));
    const file = engine.add('wav', wavBytes(pcm), 'audio/wav');
    await engine.page.evaluate(() => window.playerPage.player.setRate(2));
    await plays(engine, 'a');
    await engine.feed('a', engine.add('pcm', pcm));
    await engine.end('a');
    await engine.page.waitForFunction(() => window.playerPage.player.positionS() > 0.2);
    const places = await engine.page.evaluate((path) => {
      const { player } = window.playerPage;
      const before = player.positionS();
      player.saveLive('a', path);
      return { before, after: player.positionS(), isLive: player.snapshot().isLive };
    }, file.path);
    expect(places.isLive).toBe(false);
    expect(Math.abs(places.after - places.before)).toBeLessThan(0.02);
    await engine.page.waitForFunction((from) => window.playerPage.player.positionS() > from + 0.3, places.after);
  });
});
