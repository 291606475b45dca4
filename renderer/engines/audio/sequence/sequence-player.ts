// Plays a sequence of takes on the audio clock: every take begins exactly its pause after the one before. The sequence may
// change while it is played; what has not begun follows. See docs/decisions/0028-scripts.md.

import { createScope } from '../../../lifetime/scope.ts';
import type { SequenceSource } from './sequence.ts';
import type { OpenOutput, SequenceOutput } from './sequence-output.ts';
import { createSequenceRun, type PassedOver, type SequenceRun } from './sequence-run.ts';
import type { OpenTake } from './take-stream.ts';

/** How often the state is looked at while nothing is expected. */
const LOOK_MS = 1000;
/** The output goes on for so long after the end, because the device is behind. */
const REST_MS = 1000;

/** The state, without the position. */
export type SequenceSnapshot = {
  /** The entry that is heard, was heard last, or will be heard first; null without a sequence. */
  currentId: string | null;
  isPlaying: boolean;
  /** It should be playing, and waits for the take of this entry. */
  waitingForId: string | null;
  isLooping: boolean;
  hasEnded: boolean;
  isOutputLost: boolean;
  /** Entries passed over since `play`: those without a take, and those whose file cannot be read. */
  missingIds: readonly string[];
  unreadableIds: readonly string[];
};

/** The engine. */
export type SequencePlayer = {
  /** Plays a sequence from an entry on. @param offsetS position in its take. */
  play: (source: SequenceSource, id: string, offsetS?: number) => void;
  /** Moves to another entry; plays on if it plays. Without effect while there is no sequence. */
  go: (id: string, offsetS?: number) => void;
  /** Moves to the next or the previous entry that can be heard; from the first one to its beginning. */
  step: (by: 1 | -1) => void;
  pause: () => void;
  /** Plays on; from the beginning if it had ended. */
  resume: () => void;
  /** Ends the sequence. */
  stop: () => void;
  /** Repeats the current entry with its pause. */
  setLooping: (isLooping: boolean) => void;
  setVolume: (volume: number) => void;
  /** Sets the playback rate; the pitch is preserved. Pauses change with it. */
  setRate: (rate: number) => void;
  /** Position in the current take in seconds, at rate 1; beyond its end in the pause after it. */
  offsetS: () => number;
  snapshot: () => SequenceSnapshot;
  /** Calls `listener` when the snapshot may have changed or the position jumps; the returned function ends that. */
  subscribe: (listener: () => void) => () => void;
  dispose: () => void;
};

/** Creates the engine; the audio device is opened for the first sequence. */
export function createSequencePlayer(parts: { openOutput: OpenOutput; openTake: OpenTake }): SequencePlayer {
  const listeners = new Set<() => void>();
  const scope = createScope();
  const passedOver: PassedOver = { missing: new Set(), unreadable: new Map() };
  let output: SequenceOutput | undefined;
  let source: SequenceSource | null = null;
  let run: SequenceRun | null = null;
  let unfollow = (): void => {};
  let [isPlaying, isLooping, hasEnded, isOutputLost] = [false, false, false, false];
  let [rate, volume] = [1, 1];
  let looking: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const setPlaying = (next: boolean): void => {
    clearTimeout(resting);
    isPlaying = next;
    if (next) isOutputLost = false;
    if (next) output?.resume();
    else output?.pause();
  };

  /** Sees what the clock has reached, and when to look again. */
  const look = (): void => {
    clearTimeout(looking);
    if (run === null || output === undefined) return;
    // What is added behind the end is not heard until it is played again.
    if (hasEnded) {
      notify();
      return;
    }
    run.proceed();
    if (isPlaying && run.isOver()) {
      [isPlaying, hasEnded] = [false, true];
      resting = setTimeout(() => output?.pause(), REST_MS);
    }
    notify();
    if (!isPlaying) return;
    const { rateHz, frame } = output;
    const dueMs = run.dueFrames().map((due) => ((due - frame()) / rateHz) * 1000);
    looking = setTimeout(look, Math.min(LOOK_MS, ...dueMs.filter((ms) => ms > 0).map((ms) => ms + 1)));
  };

  const go = (id: string, offsetS = 0): void => {
    if (source === null || output === undefined) return;
    run?.end();
    const index = Math.max(0, source.indexOf(id));
    const first = { id: source.entryAt(index)?.id ?? id, index, offsetS };
    const { openTake } = parts;
    run = createSequenceRun({
      source,
      output,
      openTake,
      first,
      rate,
      isLooping: () => isLooping,
      passedOver,
      onPlaced: look,
    });
    hasEnded = false;
    look();
  };
  const stop = (): void => {
    unfollow();
    clearTimeout(looking);
    // Paused before, so that nothing is left to fade out when it plays again.
    setPlaying(false);
    run?.end();
    [run, source] = [null, null];
    [isLooping, hasEnded] = [false, false];
    notify();
  };
  scope.add(
    () => output?.dispose(),
    () => clearTimeout(resting),
    stop,
    () => listeners.clear(),
  );

  return {
    play: (next, id, from) => {
      unfollow();
      output ??= parts.openOutput(() => {
        setPlaying(false);
        isOutputLost = true;
        notify();
      });
      output.setVolume(volume);
      run?.end();
      [run, source] = [null, next];
      unfollow = next.subscribe(() => {
        if (!hasEnded) run?.reconcile();
        look();
      });
      isLooping = false;
      passedOver.missing.clear();
      passedOver.unreadable.clear();
      setPlaying(true);
      go(id, from);
    },
    go,
    step: (by) => {
      if (source === null || run === null) return;
      const current = run.currentId();
      const awaited = isPlaying ? run.waitingForId() : null;
      // While another entry is awaited, the current one is the one before it.
      const from = awaited === null ? source.indexOf(current) + by : source.indexOf(awaited) + by;
      for (let index = from; index >= 0 && index < source.count(); index += by) {
        const entry = source.entryAt(index);
        if (entry === undefined || entry.sound === 'missing' || entry.sound === 'silent') continue;
        go(entry.id);
        return;
      }
      if (by < 0) go(current);
    },
    pause: () => {
      setPlaying(false);
      look();
    },
    resume: () => {
      if (source === null) return;
      setPlaying(true);
      if (hasEnded) go(source.entryAt(0)?.id ?? '');
      else look();
    },
    stop,
    setLooping: (next) => {
      if (run === null || next === isLooping) return;
      isLooping = next;
      run.replan();
      look();
    },
    setVolume: (next) => {
      volume = Math.max(0, Math.min(1, next));
      output?.setVolume(volume);
    },
    setRate: (next) => {
      if (next === rate) return;
      rate = next;
      if (run !== null && !hasEnded) go(run.currentId(), run.offsetS());
    },
    offsetS: () => run?.offsetS() ?? 0,
    snapshot: () => ({
      currentId: run?.currentId() ?? null,
      isPlaying,
      waitingForId: isPlaying ? (run?.waitingForId() ?? null) : null,
      isLooping,
      hasEnded,
      isOutputLost,
      missingIds: [...passedOver.missing],
      unreadableIds: [...passedOver.unreadable.keys()],
    }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: scope.dispose,
  };
}
