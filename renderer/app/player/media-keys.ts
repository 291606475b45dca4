// Connects the system's media keys, and the title that the system displays, to the player's store.

import { JUMP_S, type PlayerStore } from './player-store.ts';

const ACTIONS = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const;

/** Handles media keys until the returned function is called. */
export function connectMediaKeys(player: PlayerStore, seek: (positionS: number) => void): () => void {
  const session = navigator.mediaSession;
  const act = ({ action, seekOffset = JUMP_S, seekTime = 0 }: MediaSessionActionDetails): void => {
    const { isPlaying, toggle, pause, seekBy } = player.getState();
    if (action === 'play' && !isPlaying) toggle();
    else if (action === 'pause' || action === 'stop') pause();
    else if (action === 'seekbackward') seekBy(-seekOffset);
    else if (action === 'seekforward') seekBy(seekOffset);
    else if (action === 'seekto') seek(seekTime);
  };
  for (const action of ACTIONS) session.setActionHandler(action, act);
  const show = (): void => {
    const { item, live, isPlaying } = player.getState();
    const title = item?.title ?? live?.title;
    session.playbackState = title === undefined ? 'none' : isPlaying ? 'playing' : 'paused';
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
