// Connects the system's media keys, and the title that the system displays, to the player's store.

import { isSounding, JUMP_S, type PlayerStore, titleOf } from './player-store.ts';

const ACTIONS = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const;

/** Handles media keys until the returned function is called. */
export function connectMediaKeys(player: PlayerStore): () => void {
  const session = navigator.mediaSession;
  const act = ({ action, seekOffset = JUMP_S, seekTime = 0 }: MediaSessionActionDetails): void => {
    const { toggle, pause, seek, seekBy } = player.getState();
    if (action === 'play' && !isSounding(player.getState())) toggle();
    else if (action === 'pause' || action === 'stop') pause();
    else if (action === 'seekbackward') seekBy(-seekOffset);
    else if (action === 'seekforward') seekBy(seekOffset);
    else if (action === 'seekto') seek(seekTime);
  };
  for (const action of ACTIONS) session.setActionHandler(action, act);
  const show = (): void => {
    const title = titleOf(player.getState());
    session.playbackState = title === undefined ? 'none' : isSounding(player.getState()) ? 'playing' : 'paused';
    if (title === undefined) session.metadata = null;
    else if (session.metadata?.title !== title) session.metadata = new MediaMetadata({ title });
  };
  show();
  const leave = player.subscribe(show);
  return () => {
    leave();
    for (const action of ACTIONS) session.setActionHandler(action, null);
  };
}
