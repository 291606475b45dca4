// What the engine and its worker say to each other. Messages are handled in the order they are sent.

import type { BrushSettings } from './brush.ts';
import type { MaskState } from './mask-document.ts';
import type { Color } from './overlay.ts';
import type { ToolId } from './tool.ts';
import type { Size, View } from './view.ts';

/** Where a picture comes from: an absolute address on the page's own origin, the bytes of a file, or pixels, which are taken over. */
export type PictureSource = string | Blob | ImageBitmap;

/** How mask and picture are shown. */
export type Look = { color: Color; isMaskOnly: boolean; pixelRatio: number };

/** Points of a gesture: x, y in picture pixels and pressure 0–1, one after the other. */
export type PackedPoints = Float64Array<ArrayBuffer>;

/** Why a picture is not shown; its mask works all the same. */
export type OpenFailure = 'unreadable' | 'wrongSize' | 'superseded';

export type ToWorker =
  | { do: 'attach'; canvas: OffscreenCanvas }
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
      coverage: Uint8Array | undefined;
    }
  | { do: 'hide' }
  | { do: 'close'; pictureId: string }
  | { do: 'begin'; tool: ToolId; settings: BrushSettings; points: PackedPoints }
  | { do: 'move'; points: PackedPoints }
  | { do: 'end' | 'cancel' | 'undo' | 'redo' | 'clear' | 'invert' }
  | { do: 'import'; coverage: Uint8Array }
  | { do: 'export'; request: number; pictureId: string }
  | { do: 'settle'; request: number };

export type FromWorker =
  | { is: 'opened'; request: number; failure: OpenFailure | undefined }
  | { is: 'coverage'; request: number; coverage: Uint8Array<ArrayBuffer> | undefined }
  | { is: 'settled'; request: number }
  | { is: 'state'; pictureId: string; state: MaskState };
