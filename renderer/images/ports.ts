// What the picture screen's store needs of the mask engine and of the picture worker. Both are wired in one file each; tests stand in for them.

import type { Adjustments, EditItem } from '../../shared/contract/library.ts';
import type { Box } from '../../shared/images/mask-regions.ts';
import type { SourceUsage } from '../../shared/images/source-usage.ts';
import type { WirePlan } from '../../shared/images/wire-geometry.ts';
import type { KeptTile } from '../mask/raster/kept-tile.ts';
import type { ExportChoice, MaskFigures, TrayPicture } from './images-state.ts';
import type { Difference, EncodedPicture, PictureFailure } from './pipeline/tasks-contract.ts';

/** Bytes of a file that will be handed on. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The mask engine as the store sees it: one mask for each picture of the tray, by its key. */
export type MaskPort = {
  /** Shows a picture with its mask, restored from a plane of coverage where one is given; null shows nothing. */
  show: (picture: TrayPicture | null, restored?: Uint8Array) => void;
  /** The mask that a picture, not shown yet, was left with. */
  restore: (key: string, tiles: readonly KeptTile[]) => void;
  /** Forgets the mask of a picture. */
  forget: (key: string) => void;
  /** The mask of a picture, 0–255 for each pixel; null when nothing is painted. */
  coverage: (key: string) => Promise<Bytes | null>;
  /** Told about the mask that is shown. */
  subscribe: (listener: (figures: MaskFigures) => void) => () => void;
};

/** A picture made from another. */
type MadePicture = { bytes: Bytes; widthPx: number; heightPx: number };

/** What a composite came to: the picture, and the facts the library keeps with it. */
type Composite = { png: Bytes; used: SourceUsage } & Omit<NonNullable<EditItem['protected']>, 'picture'>;

/** How a protected picture is made until a person says otherwise. */
export const DEFAULT_ADJUSTMENTS: Adjustments = { growPx: 0, featherPx: 0, isAligned: true, isSeamMatched: true };

/** How the protected picture of a result is made, or would be. */
export function adjustmentsOf(item: EditItem): Adjustments {
  return item.protected?.adjustments ?? DEFAULT_ADJUSTMENTS;
}

/** Long work: ended by its signal, tells how much is done, 0 to 1. */
export type Work = { signal: AbortSignal; onProgress: (doneRatio: number) => void };

/** A result and what it was made from, as stored. */
export type StoredResult = {
  sourceMediaId: string;
  rawMediaId: string;
  /** The size that was asked for, which says where the source lies in the reply; null where none was. */
  sentSize: string | null;
};

/** Why work on pixels came to nothing; what every call of {@link PicturePort} rejects with. */
export class PictureProblem extends Error {
  readonly failure: PictureFailure;
  constructor(failure: PictureFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Work on pixels, in a worker. */
export type PicturePort = {
  /** The upright 8-bit sRGB picture of a file; the file's own bytes where they are that already. */
  working: (bytes: Bytes) => Promise<MadePicture>;
  /** The picture on the wire; null where it goes as it is. */
  wire: (mediaId: string, plan: WirePlan, maxBytes?: number) => Promise<Bytes | null>;
  /** The mask on the wire: transparent where something is to change. */
  wireMask: (coverage: Uint8Array, plan: WirePlan, isSoft: boolean) => Promise<Bytes>;
  /** The picture on the wire with the masked region annotated, for models that know no masks. */
  annotatedImage: (mediaId: string, coverage: Uint8Array, plan: WirePlan, maxBytes: number) => Promise<Bytes>;
  /** The parts of a mask as boxes in pixels of its picture. */
  maskBoxes: (coverage: Uint8Array, widthPx: number, heightPx: number) => Promise<readonly Box[]>;
  /** Coverage as a picture, for keeping, and back. */
  encodeCoverage: (coverage: Uint8Array, widthPx: number, heightPx: number) => Promise<Bytes>;
  decodeCoverage: (mediaId: string) => Promise<Bytes>;
  /** A stored picture as a PNG. */
  makePng: (mediaId: string) => Promise<Bytes>;
  /** A stored picture in a format and quality. */
  encodeAs: (mediaId: string, as: ExportChoice, signal: AbortSignal) => Promise<EncodedPicture>;
  /** The result with everything outside the mask taken from the source; made anew from the raw result each time. */
  composite: (
    job: StoredResult & { coverageMediaId: string; adjustments: Adjustments },
    work: Work,
  ) => Promise<Composite>;
  /** Whether a result without a mask shows its source. */
  checkUsage: (job: StoredResult, work: Work) => Promise<SourceUsage>;
  /** What the protected picture changed, or, where that is null, the raw result. */
  difference: (
    job: StoredResult & { protectedMediaId: string | null; coverageMediaId: string | null; adjustments: Adjustments },
    work: Work,
  ) => Promise<Difference>;
};
