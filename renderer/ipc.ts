// The typed client of the bridge to main: requests and events. Independent of the individual routes.

import type {
  EventEnvelope,
  EventName,
  EventPayload,
  RouteInput,
  RouteName,
  RouteResult,
  StudioBridge,
} from '../shared/contract/index.ts';
import { appError } from '../shared/errors.ts';
import { fail } from '../shared/result.ts';

/** Requests and events, typed by the contract. */
export type Ipc = {
  /** Sends a request. Never rejects: a broken bridge is returned as `internal.bug`. */
  request: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteResult<R>>;
  /** Calls `listener` for each event of that name until the returned function is called. */
  on: <E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) => () => void;
  /**
   * Calls `listener` when events were missed, so that the state must be read again: also if they came before anybody
   * listened, as while the window reads its texts. The returned function ends that.
   */
  onGap: (listener: () => void) => () => void;
};

type Listener = (payload: unknown) => void;

/** Creates the client over the preload's bridge. */
export function createIpc(bridge: StudioBridge): Ipc {
  const listeners = new Map<string, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  let lastSeq: number | undefined;
  let isBeginningMissed = false;

  bridge.onEvent((envelope) => {
    if (!isEnvelope(envelope)) return;
    // An event whose number does not increase was delivered before.
    if (lastSeq !== undefined && envelope.seq <= lastSeq) return;
    const isGap = lastSeq !== undefined && envelope.seq > lastSeq + 1;
    lastSeq = envelope.seq;
    isBeginningMissed ||= listeners.size === 0;
    for (const listener of [...(listeners.get(envelope.name) ?? [])]) listener(envelope.payload);
    if (isGap) for (const listener of [...gapListeners]) listener();
  });

  return {
    request: async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteResult<R>> => {
      try {
        // Main validated the reply against the same contract before sending it.
        return (await bridge.request(route, input)) as RouteResult<R>;
      } catch (cause) {
        return fail(
          appError('internal.bug', { route, reason: cause instanceof Error ? cause.message : String(cause) }),
        );
      }
    },
    on: <E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) => {
      const set = listeners.get(event) ?? new Set<Listener>();
      listeners.set(event, set);
      const untyped: Listener = (payload) => listener(payload as EventPayload<E>);
      set.add(untyped);
      return () => set.delete(untyped);
    },
    onGap: (listener) => {
      gapListeners.add(listener);
      if (isBeginningMissed) queueMicrotask(() => gapListeners.has(listener) && listener());
      return () => gapListeners.delete(listener);
    },
  };
}

function isEnvelope(value: unknown): value is EventEnvelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'name' in value &&
    'payload' in value
  );
}
