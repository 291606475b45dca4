// Whether a connection may send: paused by a person, or resting because its relay asked for it. Knows no jobs.

import type { Queue } from '../../shared/contract/jobs.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Clock } from './clock.ts';
import { RETRY_WINDOW_MS } from './retry-policy.ts';

/** The gates of all connections. */
export type Gates = {
  isOpen: (connectionId: string) => boolean;
  /** Keeps everything of a connection from being sent for a while. A longer rest that is under way stays. */
  hold: (connectionId: string, waitMs: number, code: ErrorCode) => void;
  /** Ends the rest of a connection. */
  release: (connectionId: string) => void;
  setPaused: (connectionId: string, isPaused: boolean) => void;
  /** The gates that are not simply open. */
  closed: () => Queue[];
  /** Takes back all timers. */
  stop: () => void;
};

type GateParts = {
  clock: Clock;
  /** What an earlier run of the app left. */
  kept: readonly Queue[];
  /** A gate has changed; it may be open now. */
  onChanged: (queue: Queue) => void;
};

/** Makes the gates. A rest from an earlier run goes on, but never longer than jobs are tried. */
export function createGates({ clock, kept, onChanged }: GateParts): Gates {
  const gates = new Map<string, Queue>();
  const timers = new Map<string, () => void>();

  const find = (connectionId: string): Queue =>
    gates.get(connectionId) ?? { connectionId, isPaused: false, hold: null };

  function put(next: Queue): void {
    const { connectionId, isPaused, hold } = next;
    if (isPaused || hold) gates.set(connectionId, next);
    else gates.delete(connectionId);
    timers.get(connectionId)?.();
    timers.delete(connectionId);
    if (hold) {
      const end = (): void => change({ ...find(connectionId), hold: null });
      timers.set(connectionId, clock.after(Math.max(0, hold.untilMs - clock.now()), end));
    }
  }

  function change(next: Queue): void {
    put(next);
    onChanged(next);
  }

  for (const queue of kept) {
    const latestMs = clock.now() + RETRY_WINDOW_MS;
    put({ ...queue, hold: queue.hold && { ...queue.hold, untilMs: Math.min(queue.hold.untilMs, latestMs) } });
  }

  return {
    isOpen: (connectionId) => !gates.has(connectionId),
    hold(connectionId, waitMs, code) {
      const gate = find(connectionId);
      // Beyond the time in which anything is tried again by itself, waiting is for the person to decide.
      const untilMs = clock.now() + Math.min(waitMs, RETRY_WINDOW_MS);
      if (gate.hold && gate.hold.untilMs >= untilMs) return;
      change({ ...gate, hold: { untilMs, code } });
    },
    release(connectionId) {
      const gate = find(connectionId);
      if (gate.hold) change({ ...gate, hold: null });
    },
    setPaused(connectionId, isPaused) {
      const gate = find(connectionId);
      if (gate.isPaused !== isPaused) change({ ...gate, isPaused });
    },
    closed: () => [...gates.values()],
    stop() {
      for (const takeBack of timers.values()) takeBack();
      timers.clear();
    },
  };
}
