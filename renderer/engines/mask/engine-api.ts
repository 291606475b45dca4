// The interface of the mask engine: its commands, its options and the state it reports. Types only.

import type { OverlayChoice, OverlayColorId, ToolSettings } from '../../../shared/images/mask-tools.ts';
import type { Size } from '../../../shared/images/size.ts';
import type { Result } from '../../../shared/result.ts';
import type { ImportChannel } from './painting/mask-import.ts';
import type { Operation } from './painting/operation.ts';
import type { ImportChoice, OpenFailure, PictureSource, RestoredMask } from './protocol.ts';
import type { KeptTile } from './raster/kept-tile.ts';
import type { MaskState } from './raster/mask-document.ts';
import type { EdgeRefinement } from './select/refine-edge.ts';
import type { EngineTools } from './tool-api.ts';
import type { View } from './view/view.ts';

/** What a view shows about the picture that is shown. Reported at most about fifteen times a second. */
export type MaskSummary = MaskState & {
  /** Undefined while no picture is shown. */
  pictureId: string | undefined;
  /** Device pixels per picture pixel: 1 is 100 %. */
  zoom: number;
  /** The colour in which the mask is shown. */
  overlayColor: OverlayColorId;
  /** Progress, 0–1, of a preview that takes long to compute; undefined while there is none. */
  previewShare: number | undefined;
};

/** How the mask is shown; `opacity` is 0–1. `isMaskOnly`: white on black instead of the picture. */
export type MaskLook = { color: OverlayChoice; opacity: number; isMaskOnly: boolean };

/** A picture to open. */
type PictureToOpen = {
  pictureId: string;
  /** A URL on the page's own origin, or the bytes of a file. */
  source: PictureSource;
  /** A picture of the same size that is seen where the mask covers, in place of a colour over the picture. */
  beneath?: PictureSource | undefined;
  /** Size of the working picture. */
  widthPx: number;
  heightPx: number;
  /** The mask to begin with. Ignored when the picture is already open. */
  restored?: RestoredMask | undefined;
};

/** The mask engine. */
export type MaskEngine = {
  /**
   * Shows a picture with its own mask, undo history and view, which the engine keeps until the picture is closed. The
   * mask can be edited before the picture is decoded, and also if decoding fails.
   */
  open: (picture: PictureToOpen) => Promise<Result<undefined, OpenFailure>>;
  /** Stops showing a picture. All masks are kept. */
  hide: () => void;
  /** Closes a picture and discards its mask and its undo history. */
  close: (pictureId: string) => void;
  /** Changes the tool, or how the next gesture works; see `TOOL_SETTINGS` for the ranges. */
  configure: (change: Partial<ToolSettings>) => void;
  look: (change: Partial<MaskLook>) => void;
  undo: () => void;
  redo: () => void;
  /** Applies an operation to the mask that is shown, as one undo step. */
  apply: (operation: Operation) => void;
  /** Cancels the gesture in progress or the preview, as Escape does. Returns false if there was no gesture. */
  cancelGesture: () => boolean;
  fit: () => void;
  /** Zooms around the middle of the viewport; 1 is 100 %, the limits are 0.05 and 32. */
  zoomTo: (scale: number) => void;
  /** Steps through the scales of `+` and `−`, 12.5 % to 800 %. */
  stepZoom: (direction: 1 | -1) => void;
  /**
   * Previews the result of an operation until it is accepted or anything else is done. Resolves to true once it is
   * shown, or to false if something else replaced it first.
   */
  preview: (operation: Operation | EdgeRefinement) => Promise<boolean>;
  /**
   * Shows a picture file, scaled to the size of the picture that is shown, as its mask until it is accepted or anything
   * else is done. Without a file, the previous one is read again with the new `choice`.
   * @returns the channel it was read from; undefined if it cannot be read.
   */
  previewFile: (file: Blob | undefined, choice: ImportChoice) => Promise<ImportChannel | undefined>;
  /** Turns the preview into one undo step. */
  acceptPreview: () => void;
  /**
   * Coverage 0–255 of an open picture, `widthPx * heightPx` bytes row by row; undefined if the picture is not open or
   * its mask is empty.
   */
  exportCoverage: (pictureId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * The mask of an open picture as a greyscale PNG file, white where the picture may change; undefined if the picture
   * is not open or its mask is empty.
   */
  exportPng: (pictureId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Begins a gesture with a press that another element over the host has received; the pointer must still be down. */
  press: (event: PointerEvent) => void;
  /** Returns the same object until one of its values changes. */
  summary: () => MaskSummary;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when the effect of all earlier calls is on the screen; never resolves while the page is hidden. */
  settled: () => Promise<void>;
  dispose: () => void;
};

/** What the engine needs. */
export type MaskEngineOptions = {
  /**
   * An element with a size of its own. The engine fills it and listens for events on it. If it can have the focus, the
   * mask can also be painted with the keyboard.
   */
  host: HTMLElement;
  /** An element to show over the picture and its mask, below the brush. Pointers act through it. */
  layer?: HTMLElement;
  tools: EngineTools;
  /** Starts the bundled `mask-worker.ts`. The engine terminates it. */
  createWorker: () => Worker;
  /** Whether the page can share memory with that worker. */
  hasSharedMemory: boolean;
  /**
   * Saves the tiles of a mask that have changed, for the next time the picture is opened. Resolves to false if that
   * failed; the engine then passes the same tiles again later.
   */
  keep?: (pictureId: string, tiles: readonly KeptTile[]) => Promise<boolean>;
  /**
   * Called immediately when the view of the picture changes, for whatever is drawn around it; with undefined while no
   * picture is shown.
   */
  onView?: (view: ShownView | undefined) => void;
  /** Whether the wheel zooms without Ctrl or ⌘; otherwise it pans. */
  isWheelZoom?: () => boolean;
  /** Called before a gesture that paints begins. */
  onGesture?: () => void;
  /** A drag has changed the brush to this diameter in picture pixels. The engine waits for `configure`. */
  onBrushSize?: (sizePx: number) => void;
  /**
   * The worker has died and was replaced. The masks are as they were, except for this number of the latest changes, and
   * cannot be undone to before.
   */
  onRestart: (lostChanges: number) => void;
  /** The worker has died several times in a row. Nothing can be painted until a picture is opened again. */
  onCrash: (message: string) => void;
};

/**
 * The view of the picture, in CSS pixels: the size of one picture pixel, and the position of the picture's top left
 * corner in the host. `device` is the same view in device pixels, and the size of the host.
 */
export type ShownView = { scale: number; leftPx: number; topPx: number; device: { view: View; viewport: Size } };
