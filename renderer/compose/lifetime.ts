// Ends all parts when the window closes, and connects those that listen to the window.

import { watchDrags } from '../items/keeping/dragged.ts';
import { createScope, type Scope } from '../lifetime/scope.ts';
import { connectMediaKeys } from '../player/media-keys.ts';
import type { Frame } from './frame.ts';
import type { ItemsSide } from './items.ts';
import type { Sound } from './sound.ts';
import type { SpeechSide } from './speech.ts';

/** The parts of the page that are there from the first paint on. */
export type Composed = Frame & Sound & SpeechSide & ItemsSide;

/** Returns the scope that ends with the window; what is added to it ends first. */
export function composeLifetime(composed: Composed): Scope {
  const { ipc, drafts, decoder, player, missing } = composed;
  const scope = createScope();
  // Disposed of last: the stores may change their drafts before.
  scope.add(drafts.dispose);
  for (const part of [composed.thumbnails, decoder]) scope.add(part.dispose);
  const stores = [
    composed.session,
    player,
    composed.exchanges,
    missing,
    composed.kept,
    composed.speech,
    composed.script,
    composed.samples,
    composed.audition,
    composed.comparison,
  ];
  for (const store of stores) scope.add(() => store.getState().dispose());
  scope.add(composed.scriptPlayer.dispose);
  scope.add(
    ipc.on('speech.chunkArrived', ({ jobId, ...chunk }) => decoder.feed({ takeId: jobId, ...chunk })),
    connectMediaKeys(player),
    watchDrags(),
  );
  // A missing file may have been put back while another window was used.
  scope.listen(window, 'focus', missing.getState().lookAgain);
  addEventListener('pagehide', scope.dispose);
  return scope;
}
