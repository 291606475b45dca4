// The voice of a take that cannot be heard before it is saved, because no memory can be shared or its format is not
// played live. It only keeps whether the take should play then.

import type { LiveVoice } from './live-output.ts';

/** Creates a voice without sound; `onChange` is called when it is played or paused. */
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
