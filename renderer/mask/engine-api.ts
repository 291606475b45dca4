// What the app can ask of the mask engine, and what it is told. Types only.

import type { OverlayColorId, ToolSettings } from '../../shared/images/mask-tools.ts';
import type { Result } from '../../shared/result.ts';
import type { ImportChannel } from './painting/mask-import.ts';
import type { Operation } from './painting/operation.ts';
import type { ImportChoice, OpenFailure, PictureSource, RestoredMask } from './protocol.ts';
import type { KeptTile } from './raster/kept-tile.ts';
import type { MaskState } from './raster/mask-document.ts';
import type { EngineTools } from './tool-api.ts';

/** What a view shows about the picture in hand. Told at most some fifteen times a second. */
export type MaskSummary = MaskState & {
  /** Undefined while no picture is open. */
  pictureId: string | undefined;
  /** Device pixels per picture pixel: 1 is 100 %. */
  zoom: number;
  /** How far, 0–1, a preview has come that takes long; undefined while none does. */
  previewShare: number | undefined;
};

/** How the mask is shown; `opacity` is 0–1. `isMaskOnly`: white on black instead of the picture. */
export type MaskLook = { color: OverlayColorId; opacity: number; isMaskOnly: boolean };

/** A picture to open. */
type PictureToOpen = {
  pictureId: string;
  /** An address on the page's own origin, a file's bytes, or a bitmap, which the engine takes over. */
  source: PictureSource;
  /** Size of the working picture. */
  widthPx: number;
  heightPx: number;
  /** A mask to begin with; a plane is taken over. Ignored when the picture is open already. */
  restored?: RestoredMask | undefined;
};

/** The mask engine. */
export type MaskEngine = {
  /** Shows a picture with its own mask, undo and view, which it keeps until closed. The mask works before the picture is decoded, and without it. */
  open: (picture: PictureToOpen) => Promise<Result<undefined, OpenFailure>>;
  /** Shows no picture; all masks are kept. */
  hide: () => void;
  /** Forgets a picture, its mask and its undo. */
  close: (pictureId: string) => void;
  /** Changes the tool in hand, or how the next gesture works; see `TOOL_SETTINGS` for ranges. */
  configure: (change: Partial<ToolSettings>) => void;
  look: (change: Partial<MaskLook>) => void;
  undo: () => void;
  redo: () => void;
  /** Does something to the mask in hand, as one step of undo. */
  apply: (operation: Operation) => void;
  /** Drops the gesture in progress or the preview, as Escape does; false when there is no gesture. */
  cancelGesture: () => boolean;
  fit: () => void;
  /** Zooms around the middle; 1 is 100 %, limits are 0.05 and 32. */
  zoomTo: (scale: number) => void;
  zoomBy: (factor: number) => void;
  /** Shows what would come of something until it is accepted or something else is done. Resolves when it is shown; false where something else has come first. */
  preview: (operation: Operation) => Promise<boolean>;
  /**
   * Shows a picture file, brought to the size of the picture in hand, as its mask until it is accepted or something else is done; without
   * a file, the one before, read otherwise. @returns the channel it was read from; undefined when it cannot be read.
   */
  previewFile: (file: Blob | undefined, choice: ImportChoice) => Promise<ImportChannel | undefined>;
  /** What is previewed becomes one step of undo. */
  acceptPreview: () => void;
  /** Coverage 0–255 of an open picture, `widthPx * heightPx` bytes row by row; undefined when it is not open or nothing is painted. */
  exportCoverage: (pictureId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The mask of an open picture as a PNG file of greys, white where something is to be edited; undefined likewise. */
  exportPng: (pictureId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The same object until something in it changes. */
  summary: () => MaskSummary;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when everything asked for before is on the screen; never while the page is hidden. */
  settled: () => Promise<void>;
  dispose: () => void;
};

/** What the engine needs. */
export type MaskEngineOptions = {
  /** An element with a size of its own; the engine fills it and listens there. Where it takes the focus, keys paint too. */
  host: HTMLElement;
  tools: EngineTools;
  /** Starts the bundled `mask-worker.ts`; the engine ends it. */
  createWorker: () => Worker;
  /** Whether the page can share memory with that worker. */
  hasSharedMemory: boolean;
  /** Keeps what has changed in a mask, for the next time it is opened; false when that failed, and the same tiles come again. */
  keep?: (pictureId: string, tiles: readonly KeptTile[]) => Promise<boolean>;
  /** Told at once how the picture is seen, for what is drawn around it; undefined while none is. */
  onView?: (view: ShownView | undefined) => void;
  /** The worker threw: a bug. Nothing can be painted any more. */
  onCrash: (message: string) => void;
};

/** How the picture is seen, in CSS pixels: those of each picture pixel, and where its top left corner lies in the host. */
export type ShownView = { scale: number; leftPx: number; topPx: number };
