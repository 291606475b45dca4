// Takes strokes while a picture is coming in the place of picture 1, and draws them on it once it is there. It covers
// the canvas as long as that takes.

import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Images, TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from './MaskCanvas.module.css';
import type { MaskStage } from './mask-stage.ts';

/** The layer; nothing while no picture is coming and no stroke is under way. */
export function WaitingLayer({ store, stage }: { store: ImagesStore; stage: MaskStage }) {
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const [isDrawing, setDrawing] = useState(false);
  const isDown = useRef(false);
  const drawn = useRef<globalThis.PointerEvent[]>([]);
  /** The picture that is to be replaced: nothing is drawn on it. */
  const before = useRef<TrayPicture | undefined>(undefined);
  const draw = (): void => {
    const events = drawn.current;
    drawn.current = [];
    const [now] = store.getState().pictures;
    const isNew = now !== undefined && now.key !== before.current?.key;
    // One of another size is not seen in the same place.
    const isInPlace = now?.widthPx === before.current?.widthPx && now?.heightPx === before.current?.heightPx;
    if (isNew && isInPlace) stage.replay(events);
  };
  const follow = useEffectEvent((now: Images, last: Images): void => {
    if (now.isReplacing && !last.isReplacing) before.current = last.pictures[0];
    if (!now.isReplacing && last.isReplacing && !isDown.current) draw();
  });
  // At once: an edit that waits for the picture reads its mask next.
  useEffect(() => store.subscribe((now, last) => follow(now, last)), [store]);
  if (!isReplacing && !isDrawing) return null;
  const keep = ({ nativeEvent }: PointerEvent): void => {
    const parts = nativeEvent.getCoalescedEvents();
    drawn.current.push(...(parts.length > 0 ? parts : [nativeEvent]));
  };
  const hold = (next: boolean): void => {
    isDown.current = next;
    setDrawing(next);
  };
  const end = (event: PointerEvent): void => {
    if (!isDown.current) return;
    keep(event);
    hold(false);
    if (!store.getState().isReplacing) draw();
  };
  return (
    <div
      className={styles.waiting}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        keep(event);
        hold(true);
      }}
      onPointerMove={(event) => {
        if (isDown.current) keep(event);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
