// What the canvas shows, for views.

import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { ImagesStore } from '../images-store.ts';
import { type CanvasContent, canvasContent } from '../middle.ts';

/** Returns what the canvas shows, kept up to date. */
export function useCanvasContent(store: ImagesStore): CanvasContent {
  return canvasContent(
    useStore(
      store,
      useShallow(({ middle, results }) => ({ middle, results })),
    ),
  );
}
