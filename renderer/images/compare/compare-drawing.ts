// What a comparison's page and its worker say to each other. Independent of how either does it.

import type { Size } from '../../../shared/images/size.ts';
import type { View } from '../../mask/view/view.ts';
import type { FramePlace } from './compare-geometry.ts';

/** A picture to be drawn: where its file is, and where it lies in the frame. */
type LaidPicture = { url: string; place: FramePlace };

/** Before, where the source is stored, and after. */
export type LaidPair = { before: LaidPicture | null; after: LaidPicture };

/** One view of the pair. The frame is the source's rectangle, `picture` its pixels. */
export type CompareScene = {
  view: View;
  viewport: Size;
  picture: Size;
  /** Left of it before is drawn, right of it after; device pixels of the viewport. */
  cutPx: number;
  /** Enlarged this much, pixels are shown as squares. */
  squaresFrom: number;
};

export type ToCompareWorker =
  | { type: 'begin'; canvas: OffscreenCanvas }
  | ({ type: 'lay' } & LaidPair)
  | { type: 'draw'; number: number; scene: CompareScene };

export type FromCompareWorker =
  /** A scene was drawn: its number, never lower than the one reported before, and whether all its pictures were ready. */
  | { type: 'drawn'; number: number; isWhole: boolean }
  /** A picture cannot be decoded or held in memory. */
  | { type: 'unreadable' };
