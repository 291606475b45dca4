// The messages between the engine and its worker. They are handled in the order in which they are sent.

import type { OverlayColorId } from '../../../shared/images/mask-tools.ts';
import type { Size } from '../../../shared/images/size.ts';
import type { BrushPoint, BrushSettings } from './painting/brush.ts';
import type { ImportChannel } from './painting/mask-import.ts';
import type { Operation } from './painting/operation.ts';
import type { WandSettings } from './painting/wand.ts';
import type { PointMessage } from './points/point-messages.ts';
import type { BlendMode } from './raster/blend.ts';
import type { KeptTile } from './raster/kept-tile.ts';
import type { MaskState } from './raster/mask-document.ts';
import type { EdgeRefinement } from './select/refine-edge.ts';
import type { SelectBy } from './select/selector.ts';
import type { Color } from './view/overlay.ts';
import type { Point, View } from './view/view.ts';

/** Where a picture comes from: an absolute URL on the page's own origin, or the bytes of a file. */
export type PictureSource = string | Blob;

/** A mask to begin with: a plane of coverage, one byte per pixel, or tiles as they were saved. */
export type RestoredMask = Uint8Array<ArrayBuffer> | readonly KeptTile[];

/** How mask and picture are shown; `opacity` is 0–1. */
export type Look = { color: Color; opacity: number; isMaskOnly: boolean; pixelRatio: number };

/** How the brush is drawn while it paints, in device pixels. */
export type RingLook = { leastDiameterPx: number; lineWidthPx: number };

/** Why a picture is not shown. Its mask works nevertheless. */
export type OpenFailure = 'unreadable' | 'wrongSize' | 'superseded';

/**
 * How a picture is read as a mask. Without a channel: by its transparency if it has any, otherwise by its brightness.
 */
export type ImportChoice = { channel?: ImportChannel | undefined; isInverted: boolean };

/** A message that changes the mask that is shown. The client numbers them in ascending order. */
export type MaskChange = Extract<
  ToWorker,
  { type: 'begin' | 'beginSelect' | 'end' | 'cancel' | 'undo' | 'redo' | 'accept' | 'apply' | 'select' }
>;

export type ToWorker = { number?: number } & ToWorkerBody;

type ToWorkerBody =
  /**
   * `points` is the shared memory through which the points of strokes are sent; undefined where memory cannot be
   * shared.
   */
  | { type: 'attach'; canvas: OffscreenCanvas; points: SharedArrayBuffer | undefined }
  /** Points of a stroke, where memory cannot be shared. */
  | ({ type: 'points' } & PointMessage)
  | { type: 'resize'; viewport: Size }
  | { type: 'look'; look: Look }
  | { type: 'view'; view: View }
  | {
      type: 'open';
      request: number;
      pictureId: string;
      source: PictureSource;
      /** Seen where the mask covers, in place of the overlay's colour. */
      beneath: PictureSource | undefined;
      size: Size;
      view: View;
      restored: RestoredMask | undefined;
    }
  /** A picture that the worker before this one had: its mask, and which tiles of it are not saved. */
  | {
      type: 'restore';
      pictureId: string;
      size: Size;
      view: View;
      restored: RestoredMask;
      unsaved: readonly number[];
    }
  | { type: 'hide' }
  | { type: 'close'; pictureId: string }
  /** Strokes are numbered in ascending order; points are in picture pixels. Without `ring` the brush is not drawn. */
  | {
      type: 'begin';
      stroke: number;
      mode: BlendMode;
      settings: BrushSettings;
      point: BrushPoint;
      ring: RingLook | undefined;
    }
  /** Looks at the picture that is shown, so that the first stroke that selects need not wait. */
  | { type: 'lookFirst' }
  /** A stroke that selects; its points are sent as those of a brush. */
  | { type: 'beginSelect'; stroke: number; mode: BlendMode; how: SelectBy; point: Point }
  | { type: 'end' | 'cancel' | 'undo' | 'redo' | 'accept' }
  | { type: 'apply'; operation: Operation }
  | { type: 'select'; point: Point; settings: WandSettings; mode: BlendMode }
  /** Previews a file as the mask; without a file, the previous one is read again with the new `choice`. */
  | { type: 'previewFile'; request: number; file: Blob | undefined; choice: ImportChoice }
  | { type: 'preview'; request: number; operation: Operation | EdgeRefinement }
  | { type: 'export' | 'exportPng'; request: number; pictureId: string }
  | { type: 'kept'; pictureId: string; indexes: readonly number[]; isKept: boolean }
  | { type: 'settle'; request: number };

export type FromWorker =
  /** `color` contrasts with the picture; undefined if it is not shown. */
  | { type: 'opened'; request: number; failure: OpenFailure | undefined; color: OverlayColorId | undefined }
  /** Progress, 0–1, of a preview that takes long to compute. */
  | { type: 'progress'; share: number }
  | { type: 'previewed'; request: number; isShown: boolean; channel: ImportChannel | undefined }
  | { type: 'exported'; request: number; bytes: Uint8Array<ArrayBuffer> | undefined }
  | { type: 'settled'; request: number }
  /** Tiles that have changed, perhaps none. With those reported before they contain all changes up to a number. */
  | { type: 'unsaved'; pictureId: string; tiles: readonly KeptTile[]; upTo: number }
  /**
   * `color` contrasts with what the mask covers; undefined while the picture is not shown. `strokeDone` is the latest
   * stroke whose step is in `state`, if it became one.
   */
  | { type: 'state'; pictureId: string; state: MaskState; color: OverlayColorId | undefined; strokeDone: number };
