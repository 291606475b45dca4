// Places the takes of a sequence on the clock, from one of them on, ahead of what is heard. A jump or another rate is a new
// run. Knows positions only; whether the clock runs is not its concern.

import type { TakeSource } from '../export/plan.ts';
import { type Following, followingFrom, type SequenceEntry, type SequenceSource } from './sequence.ts';
import type { SequenceOutput } from './sequence-output.ts';
import type { OpenTake, TakeAnswer, TakeStream } from './take-stream.ts';

/** Decoded ahead of what is heard: at most so many takes … */
export const MAX_TAKES_AHEAD = 3;
/** … and no further piece from so many seconds on; a piece has four. */
const MAX_AHEAD_S = 56;
/** A take is given up when its decoder has died as often. */
const MAX_DEATHS = 2;

/** What was passed over: entries without a take, and addresses that cannot be read, by entry. */
export type PassedOver = { missing: Set<string>; unreadable: Map<string, string> };

type RunDeps = {
  source: SequenceSource;
  output: SequenceOutput;
  openTake: OpenTake;
  /** The entry that it begins with, and the position in its take in seconds. */
  first: { id: string; index: number; offsetS: number };
  rate: number;
  isLooping: () => boolean;
  /** Is added to. */
  passedOver: PassedOver;
  /** Something was placed, or could not be. */
  onPlaced: () => void;
};

/** The sounds from one entry on. */
export type SequenceRun = {
  /** Goes on to the entry that the clock has reached, and places as much as may be ahead. */
  proceed: () => void;
  /** The sequence has changed: takes back what has not begun and is now in another order, or another sound. */
  reconcile: () => void;
  /** Takes back everything after the current entry. */
  replan: () => void;
  currentId: () => string;
  /** Position in the current take in seconds, beyond its end in the pause after it. */
  offsetS: () => number;
  /** The entry whose take the sequence waits for; null while something is heard, or nothing is awaited. */
  waitingForId: () => string | null;
  isOver: () => boolean;
  /** Where the clock has to be for something to change, as far as that is known. */
  dueFrames: () => number[];
  end: () => void;
};

/** An entry whose sound is placed on the clock, at least its beginning. */
type Placed = {
  id: string;
  /** Where what follows it begins. */
  nextIndex: number;
  isGone: boolean;
  take: TakeSource;
  fromS: number;
  startFrame: number;
  /** How much of it has been placed; all of it if `isWhole`. */
  frames: number;
  isWhole: boolean;
  pauseFrames: number;
  /** The pause that it was placed after. */
  pauseBefore: number;
  /** Entries without a take between the one before and this one. */
  passed: readonly string[];
  stream: TakeStream;
  deaths: number;
  takeBack: (() => void)[];
};

/** Begins a run; `proceed` places its first sound. */
export function createSequenceRun(deps: RunDeps): SequenceRun {
  const { source, output, openTake, rate, passedOver } = deps;
  const { rateHz, frame: now } = output;
  const first = { ...deps.first };
  const sounds = output.begin();
  /** In order; the first one is heard, or will be first. */
  let placed: Placed[] = [];
  let reading: Placed | null = null;

  const endOf = ({ startFrame, frames }: Placed): number => startFrame + frames;
  const pauseFramesOf = (entry: SequenceEntry): number => Math.round((entry.pauseAfterMs * rateHz) / 1000 / rate);
  /** What follows a placed entry; by default the last one. */
  const following = (after = placed.at(-1)): Following => {
    const index = after === undefined ? first.index : after.nextIndex - (deps.isLooping() && !after.isGone ? 1 : 0);
    return followingFrom(source, index, (id, { url }) => passedOver.unreadable.get(id) === url);
  };

  const place = ({ index, entry, take, passed }: Extract<Following, { kind: 'take' }>): void => {
    const last = placed.at(-1);
    const fromS = last === undefined && entry.id === first.id ? first.offsetS : 0;
    if (last === undefined) for (const id of passed) passedOver.missing.add(id);
    const pauseBefore = last?.pauseFrames ?? 0;
    placed.push({
      id: entry.id,
      nextIndex: index + 1,
      isGone: false,
      take,
      fromS,
      startFrame: last === undefined ? 0 : endOf(last) + pauseBefore,
      frames: 0,
      isWhole: false,
      pauseFrames: pauseFramesOf(entry),
      pauseBefore,
      passed,
      stream: openTake({ take, rateHz, rate, fromS }),
      deaths: 0,
      takeBack: [],
    });
  };

  /** Reads and places as much as may be ahead. */
  const fill = (): void => {
    while (reading === null) {
      const last = placed.at(-1);
      if (last !== undefined && endOf(last) - now() >= MAX_AHEAD_S * rateHz) return;
      if (last !== undefined && !last.isWhole) {
        read(last);
        return;
      }
      if (placed.length > MAX_TAKES_AHEAD) return;
      const next = following();
      if (next.kind !== 'take') return;
      place(next);
    }
  };

  const read = (one: Placed): void => {
    reading = one;
    void one.stream.read().then((answer) => {
      // It was taken back meanwhile.
      if (reading !== one) return;
      reading = null;
      take(one, answer);
      deps.onPlaced();
    });
  };

  const take = (one: Placed, answer: TakeAnswer): void => {
    if (answer === 'end') one.isWhole = true;
    else if (answer === 'lost' && one.deaths + 1 < MAX_DEATHS) {
      one.deaths += 1;
      const fromS = one.fromS + (one.frames / rateHz) * rate;
      one.stream = openTake({ take: one.take, rateHz, rate, fromS });
    } else if (answer === 'lost' || answer === 'unreadable') {
      passedOver.unreadable.set(one.id, one.take.url);
      one.isWhole = true;
      if (one.frames === 0) placed = placed.filter((other) => other !== one);
    } else {
      // Later than planned if it was decoded too late, or had to be waited for.
      const atFrame = Math.max(endOf(one), now() + output.leadFrames);
      const back = sounds.add(answer.block, atFrame);
      if (one !== placed[0]) one.takeBack.push(back);
      one.startFrame = atFrame - one.frames;
      one.frames += answer.block[0]?.length ?? 0;
    }
  };

  /** Takes back everything after the first `count` placed entries. */
  const takeBackAfter = (count: number): void => {
    for (const one of placed.slice(count)) {
      if (reading === one) reading = null;
      one.stream.close();
      for (const back of one.takeBack) back();
    }
    placed = placed.slice(0, count);
  };

  /** Goes on to the entry that the clock has reached. */
  const settle = (): void => {
    for (let next = placed[1]; next !== undefined && (next.frames > 0 || next.isWhole); next = placed[1]) {
      if (now() < next.startFrame) return;
      placed.shift();
      for (const id of next.passed) passedOver.missing.add(id);
      // What has begun is not taken back, and need not be kept.
      next.takeBack = [];
    }
  };

  /** Finds a placed entry again. What came after one that is gone is in its place. */
  const find = (one: Placed): void => {
    const index = source.indexOf(one.id);
    const entry = source.entryAt(index);
    if (entry !== undefined) one.pauseFrames = pauseFramesOf(entry);
    one.nextIndex = entry !== undefined ? index + 1 : one.isGone ? one.nextIndex : one.nextIndex - 1;
    one.isGone = entry === undefined;
  };

  return {
    proceed: () => {
      settle();
      fill();
    },
    reconcile: () => {
      settle();
      const found = source.indexOf(first.id);
      if (found >= 0) first.index = found;
      for (const one of placed) find(one);
      const firstOther = placed.findIndex((one, i) => {
        const before = placed[i - 1];
        if (before === undefined) return false;
        const next = following(before);
        const isSame = next.kind === 'take' && next.entry.id === one.id && next.take.url === one.take.url;
        return !isSame || one.pauseBefore !== before.pauseFrames;
      });
      if (firstOther > 0) takeBackAfter(firstOther);
    },
    replan: () => {
      settle();
      takeBackAfter(1);
    },
    currentId: () => placed[0]?.id ?? first.id,
    offsetS: () => {
      const [current] = placed;
      if (current === undefined) return first.offsetS;
      const most = current.frames + (current.isWhole ? current.pauseFrames : 0);
      const heard = Math.max(0, Math.min(now() - current.startFrame, most));
      return current.fromS + (heard / rateHz) * rate;
    },
    waitingForId: () => {
      const last = placed.at(-1);
      if (last !== undefined && !(last.isWhole && now() >= endOf(last) + last.pauseFrames)) return null;
      const next = following();
      return next.kind === 'wait' ? next.id : null;
    },
    isOver: () => {
      const last = placed.at(-1);
      if (last !== undefined && !(last.isWhole && now() >= endOf(last))) return false;
      const next = following();
      if (next.kind !== 'end') return false;
      for (const id of next.passed) passedOver.missing.add(id);
      return true;
    },
    dueFrames: () => {
      const last = placed.at(-1);
      const next = placed[1] === undefined ? [] : [placed[1].startFrame];
      return last === undefined ? [] : [...next, endOf(last), endOf(last) + last.pauseFrames];
    },
    end: () => {
      takeBackAfter(0);
      sounds.end();
    },
  };
}
