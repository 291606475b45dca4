// Keeps a muted video in step with the sound of a script: its position, its pauses and its rate.

import { createScope } from '../../lifetime/scope.ts';
import type { PlayerStore } from '../../player/player-store.ts';

/** How often the video is compared with the sound while that is heard, in milliseconds. */
const EVERY_MS = 100;
/** A video that is so far away is moved; one that is nearer is sped up or slowed down, in seconds. */
const JUMP_S = 0.3;
/** So much is not seen: less than a frame. */
const SAME_S = 0.02;

/**
 * What brings a video back to the sound. @param behindS how much it is behind, in seconds; negative if it is ahead.
 * @returns its rate, as a multiple of the sound's; null: it has to be moved
 */
export function rateToCatchUp(behindS: number): number | null {
  if (Math.abs(behindS) > JUMP_S) return null;
  return Math.abs(behindS) <= SAME_S ? 1 : 1 + behindS / 2;
}

type Follow = {
  player: PlayerStore;
  /** The id of the script whose sound it is. */
  scriptId: () => string;
  /** What is seen when a line is gone to while nothing is heard: the time of the line with the cursor, in seconds. */
  restS: () => number;
  /** Calls the listener when that may have changed. */
  onRest: (listener: () => void) => () => void;
};

/** Lets a video follow until the returned function is called. */
export function followScript(video: HTMLVideoElement, { player, scriptId, restS, onRest }: Follow): () => void {
  const scope = createScope();
  let isHeard = false;
  const moveTo = (positionS: number): void => {
    const lastS = Number.isFinite(video.duration) ? video.duration : positionS;
    const wantedS = Math.max(0, Math.min(positionS, lastS));
    if (Math.abs(video.currentTime - wantedS) > SAME_S) video.currentTime = wantedS;
  };
  const follow = (): void => {
    const { guest, rate } = player.getState();
    isHeard = guest?.script?.line.scriptId === scriptId();
    if (guest === null || !isHeard || !guest.isPlaying || guest.isWaiting) {
      video.pause();
      // A step that was heard last stays in sight.
      if (guest !== null && isHeard) moveTo(guest.transport.positionS());
      return;
    }
    const positionS = guest.transport.positionS();
    const catchUp = rateToCatchUp(positionS - video.currentTime);
    if (positionS >= video.duration) return;
    if (catchUp === null) moveTo(positionS);
    const wanted = rate * (catchUp ?? 1);
    if (video.playbackRate !== wanted) video.playbackRate = wanted;
    // It may be played without a press, as it is muted; an element that goes away rejects.
    if (video.paused) video.play().catch(() => undefined);
  };
  let stopTransport = (): void => undefined;
  let followed: unknown;
  const begin = (): void => {
    const transport = player.getState().guest?.transport;
    if (transport !== followed) {
      stopTransport();
      stopTransport = transport?.subscribe(follow) ?? (() => undefined);
      followed = transport;
    }
    follow();
  };
  const rest = (): void => {
    if (!isHeard || player.getState().guest?.isPlaying === false) moveTo(restS());
  };
  const timer = setInterval(() => {
    if (isHeard && player.getState().guest?.isPlaying) follow();
  }, EVERY_MS);
  scope.add(
    () => clearInterval(timer),
    () => stopTransport(),
    player.subscribe(begin),
    onRest(rest),
  );
  scope.listen(video, 'loadedmetadata', () => {
    begin();
    rest();
  });
  begin();
  rest();
  return scope.dispose;
}
