// The tasks of the picture worker: inputs, outputs, failures. All values are structured-cloneable.

import type { Corrections } from '../../../shared/contract/library.ts';
import type { SourceDetails } from '../../../shared/contract/media.ts';
import type { Crop } from '../../../shared/images/cropping.ts';
import type { PicturePart } from '../../../shared/images/detail.ts';
import type { BorderFill, Margins } from '../../../shared/images/extending.ts';
import type { Box } from '../../../shared/images/mask-regions.ts';
import type { DecodedExtent } from '../../../shared/images/picture-states.ts';
import type { SourceUsage } from '../../../shared/images/source-usage.ts';
import type { WirePlan } from '../../../shared/images/wire-geometry.ts';
import type { SavedPicture, SavedScale } from '../../../shared/library/saving.ts';
import type { Misalignment } from '../../engines/pixels/alignment/align.ts';

/** Bytes with their own buffer, which is transferred: after a call it belongs to the receiver. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** The upright 8-bit sRGB picture that is shown, masked and sent, and to which all guarantees refer. */
export type WorkingPicture = {
  /** A PNG; null if the received file can be used as it is. */
  bytes: OwnBytes | null;
  widthPx: number;
  heightPx: number;
};

export type WirePictureInput = {
  /** File of the working picture. */
  bytes: OwnBytes;
  /** The part of it that is sent, whose size is the source of `plan`; none for the whole. */
  part?: PicturePart | null;
  plan: WirePlan;
  /** Used if possible: a picture with alpha always becomes a PNG. */
  format: 'png' | 'jpeg';
  /**
   * The preferred maximum size: an opaque picture above it becomes a JPEG, then a smaller one. If none is small enough,
   * the smallest is returned.
   */
  maxBytes: number;
};

export type WirePicture = {
  /** Null if the working picture can be sent as it is. */
  bytes: OwnBytes | null;
  /** MIME type of `bytes`. */
  mime: 'image/png' | 'image/jpeg' | null;
};

export type WireMaskInput = {
  /** The painted mask, one byte per pixel of the source; 0 is outside. */
  coverage: OwnBytes;
  plan: WirePlan;
  /** Keep partial coverage instead of thresholding it. */
  isSoft: boolean;
};

export type CompositeInput = {
  /** File of the working picture. */
  source: OwnBytes;
  /** File of the result, as received. */
  result: OwnBytes;
  /** The part of the working picture that was sent, which is the source of all below; none for the whole. */
  part?: PicturePart | null;
  /** The geometry with which the source was sent. */
  plan: WirePlan;
  /** The painted mask, one byte per pixel of the source; null uses the whole result. */
  coverage: OwnBytes | null;
  /** Where a person painted the source back, one byte per pixel of the source, if anywhere. */
  paintedBack?: OwnBytes | null;
  growPx: number;
  featherPx: number;
  /** Correct a shift or scale that is found in the result. */
  isAligned: boolean;
  /** Match the result's colours to the source's at the seam. */
  isSeamMatched: boolean;
  /** … also where they differ from place to place. */
  isLightMatched: boolean;
  /** Add the grain of the source that the result lacks. */
  isGrainMatched: boolean;
  /** Let the differences that are left at the seam fade into the result. */
  isBlended: boolean;
};

export type Composite = {
  /** A PNG in the working picture's pixels. */
  bytes: OwnBytes;
  /** Size of the received result, which may differ from the requested size. */
  resultWidthPx: number;
  resultHeightPx: number;
  /**
   * Number of pixels outside the mask in which the decoded PNG differs from the working picture at all; anything but 0 is
   * a bug.
   */
  outsideChangedPx: number;
  /**
   * Share, 0 to 1, of the raw result's pixels outside the mask that differ visibly from what was sent; null if there
   * are none.
   */
  rawChangedOutsideRatio: number | null;
} & Omit<UsageCheck, 'misalignment'> & {
    /** Null if there is none; whether undoing it makes the seam fit better, otherwise the result is left where it is. */
    misalignment: (Misalignment & { isBetterUndone: boolean }) | null;
    /**
     * Mean difference, in levels of 0–255, between source and result just outside the mask: as received, and after
     * correction; null if there are no such pixels.
     */
    seamErrorBefore: number | null;
    seamErrorAfter: number | null;
    corrections: Corrections;
  };

export type UsageCheckInput = Pick<CompositeInput, 'source' | 'result' | 'part' | 'plan' | 'coverage'>;

/**
 * Whether and where a result shows its source. `misalignment` is null if there is none, or if it cannot be determined.
 */
export type UsageCheck = {
  misalignment: Misalignment | null;
  used: SourceUsage;
  /** Share, 0 to 1, of the raw result's pixels, inside the mask if there is one, that differ from what was sent. */
  changedRatio: number;
};

/** `result` is the displayed picture: a raw result, or a protected picture with a plan without scaling. */
export type DifferenceInput = UsageCheckInput &
  Pick<CompositeInput, 'growPx' | 'featherPx'> & {
    /** Size of the drawing, which is of the whole working picture. */
    widthPx: number;
    heightPx: number;
  };

export type Difference = {
  /** A heat map as a PNG: orange outside the mask, blue inside, the mask outlined. */
  bytes: OwnBytes;
  /**
   * Shares, 0 to 1, of the pixels that differ visibly from the source; null if there are none. Without a mask all
   * pixels are inside.
   */
  insideChangedRatio: number | null;
  outsideChangedRatio: number | null;
};

/** A copy of the wire picture with the masked region tinted and outlined, sent as an additional reference. */
export type AnnotatedImageInput = Omit<WirePictureInput, 'format'> & { coverage: OwnBytes };

export type EncodeAsInput = {
  bytes: OwnBytes;
  /** `asIs`: of a PNG, JPEG or WebP file only what it says of itself changes. */
  format: SavedPicture;
  /** 1–100; unused for png. */
  quality: number;
  scale: SavedScale;
  /** For the scale `width`. */
  widthPx: number;
  /** What is kept of the source; null for nothing. */
  details: (SourceDetails & { keepsPlace: boolean }) | null;
};

/** `isFlattened`: transparent parts became white, because the format has no transparency. */
export type EncodedPicture = { bytes: OwnBytes; isFlattened: boolean };

export type ExtendInput = { bytes: OwnBytes; margins: Margins; fill: BorderFill };

/** A picture with a border, as a PNG, and the mask of what is to be painted. */
export type ExtendedPicture = { bytes: OwnBytes } & CoveragePlane;

export type CutOutInput = { bytes: OwnBytes; coverage: OwnBytes };

/** `from`: how the picture of the mask is cut from the same picture. */
export type CropInput = { bytes: OwnBytes; crop: Crop; coverage: OwnBytes | null; from: Crop };

/**
 * A crop of a picture as a PNG, null if it is the whole picture as it was; and its mask, null if nothing of that is in
 * it.
 */
export type CroppedPicture = { bytes: OwnBytes | null; coverage: OwnBytes | null; widthPx: number; heightPx: number };

/** A result of a crop, to be laid back. */
export type LayBackInput = { bytes: OwnBytes; result: OwnBytes; crop: Crop };

/** Coverage of a picture: one byte per pixel, 0 is outside the mask. */
export type CoveragePlane = { coverage: OwnBytes; widthPx: number; heightPx: number };

/** Every task with its input and output. */
export type PictureTasks = {
  makeWorkingPicture: { input: { bytes: OwnBytes }; output: WorkingPicture };
  makeWirePicture: { input: WirePictureInput; output: WirePicture };
  makeWireMask: { input: WireMaskInput; output: { bytes: OwnBytes } };
  /** Only the check of a result that shows another part of its source than lies under the mask: nothing can be laid over. */
  composite: { input: CompositeInput; output: Composite | UsageCheck };
  /** How far any picture file can be decoded. */
  checkDecoding: { input: { bytes: OwnBytes }; output: { extent: DecodedExtent } };
  checkUsage: { input: UsageCheckInput; output: UsageCheck };
  makeDifference: { input: DifferenceInput; output: Difference };
  makeAnnotatedImage: { input: AnnotatedImageInput; output: { bytes: OwnBytes; mime: 'image/png' | 'image/jpeg' } };
  /** The bounding boxes of the mask's parts, in pixels of the picture. */
  findMaskBoxes: { input: CoveragePlane; output: { boxes: Box[] } };
  /** Coverage as a PNG for storage (the more covered, the less opaque), and back. */
  encodeCoverage: { input: CoveragePlane; output: { bytes: OwnBytes } };
  decodeCoverage: { input: { bytes: OwnBytes; part?: PicturePart | null }; output: CoveragePlane };
  /** Any picture file as a PNG. */
  makePng: { input: { bytes: OwnBytes }; output: { bytes: OwnBytes } };
  extend: { input: ExtendInput; output: ExtendedPicture };
  /** The covered part of a picture, without its background, as a PNG. */
  cutOut: { input: CutOutInput; output: { bytes: OwnBytes } };
  crop: { input: CropInput; output: CroppedPicture };
  /** The picture with a result of its crop in its place, as a PNG. */
  layBack: { input: LayBackInput; output: { bytes: OwnBytes } };
  /** Any picture file as it is to be saved. */
  encodeAs: { input: EncodeAsInput; output: EncodedPicture };
};
export type PictureTaskName = keyof PictureTasks;

/**
 * Expected failures. `unreadable`: a file is not a picture, or damaged. `sizesDiffer`: mask, source and plan do not
 * belong together. `outOfMemory`: the picture is too large for the available memory. `cancelled`: by the caller.
 * `tooComplex`: given to no decoder, see `PictureExcess`. `tooSlow`: decoding did not end.
 */
export type PictureFailure = 'unreadable' | 'sizesDiffer' | 'outOfMemory' | 'tooComplex' | 'tooSlow' | 'cancelled';

export type PictureRequest =
  | { [Name in PictureTaskName]: { id: number; task: Name; input: PictureTasks[Name]['input'] } }[PictureTaskName]
  | { id: number; task: 'cancel' };

/** Called with the progress of a task, 0 to 1. */
export type Report = (doneRatio: number) => void;

export type PictureReply =
  | { id: number; doneRatio: number }
  | { id: number; ok: true; data: PictureTasks[PictureTaskName]['output'] }
  | { id: number; ok: false; error: PictureFailure }
  /** A bug: the task threw an unexpected error. */
  | { id: number; ok: false; bug: string };
