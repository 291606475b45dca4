// Ends all parts when the window closes, and connects those that listen to the window.

import { watchDrags } from '../items/keeping/dragged.ts';
import { createScope, type Scope } from '../lifetime/scope.ts';
import { connectMediaKeys } from '../player/media-keys.ts';
import type { Frame } from './frame.ts';
import type { ImagesSide } from './images.ts';
import type { LibrarySide } from './library.ts';
import type { Sound } from './sound.ts';
import type { SpeechSide } from './speech.ts';

/** All parts of the page. */
export type Parts = Frame & Sound & SpeechSide & ImagesSide & LibrarySide;

/** Returns the scope that ends with the window; what is added to it ends first. */
export function composeLifetime(parts: Parts): Scope {
  const { ipc, drafts, decoder, player, missing } = parts;
  const scope = createScope();
  // Disposed of last: the stores may change their drafts before.
  scope.add(drafts.dispose);
  for (const part of [parts.thumbnails, parts.pictures, parts.stage, decoder]) scope.add(part.dispose);
  const stores = [
    parts.session,
    player,
    parts.exchanges,
    missing,
    parts.kept,
    parts.library,
    parts.images,
    parts.speech,
    parts.script,
    parts.samples,
    parts.audition,
    parts.comparison,
  ];
  for (const store of stores) scope.add(() => store.getState().dispose());
  scope.add(parts.scriptPlayer.dispose);
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
