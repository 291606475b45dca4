import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { type FakeSound, fakeOutput, fakeTakes, RATE_HZ } from '../../../testing/sequence.ts';
import type { TakeSource } from '../export/plan.ts';
import type { SequenceEntry, SequenceSource } from './sequence.ts';
import { createSequencePlayer } from './sequence-player.ts';
import { MAX_TAKES_AHEAD } from './sequence-run.ts';

const takeOf = (name: number | string): TakeSource => ({ url: String(name), kind: 'wav' });
const entry = (name: number, change: Partial<SequenceEntry> = {}): SequenceEntry => ({
  id: `line${name}`,
  sound: takeOf(name),
  pauseAfterMs: 300,
  ...change,
});

function start(entries: SequenceEntry[], seconds: Record<number, FakeSound> = {}) {
  const sounds = new Map<string, FakeSound>(
    Array.from({ length: 40 }, (_, i) => [String(i), seconds[i] ?? { seconds: 1 }]),
  );
  const takes = fakeTakes((url) => sounds.get(url));
  const device = fakeOutput();
  const player = createSequencePlayer({ openOutput: device.open, openTake: takes.open });
  onTestFinished(player.dispose);
  let listener: () => void = () => undefined;
  const source: SequenceSource = {
    count: () => entries.length,
    entryAt: (index) => entries[index],
    indexOf: (id) => entries.findIndex((one) => one.id === id),
    subscribe: (next) => {
      listener = next;
      return () => {
        listener = () => undefined;
      };
    },
  };
  const change = (edit: (list: SequenceEntry[]) => void): void => {
    edit(entries);
    listener();
  };
  /** What was or will be heard, in order: name, first and last position, without what was cut off. */
  const heard = (): [number, number, number][] => {
    const runs: [number, number, number][] = [];
    for (const { name, at, frames, endedAt } of device.sounds.toSorted((a, b) => a.at - b.at)) {
      if (at >= endedAt) continue;
      const last = runs.at(-1);
      const to = Math.min(at + frames, endedAt);
      if (last !== undefined && last[0] === name && last[2] === at) last[2] = to;
      else runs.push([name, at, to]);
    }
    return runs;
  };
  const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);
  const current = (): string | null => player.snapshot().currentId;
  return { ...device, ...takes, player, source, change, heard, pass, current, takes: sounds };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

describe('a sequence', () => {
  it('plays every take exactly its pause after the one before, and says which is heard', async () => {
    const { player, source, heard, pass, current, frame } = start(
      [entry(1, { pauseAfterMs: 250 }), entry(2, { pauseAfterMs: 0 }), entry(3)],
      { 2: { seconds: 5.5 } },
    );
    player.play(source, 'line1');
    await pass(0);
    expect(heard()).toEqual([
      [1, 30, 1030],
      [2, 1280, 6780],
      [3, 6780, 7780],
    ]);
    expect([current(), player.snapshot().isPlaying, player.offsetS()]).toEqual(['line1', true, 0]);
    await pass(1.27);
    expect(current()).toBe('line1');
    expect(player.offsetS()).toBeCloseTo(1.24, 2);
    await pass(0.02);
    expect([current(), frame()]).toEqual(['line2', 1290]);
    await pass(6);
    expect(current()).toBe('line3');
    await pass(2);
    expect(player.snapshot()).toMatchObject({ isPlaying: false, hasEnded: true, currentId: 'line3' });
    player.resume();
    await pass(0.5);
    expect(player.snapshot()).toMatchObject({ isPlaying: true, hasEnded: false, currentId: 'line1' });
  });

  it('begins at any line and place, pauses, and goes on at the next sample', async () => {
    const { player, source, heard, pass, frame } = start([entry(1), entry(2), entry(3)]);
    player.play(source, 'line2', 0.4);
    await pass(0.23);
    expect(heard()[0]).toEqual([2, 30, 630]);
    expect(player.offsetS()).toBeCloseTo(0.6, 2);
    player.pause();
    await pass(60);
    expect([frame(), player.snapshot().isPlaying, player.offsetS()]).toEqual([230, false, expect.closeTo(0.6, 2)]);
    player.resume();
    await pass(0.1);
    expect([frame(), heard()[1]]).toEqual([330, [3, 930, 1930]]);
  });

  it('skips by line, and stays paused if it was', async () => {
    const { player, source, heard, pass, current } = start([
      entry(1),
      entry(2, { sound: 'missing' }),
      entry(3, { sound: 'silent' }),
      entry(4),
    ]);
    player.play(source, 'line1');
    await pass(0.2);
    player.step(1);
    await pass(0.1);
    expect(current()).toBe('line4');
    expect(heard().at(-1)).toEqual([4, 230, 1230]);
    player.step(1);
    expect(current()).toBe('line4');
    player.pause();
    player.step(-1);
    await pass(1);
    expect([current(), player.snapshot().isPlaying]).toEqual(['line1', false]);
    player.step(-1);
    expect(current()).toBe('line1');
    expect(player.snapshot().missingIds).toEqual([]);
  });

  it('passes over lines without a take and counts them; what cannot be read is passed over too', async () => {
    const { player, source, heard, pass } = start(
      [
        entry(0, { sound: 'missing' }),
        entry(1),
        entry(2, { sound: 'missing' }),
        entry(3, { sound: 'silent' }),
        entry(4),
        entry(5),
        entry(6, { sound: 'missing' }),
      ],
      { 4: { seconds: 1, fails: 'unreadable' } },
    );
    player.play(source, 'line0');
    await pass(0);
    expect(heard().map(([name]) => name)).toEqual([1, 5]);
    expect(heard()[1]?.[1]).toBe(1330);
    expect(player.snapshot()).toMatchObject({ missingIds: ['line0'], unreadableIds: ['line4'] });
    await pass(4);
    expect(player.snapshot()).toMatchObject({ missingIds: ['line0', 'line2', 'line6'], hasEnded: true });
  });

  it('with nothing to hear ends at once', async () => {
    const { player, source, pass } = start([entry(1, { sound: 'missing' })]);
    player.play(source, 'line1');
    await pass(0);
    expect(player.snapshot()).toMatchObject({ isPlaying: false, hasEnded: true, missingIds: ['line1'] });
  });

  it('repeats a line with its pause until that is ended', async () => {
    const { player, source, heard, pass, current } = start([entry(1), entry(2), entry(3)]);
    player.play(source, 'line2');
    await pass(0);
    player.setLooping(true);
    await pass(0);
    expect(heard().map(([name, from]) => [name, from])).toEqual([
      [2, 30],
      [2, 1330],
      [2, 2630],
      [2, 3930],
    ]);
    await pass(3);
    expect([current(), player.offsetS()]).toEqual(['line2', expect.closeTo(0.37, 2)]);
    player.setLooping(false);
    await pass(0);
    expect(heard().at(-1)).toEqual([3, 3930, 4930]);
    await pass(1);
    expect(current()).toBe('line3');
  });

  it('plays faster, with shorter pauses, from where it was', async () => {
    const { player, source, heard, pass, opened } = start([entry(1), entry(2)]);
    player.play(source, 'line1');
    await pass(0.53);
    player.setRate(2);
    await pass(0);
    expect(opened.at(-2)).toMatchObject({ rate: 2, fromS: expect.closeTo(0.5, 2) });
    expect(heard().slice(1)).toEqual([
      [1, 560, 810],
      [2, 960, 1460],
    ]);
    await pass(0.03 + 0.125);
    expect(player.offsetS()).toBeCloseTo(0.75, 2);
  });

  it('a lost output pauses it, and it goes on from there', async () => {
    const { player, source, pass, lose } = start([entry(1)]);
    player.play(source, 'line1');
    await pass(0.5);
    lose();
    expect(player.snapshot()).toMatchObject({ isPlaying: false, isOutputLost: true });
    player.resume();
    expect(player.snapshot()).toMatchObject({ isPlaying: true, isOutputLost: false });
    expect(player.offsetS()).toBeCloseTo(0.47, 2);
  });

  it('a take whose decoder dies once is read again, and given up the second time', async () => {
    const { player, source, heard, pass, takes, opened } = start([entry(1), entry(2)]);
    takes.set('1', { seconds: 1, fails: 'lost' });
    player.play(source, 'line1');
    await pass(0);
    expect(opened.filter(({ take }) => take.url === '1')).toHaveLength(2);
    expect(heard().map(([name]) => name)).toEqual([2]);
    expect(player.snapshot().unreadableIds).toEqual(['line1']);
  });

  it('a take that is decoded too late begins late, whole', async () => {
    const { player, source, heard, pass } = start([entry(1), entry(2)], { 2: { seconds: 1, fails: 'late' } });
    player.play(source, 'line1');
    await pass(3);
    expect(heard()).toEqual([
      [1, 30, 1030],
      [2, 1330, 2330],
    ]);
  });
});

describe('a sequence that changes while it is played', () => {
  it('waits for a line that is being made, and begins it as soon as it is there', async () => {
    const { player, source, change, heard, pass } = start([entry(1), entry(2, { sound: 'coming' }), entry(3)]);
    player.play(source, 'line1');
    await pass(1.2);
    expect(player.snapshot()).toMatchObject({ waitingForId: null });
    await pass(5);
    expect(player.snapshot()).toMatchObject({ waitingForId: 'line2', isPlaying: true, currentId: 'line1' });
    change((list) => list.splice(1, 1, entry(2)));
    await pass(0.1);
    expect(heard().slice(1)).toEqual([
      [2, 6230, 7230],
      [3, 7530, 8530],
    ]);
    expect(player.snapshot()).toMatchObject({ waitingForId: null, currentId: 'line2' });
  });

  it('made in time, it begins after its pause as every other line', async () => {
    const { player, source, change, heard, pass } = start([entry(1), entry(2, { sound: 'coming' })]);
    player.play(source, 'line1');
    await pass(0.5);
    change((list) => list.splice(1, 1, entry(2)));
    await pass(0);
    expect(heard()[1]).toEqual([2, 1330, 2330]);
  });

  it('a line that failed while it was waited for is passed over', async () => {
    const { player, source, change, heard, pass } = start([entry(1), entry(2, { sound: 'coming' }), entry(3)]);
    player.play(source, 'line1');
    await pass(5);
    change((list) => list.splice(1, 1, entry(2, { sound: 'missing' })));
    await pass(0.1);
    expect(heard()[1]).toEqual([3, 5030, 6030]);
    expect(player.snapshot()).toMatchObject({ missingIds: ['line2'], currentId: 'line3' });
  });

  it('can begin with a line that is being made', async () => {
    const { player, source, change, heard, pass } = start([entry(1, { sound: 'coming' }), entry(2)]);
    player.play(source, 'line1');
    await pass(2);
    expect(player.snapshot()).toMatchObject({ waitingForId: 'line1', currentId: 'line1', isPlaying: true });
    player.step(1);
    await pass(0);
    expect(heard()).toEqual([[2, 2030, 3030]]);
    player.step(-1);
    await pass(0);
    expect(player.snapshot()).toMatchObject({ waitingForId: 'line1' });
    change((list) => list.splice(0, 1, entry(1)));
    await pass(0);
    expect(heard()).toContainEqual([1, 2030, 3030]);
  });

  it('another take, another order and another pause apply to what has not begun', async () => {
    const { player, source, change, heard, pass, takes } = start([entry(1), entry(2), entry(3), entry(4)]);
    player.play(source, 'line1');
    await pass(0.5);
    takes.set('22', { seconds: 2 });
    change((list) => {
      list[1] = entry(2, { sound: takeOf(22) });
      list.splice(2, 1);
      list.push(entry(3));
      list[0] = entry(1, { pauseAfterMs: 1000 });
    });
    await pass(0);
    expect(heard()).toEqual([
      [1, 30, 1030],
      [22, 2030, 4030],
      [4, 4330, 5330],
      [3, 5630, 6630],
    ]);
  });

  it('a line that is deleted while it is heard is heard to its end, and what came after it follows', async () => {
    const { player, source, change, heard, pass } = start([entry(1), entry(2), entry(3)]);
    player.play(source, 'line2');
    await pass(0.3);
    change((list) => list.splice(1, 1));
    change(() => undefined);
    await pass(0);
    expect(heard()).toEqual([
      [2, 30, 1030],
      [3, 1330, 2330],
    ]);
  });

  it('what is added behind the end is not heard', async () => {
    const { player, source, change, heard, pass } = start([entry(1)]);
    player.play(source, 'line1');
    await pass(1.1);
    expect(player.snapshot()).toMatchObject({ hasEnded: true });
    change((list) => list.push(entry(2)));
    await pass(3);
    expect(heard()).toEqual([[1, 30, 1030]]);
  });

  it('what is unchanged is not decoded again', async () => {
    const { player, source, change, opened, pass } = start([entry(1), entry(2), entry(3)]);
    player.play(source, 'line1');
    await pass(0.3);
    change((list) => list.unshift(entry(9)));
    change((list) => list.push(entry(10)));
    await pass(0);
    expect(opened.map(({ take }) => take.url)).toEqual(['1', '2', '3', '10']);
  });
});

it('whatever changes while it plays, what is heard follows at its pause, in the order of the sequence', async () => {
  const step = fc.record({
    edit: fc.constantFrom('insert', 'remove', 'swap', 'retake', 'pause', 'make', 'none'),
    at: fc.nat(7),
    waitMs: fc.integer({ min: 0, max: 900 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const entries = Array.from({ length: 6 }, (_, i) => entry(i, i === 4 ? { sound: 'coming' } : {}));
      const { player, source, change, heard, pass } = start(entries);
      let name = 20;
      player.play(source, 'line0');
      for (const { edit, at, waitMs } of steps) {
        await pass(waitMs / 1000);
        change((list) => {
          const index = at % list.length;
          const one = list[index] ?? expect.fail();
          name += 1;
          const sound = takeOf(name % 40);
          if (edit === 'insert') list.splice(index, 0, { ...entry(name), sound });
          else if (edit === 'remove' && list.length > 2) list.splice(index, 1);
          else if (edit === 'swap') list.splice(index, 1, ...list.splice(0, 1, one));
          else if (edit === 'retake') list[index] = { ...one, sound };
          else if (edit === 'pause') list[index] = { ...one, pauseAfterMs: (one.pauseAfterMs + 170) % 700 };
          else if (edit === 'make' && one.sound === 'coming') list[index] = { ...one, sound };
        });
      }
      change((list) => {
        for (const [i, one] of list.entries()) if (one.sound === 'coming') list[i] = { ...one, sound: takeOf(19) };
      });
      // From here on nothing changes: the rest is heard as it is.
      const { currentId, hasEnded } = player.snapshot();
      const from = entries.findIndex(({ id }) => id === currentId);
      await pass(30);
      expect(player.snapshot()).toMatchObject({ hasEnded: true, missingIds: [], unreadableIds: [] });
      if (from < 0 || hasEnded) return;
      const rest = entries.slice(from + 1);
      const last = heard().slice(-rest.length - 1);
      expect(last.slice(1).map(([one]) => takeOf(one))).toEqual(rest.map(({ sound }) => sound));
      for (const [i, [, at]] of last.entries()) {
        if (i === 0) continue;
        const gap = at - (last[i - 1]?.[2] ?? 0);
        // The first may have been waited for.
        if (i === 1) expect(gap).toBeGreaterThanOrEqual(entries[from]?.pauseAfterMs ?? 0);
        else expect(gap).toBe(entries[from + i - 1]?.pauseAfterMs);
      }
    }),
    { numRuns: runs(60) },
  );
});

describe('memory', () => {
  const aheadS = (sounds: { at: number; frames: number }[], frame: number): number =>
    Math.max(...sounds.map(({ at, frames }) => (at + frames - frame) / RATE_HZ));

  it('at most three takes are decoded ahead, and at least two', async () => {
    const { player, source, heard, frame, pass, opened } = start(Array.from({ length: 30 }, (_, i) => entry(i)));
    player.play(source, 'line0');
    for (let second = 0; second < 20; second++) {
      await pass(1);
      const ahead = heard().filter(([, from]) => from > frame());
      expect(ahead.length).toBeGreaterThanOrEqual(2);
      expect(ahead.length).toBeLessThanOrEqual(MAX_TAKES_AHEAD);
    }
    expect(opened.length).toBeLessThan(21);
  });

  it('of long takes at most a minute is decoded ahead', async () => {
    const { player, source, sounds, frame, pass } = start([entry(1), entry(2)], {
      1: { seconds: 600 },
      2: { seconds: 90 },
    });
    player.play(source, 'line1');
    await pass(0);
    for (let i = 0; i < 65; i++) {
      expect(aheadS(sounds, frame())).toBeLessThanOrEqual(60);
      if (frame() < 600 * RATE_HZ) expect(aheadS(sounds, frame())).toBeGreaterThan(50);
      await pass(10);
    }
  });
});
