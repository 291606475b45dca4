// The interfaces of the mask engine and of the picture worker as the store uses them. Each has one implementation;
// tests use fakes.

import type { Adjustments, EditItem } from '../../shared/contract/library.ts';
import { type CorrectionChoices, DEFAULT_CORRECTIONS } from '../../shared/images/correction-choices.ts';
import type { Crop } from '../../shared/images/cropping.ts';
import type { PicturePart } from '../../shared/images/detail.ts';
import type { BorderFill, Margins } from '../../shared/images/extending.ts';
import type { Box } from '../../shared/images/mask-regions.ts';
import type { DecodedExtent } from '../../shared/images/picture-states.ts';
import type { SourceUsage } from '../../shared/images/source-usage.ts';
import type { WirePlan } from '../../shared/images/wire-geometry.ts';
import type { KeptTile } from '../engines/mask/raster/kept-tile.ts';
import type { MaskFigures, TrayPicture } from './images-state.ts';
import type { CroppedPicture, Difference, ExtendedPicture, PictureFailure } from './pipeline/tasks-contract.ts';

/** Bytes of a file with their own buffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The mask engine has ended: its worker died several times in a row. */
export class MaskEnded extends Error {}

/**
 * A picture on which a mask is painted: a stored one, or that with another file. `beneathId`: a stored picture of the
 * same size that is seen where the mask covers, in place of a colour.
 */
export type PaintedPicture = Pick<TrayPicture, 'key' | 'mediaId' | 'widthPx' | 'heightPx'> & {
  file?: Blob | null;
  beneathId?: string;
};

/** The mask engine: one mask for each picture of the tray, by its key. */
export type MaskPort = {
  /** Shows a picture with its mask, or with the given coverage as its initial mask; null shows nothing. */
  show: (picture: PaintedPicture | null, restored?: Uint8Array) => void;
  /** Sets the saved mask of a picture that has not been shown yet. */
  restore: (key: string, tiles: readonly KeptTile[]) => void;
  /** Deletes the mask of a picture. */
  forget: (key: string) => void;
  /** Take back the last step of the shown picture's mask, or do it again; the figures follow. */
  undo: () => void;
  redo: () => void;
  /** Applies a change of the shown mask that is only previewed so far, also one that is still being computed. */
  applyPreview: () => Promise<void>;
  /** The mask of a picture, 0–255 for each pixel; null if nothing is painted. Rejects with {@link MaskEnded}. */
  coverage: (key: string) => Promise<Bytes | null>;
  /** Calls `listener` with the figures of the current mask after every change; the returned function ends that. */
  subscribe: (listener: (figures: MaskFigures) => void) => () => void;
  /**
   * Calls `listener` when a person works on the mask: before a stroke or an operation, or when a tool for painting is
   * selected. The returned function ends that.
   */
  onWork: (listener: () => void) => () => void;
};

/** A picture that the worker has made. */
type MadePicture = { bytes: Bytes; widthPx: number; heightPx: number };

/** What is measured of every result: whether it shows its source, and the share, 0 to 1, of pixels that it changed. */
type Measured = { used: SourceUsage; changedRatio: number };

/** The protected picture, and the facts that the library stores with it. */
type Composite = { png: Bytes } & Measured & Omit<NonNullable<EditItem['protected']>, 'picture' | 'paintedBackMediaId'>;

/** The settings with which the protected picture of a new result is made. @param corrections as a person prefers them */
export function startingAdjustments(corrections: CorrectionChoices): Adjustments {
  return { growPx: 0, featherPx: 0, ...corrections };
}

/** Those of a person who never changed any. */
export const DEFAULT_ADJUSTMENTS = startingAdjustments(DEFAULT_CORRECTIONS);

/** The settings with which a result's protected picture was made, or would be made. */
export function adjustmentsOf(item: EditItem, starting: Adjustments): Adjustments {
  return item.protected?.adjustments ?? starting;
}

/** A cancellable operation that reports its progress, 0 to 1. */
export type Work = { signal: AbortSignal; onProgress: (doneRatio: number) => void };

/** A result and its source, as stored. */
export type StoredResult = {
  sourceMediaId: string;
  rawMediaId: string;
  /** The requested size, which determines where the source lies in the result; null if none was requested. */
  sentSize: string | null;
  /** The part of the source that was sent; null for the whole. */
  part: PicturePart | null;
};

/**
 * What a protected picture is made of. Without a mask the whole result is used, unadjusted. `paintedBack`: where the
 * source is painted back over it, 0–255 for each of its pixels; null for nowhere.
 */
export type CompositeJob = StoredResult & {
  coverageMediaId: string | null;
  paintedBack: Bytes | null;
  adjustments: Adjustments;
};

/** A result of a crop, and the picture that it is laid back into. */
type LaidBack = { mediaId: string; crop: Crop; resultMediaId: string };

/** The failure of a picture task; every call of {@link PicturePort} rejects with it. */
export class PictureProblem extends Error {
  readonly failure: PictureFailure;
  constructor(failure: PictureFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** The most bytes of an annotated copy, and the part of the picture that it is of, and the coverage. */
type AnnotatedCopy = { maxBytes: number; part: PicturePart | null };

/** Picture operations, run in a worker. */
export type PicturePort = {
  /**
   * Makes the working picture of a file: upright, 8-bit sRGB. Returns the file's own bytes if they are that already.
   */
  working: (bytes: Bytes) => Promise<MadePicture>;
  /** Makes the picture to send, or the part of it; null if the stored file can be sent as it is. */
  wire: (
    mediaId: string,
    plan: WirePlan,
    how?: { maxBytes?: number; part?: PicturePart | null },
  ) => Promise<Bytes | null>;
  /** Makes the mask to send: transparent where something is to change. */
  wireMask: (coverage: Uint8Array, plan: WirePlan, isSoft: boolean) => Promise<Bytes>;
  /** Makes the picture to send with the masked region annotated, for models without mask support. */
  annotatedImage: (mediaId: string, coverage: Uint8Array, plan: WirePlan, how: AnnotatedCopy) => Promise<Bytes>;
  /** Returns the bounding boxes of a mask's parts, in pixels of its picture. */
  maskBoxes: (coverage: Uint8Array, widthPx: number, heightPx: number) => Promise<readonly Box[]>;
  /** Encodes coverage as a picture for storage, and decodes it. */
  encodeCoverage: (coverage: Uint8Array, widthPx: number, heightPx: number) => Promise<Bytes>;
  decodeCoverage: (mediaId: string) => Promise<Bytes>;
  /** Adds a border to a stored picture. */
  extend: (mediaId: string, margins: Margins, fill: BorderFill, signal: AbortSignal) => Promise<ExtendedPicture>;
  /** Cuts the covered part out of a stored picture; the rest becomes transparent. */
  cutOut: (mediaId: string, coverage: Uint8Array, signal: AbortSignal) => Promise<Bytes>;
  /**
   * Cuts a stored picture, and the mask of another crop of it. @param mask coverage, and how its picture was cut; null
   * if nothing is masked
   */
  crop: (
    mediaId: string,
    crop: Crop,
    mask: { coverage: Uint8Array; from: Crop } | null,
    signal: AbortSignal,
  ) => Promise<CroppedPicture>;
  /** Lays a result of a crop back into the picture that was cut; of a straightened one only what was changed. */
  layBack: (laying: LaidBack, signal: AbortSignal) => Promise<Bytes>;
  /** Encodes a stored picture as a PNG. */
  makePng: (mediaId: string) => Promise<Bytes>;
  /**
   * Makes the protected picture: the result with everything outside the mask, and what was painted back, taken from the
   * source. Always made from the raw result. Only measures a result that shows another part of its source than lies under the mask.
   */
  composite: (job: CompositeJob, work: Work) => Promise<Composite | (Measured & { png: null })>;
  /** Determines how far a stored picture can be decoded. */
  checkDecoding: (mediaId: string, work: Work) => Promise<DecodedExtent>;
  /**
   * Brings a result without a mask back to the pixels of its source; null if it has that size already, or if its shape
   * is not the one that was requested.
   */
  bringBack: (job: StoredResult, work: Work) => Promise<Composite | null>;
  /** Determines whether a result without a mask shows its source, and what it changed. */
  checkUsage: (job: StoredResult, work: Work) => Promise<Measured>;
  /** Draws what changed in the protected picture or, if that is null, in the raw result. */
  difference: (
    job: StoredResult & { protectedMediaId: string | null; coverageMediaId: string | null; adjustments: Adjustments },
    work: Work,
  ) => Promise<Difference>;
};
