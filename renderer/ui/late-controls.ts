// Reads the controls that float over the window. Until then stand-ins are in their places, which look the same while
// closed, and carry on what is done with them.

import { type KeyboardEvent, useState } from 'react';
import type { Begun } from './late/begun.ts';
import { lateCode, useLateCode } from './late-code.ts';

/** The controls. */
export const controlsCode = lateCode(() => import('./late/controls.ts'));

/** Returns the controls; undefined until they have been read. */
export function useControls() {
  return useLateCode(controlsCode) ?? undefined;
}

/** The events of a stand-in's element. */
type StandInEvents = {
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onBlur: () => void;
};

/** Returns what was done with a stand-in, and the events that notice it. @param onAsk called when it should open */
export function useStandIn(onAsk?: () => void): { begun: Begun; events: StandInEvents } {
  const [begun, setBegun] = useState<Begun>({ isAsked: false, hasFocus: false });
  const set = (change: Partial<Begun>): void => setBegun((now) => ({ ...now, ...change }));
  const ask = (): void => {
    set({ isAsked: true });
    onAsk?.();
    // They could not be read before.
    if (controlsCode.get() === null) void controlsCode.read();
  };
  return {
    begun,
    events: {
      onClick: ask,
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        ask();
      },
      onFocus: () => set({ hasFocus: true }),
      onBlur: () => set({ hasFocus: false }),
    },
  };
}
