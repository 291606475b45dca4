// Creates what decodes and plays sound.

import { createLiveOutput } from '../engines/audio/live-output.ts';
import workletUrl from '../engines/audio/live-worklet.ts?worker&url';
import { createPeaksLibrary } from '../engines/audio/peaks-library.ts';
import { createPlayer } from '../engines/audio/player.ts';
import { createSoundDecoder } from '../engines/audio/sound-decoder.ts';
import soundWorkerUrl from '../engines/audio/sound-worker.ts?worker&url';
import { isIsolated } from '../isolation.ts';
import { createPlayerStore } from '../player/player-store.ts';
import { startWorker } from '../trusted-types.ts';
import type { Frame } from './frame.ts';

/** The decoder, the engine and the player bar. */
export type Sound = ReturnType<typeof composeSound>;

/** Creates them; live sound is played where threads can share memory. */
export function composeSound({ session }: Pick<Frame, 'session'>) {
  const decoder = createSoundDecoder(() => startWorker(soundWorkerUrl), isIsolated);
  const peaks = createPeaksLibrary(decoder);
  const engine = createPlayer(isIsolated ? createLiveOutput(workletUrl) : null);
  return { decoder, peaks, engine, player: createPlayerStore({ engine, decoder, peaks, session }) };
}
