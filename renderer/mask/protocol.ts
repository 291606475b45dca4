// What the engine and its worker say to each other. Messages are handled in the order they are sent.

import type { BrushPoint, BrushSettings } from './painting/brush.ts';
import type { BrushId } from './painting/brushes.ts';
import type { ImportChannel } from './painting/mask-import.ts';
import type { Operation } from './painting/operation.ts';
import type { WandSettings } from './painting/wand.ts';
import type { PointMessage } from './points/point-messages.ts';
import type { BlendMode } from './raster/blend.ts';
import type { KeptTile } from './raster/kept-tile.ts';
import type { MaskState } from './raster/mask-document.ts';
import type { Color } from './view/overlay.ts';
import type { Place, Size, View } from './view/view.ts';

/** Where a picture comes from: an absolute address on the page's own origin, the bytes of a file, or pixels, which are taken over. */
export type PictureSource = string | Blob | ImageBitmap;

/** A mask to begin with: a plane of coverage, one byte per pixel, or tiles as they were given out to be kept. */
export type RestoredMask = Uint8Array<ArrayBuffer> | readonly KeptTile[];

/** How mask and picture are shown; `opacity` is 0–1. */
export type Look = { color: Color; opacity: number; isMaskOnly: boolean; pixelRatio: number };

/** How the brush is drawn where it paints, in device pixels. */
export type RingLook = { leastDiameterPx: number; lineWidthPx: number };

/** Why a picture is not shown; its mask works all the same. */
export type OpenFailure = 'unreadable' | 'wrongSize' | 'superseded';

/** How a picture is read as a mask; without a channel, by its transparency where it has any, else by its brightness. */
export type ImportChoice = { channel?: ImportChannel | undefined; isInverted: boolean };

export type ToWorker =
  /** `points` is the memory of the point ring: the points of a stroke go that way. Undefined where no memory can be shared. */
  | { do: 'attach'; canvas: OffscreenCanvas; points: SharedArrayBuffer | undefined }
  /** Points of a stroke, where no memory can be shared. */
  | ({ do: 'points' } & PointMessage)
  | { do: 'resize'; viewport: Size }
  | { do: 'look'; look: Look }
  | { do: 'view'; view: View }
  | {
      do: 'open';
      request: number;
      pictureId: string;
      source: PictureSource;
      size: Size;
      view: View;
      restored: RestoredMask | undefined;
    }
  | { do: 'hide' }
  | { do: 'close'; pictureId: string }
  /** Strokes are numbered in rising order; places are picture pixels. Without `ring` the brush is not drawn. */
  | {
      do: 'begin';
      stroke: number;
      tool: BrushId;
      settings: BrushSettings;
      point: BrushPoint;
      ring: RingLook | undefined;
    }
  | { do: 'end' | 'cancel' | 'undo' | 'redo' | 'accept' }
  | { do: 'apply'; operation: Operation }
  | { do: 'wand'; place: Place; settings: WandSettings; mode: BlendMode }
  /** Shows a file as the mask; without one, the file shown before, read otherwise. */
  | { do: 'previewFile'; request: number; file: Blob | undefined; choice: ImportChoice }
  | { do: 'preview'; request: number; operation: Operation }
  | { do: 'export' | 'exportPng'; request: number; pictureId: string }
  | { do: 'kept'; pictureId: string; indexes: readonly number[]; isKept: boolean }
  | { do: 'settle'; request: number };

export type FromWorker =
  | { is: 'opened'; request: number; failure: OpenFailure | undefined }
  /** How far, 0–1, a preview has come that takes long. */
  | { is: 'progress'; share: number }
  | { is: 'previewed'; request: number; isShown: boolean; channel: ImportChannel | undefined }
  | { is: 'exported'; request: number; bytes: Uint8Array<ArrayBuffer> | undefined }
  | { is: 'settled'; request: number }
  | { is: 'unsaved'; pictureId: string; tiles: readonly KeptTile[] }
  | { is: 'state'; pictureId: string; state: MaskState };
