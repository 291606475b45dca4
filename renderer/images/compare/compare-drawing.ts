// The messages between a comparison's page and its worker.

import type { Size } from '../../../shared/images/size.ts';
import type { View } from '../../engines/mask/view/view.ts';
import type { FramePlace, Panes } from './compare-geometry.ts';

/**
 * A picture to draw: the address of its file, and its place in the frame. `over`: it is of a part of the frame, outside
 * which another picture, of the frame's size, is seen.
 */
export type LaidPicture = { url: string; place: FramePlace; over?: { url: string; part: FramePlace } };

/**
 * What one pane shows: the picture before the edit (null if there is none, or the source is not stored) and after it
 * (null if nothing of it can be shown: an empty pattern stands for it).
 */
export type LaidPair = { before: LaidPicture | null; after: LaidPicture | null };

/** One view of the pictures. The frame is the source's rectangle; `picture` is its size in pixels. */
export type CompareScene = {
  /** The view in each pane. */
  view: View;
  viewport: Size;
  panes: Panes;
  picture: Size;
  /** The position of the divider, in device pixels of a pane: before is drawn left of it, after right of it. */
  cutPx: number;
  /** From this scale on, pixels are drawn as squares. */
  squaresFrom: number;
};

export type ToCompareWorker =
  | { type: 'begin'; canvas: OffscreenCanvas }
  /** What each pane shows. */
  | { type: 'lay'; pairs: readonly LaidPair[] }
  /** A drawing that is shown over the whole frame instead of the pictures, once it is decoded; null removes it. */
  | { type: 'cover'; file: Blob | null }
  | { type: 'draw'; number: number; scene: CompareScene };

export type FromCompareWorker =
  /** A scene was drawn: its number, which never decreases, and whether all its pictures were ready. */
  | { type: 'drawn'; number: number; isWhole: boolean }
  /** A picture cannot be decoded or does not fit in memory. */
  | { type: 'unreadable' };
