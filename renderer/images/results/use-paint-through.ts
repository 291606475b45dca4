// Lets a drag over something on the canvas paint on the mask below.

import { type PointerEvent, useRef } from 'react';
import type { MaskStage } from '../mask/mask-stage.ts';

/** A press that moves as far, in CSS pixels, is a stroke. */
const STROKE_PX = 5;

/** Handlers that pass a drag on to the mask, from its beginning; a click stays a click. */
export function usePaintThrough(stage: MaskStage) {
  const press = useRef<globalThis.PointerEvent | null>(null);
  return {
    onPointerDown: ({ nativeEvent }: PointerEvent): void => {
      press.current = nativeEvent.button === 0 ? nativeEvent : null;
    },
    onPointerMove: ({ nativeEvent: to }: PointerEvent): void => {
      const from = press.current;
      if (from === null || (to.buttons & 1) === 0) return;
      if (Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) < STROKE_PX) return;
      press.current = null;
      stage.press(from);
    },
    onPointerUp: (): void => {
      press.current = null;
    },
  };
}
