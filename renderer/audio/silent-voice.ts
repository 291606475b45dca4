// Stands for a take that arrives where no memory can be shared: nothing of it is heard before it is saved. It knows only whether it should play then.

import type { LiveVoice } from './live-output.ts';

/** Makes a voice without sound; `onChange` is called when it is to play, or no longer. */
export function createSilentVoice(onChange: () => void): LiveVoice {
  let isPlaying = false;
  const setPlaying = (next: boolean): void => {
    isPlaying = next;
    onChange();
  };
  return {
    play: () => setPlaying(true),
    pause: () => setPlaying(false),
    seek: () => undefined,
    setLoop: () => undefined,
    positionS: () => 0,
    isPlaying: () => isPlaying,
    state: () => 'silent',
    arrivedS: () => 0,
    isCutShort: () => false,
    stop: () => undefined,
  };
}
