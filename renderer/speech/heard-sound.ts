// One of several sounds that are compared, as the player bar shows and controls it.

import { useEffect } from 'react';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { AuditionPlayer } from '../engines/audio/audition-player.ts';
import type { Guest, Transport } from '../player/player-store.ts';
import { useCommons } from '../services.ts';

/** Moves in the sound that is heard. @param heard returns its id; null if there is none */
export function transportOf(player: AuditionPlayer, heard: () => string | null): Transport {
  return {
    positionS: () => player.positionS(heard() ?? ''),
    lengthS: () => player.lengthS(heard() ?? ''),
    seek: (positionS) => player.seek(heard() ?? '', positionS),
    // Sounds are compared on the whole line.
    setLoop: () => {},
    snapshot: () => ({ loop: null }),
    subscribe: player.subscribe,
  };
}

/** Shows the sound that plays, or was heard last, in the player bar. @param item of that sound; undefined if there is none */
export function useHeardSound(
  item: SpeechItem | undefined,
  title: string,
  isPlaying: boolean,
  { transport, toggle, stop }: Pick<Guest, 'transport' | 'toggle' | 'stop'>,
): void {
  const { player } = useCommons();
  useEffect(() => {
    player.getState().setGuest(item === undefined ? null : { item, title, isPlaying, transport, toggle, stop });
  }, [player, item, title, isPlaying, transport, toggle, stop]);
  useEffect(() => () => player.getState().setGuest(null), [player]);
}
