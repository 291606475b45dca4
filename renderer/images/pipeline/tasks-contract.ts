// What the picture worker can be asked for: inputs, outputs, failures. Everything crosses by structured clone.

import type { Box } from '../../../shared/images/mask-regions.ts';
import type { SourceUsage } from '../../../shared/images/source-usage.ts';
import type { WirePlan } from '../../../shared/images/wire-geometry.ts';
import type { Misalignment } from '../../pixels/alignment/align.ts';

/** Bytes of their own buffer: handed to the worker, they are gone here; from the worker, they are the receiver's. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** The upright 8-bit sRGB picture that is shown, masked, sent, and that guarantees refer to. */
export type WorkingPicture = {
  /** A PNG; null where the received file is one already and is used as it is. */
  bytes: OwnBytes | null;
  widthPx: number;
  heightPx: number;
};

export type WirePictureInput = {
  /** File of the working picture. */
  bytes: OwnBytes;
  plan: WirePlan;
  /** Taken where it serves: a picture with alpha always becomes a PNG. */
  format: 'png' | 'jpeg';
  /** Largest file wanted; an opaque picture over it becomes a JPEG, then a smaller one. A wish: the smallest is given. */
  maxBytes: number;
};

export type WirePicture = {
  /** Null where the working picture can be sent as it is. */
  bytes: OwnBytes | null;
  /** MIME type of `bytes`. */
  mime: 'image/png' | 'image/jpeg' | null;
};

export type WireMaskInput = {
  /** The painted mask, a byte per pixel of the source; 0 is outside. */
  coverage: OwnBytes;
  plan: WirePlan;
  /** Send degrees instead of all or nothing. */
  isSoft: boolean;
};

export type CompositeInput = {
  /** File of the working picture. */
  source: OwnBytes;
  /** File of the result, as received. */
  result: OwnBytes;
  /** How the source went on the wire. */
  plan: WirePlan;
  /** The painted mask, a byte per pixel of the source; null takes the whole result. */
  coverage: OwnBytes | null;
  growPx: number;
  featherPx: number;
  /** Undo a shift or scale of the result that is found. */
  isAligned: boolean;
  /** Bring the result's colours to the source's where they meet. */
  isSeamMatched: boolean;
};

export type Composite = {
  /** A PNG in the source's pixels. */
  bytes: OwnBytes;
  /** Size of the result as it came, which may not be the size asked for. */
  resultWidthPx: number;
  resultHeightPx: number;
  /** Pixels outside the mask in which the decoded PNG differs from the source at all; 0, or something is broken. */
  outsideChangedPx: number;
  /** Shares, 0 to 1, of the raw result's pixels that differ visibly from what was sent; null where there are none. */
  rawChangedOutsideRatio: number | null;
  insideChangedRatio: number | null;
} & UsageCheck & {
    /**
     * Mean difference, in levels of 0–255, of source and result just outside the mask: as the result came, and as it was laid over; null where
     * nothing lies there.
     */
    seamErrorBefore: number | null;
    seamErrorAfter: number | null;
  };

export type UsageCheckInput = Pick<CompositeInput, 'source' | 'result' | 'plan' | 'coverage'>;

/** Whether and where a result shows its source. `misalignment` is null where there is none, or nothing can be told. */
export type UsageCheck = { misalignment: Misalignment | null; used: SourceUsage };

/** `result` is what a person looks at: a raw reply, or a protected picture with the plan that changes nothing. */
export type DifferenceInput = UsageCheckInput &
  Pick<CompositeInput, 'growPx' | 'featherPx'> & {
    /** Size of the drawing. */
    widthPx: number;
    heightPx: number;
  };

export type Difference = {
  /** A heat map as a PNG: orange outside the mask, blue inside, the mask outlined. */
  bytes: OwnBytes;
  /** Shares, 0 to 1, of the pixels that differ visibly from the source; null where there are none. Without a mask all is inside. */
  insideChangedRatio: number | null;
  outsideChangedRatio: number | null;
};

/** A copy of the picture on the wire with the masked region tinted and outlined, to be sent as one more reference. */
export type AnnotatedImageInput = Omit<WirePictureInput, 'format'> & { coverage: OwnBytes };

export type EncodeAsInput = {
  bytes: OwnBytes;
  format: 'png' | 'jpeg' | 'webp';
  /** 1–100; png has none. */
  quality: number;
};

/** `isFlattened`: what was transparent lies on white now, the format knowing no transparency. */
export type EncodedPicture = { bytes: OwnBytes; isFlattened: boolean };

/** Coverage of a picture: a byte per pixel, 0 is outside the mask. */
export type CoveragePlane = { coverage: OwnBytes; widthPx: number; heightPx: number };

/** Every task with its input and output. */
export type PictureTasks = {
  makeWorkingPicture: { input: { bytes: OwnBytes }; output: WorkingPicture };
  makeWirePicture: { input: WirePictureInput; output: WirePicture };
  makeWireMask: { input: WireMaskInput; output: { bytes: OwnBytes } };
  composite: { input: CompositeInput; output: Composite };
  checkUsage: { input: UsageCheckInput; output: UsageCheck };
  makeDifference: { input: DifferenceInput; output: Difference };
  makeAnnotatedImage: { input: AnnotatedImageInput; output: { bytes: OwnBytes; mime: 'image/png' | 'image/jpeg' } };
  /** The mask's parts as boxes in pixels of the picture. */
  findMaskBoxes: { input: CoveragePlane; output: { boxes: Box[] } };
  /** Coverage as a PNG to keep (the more covered, the less opaque), and back. */
  encodeCoverage: { input: CoveragePlane; output: { bytes: OwnBytes } };
  decodeCoverage: { input: { bytes: OwnBytes }; output: CoveragePlane };
  /** Any picture file as a PNG. */
  makePng: { input: { bytes: OwnBytes }; output: { bytes: OwnBytes } };
  /** Any picture file in a format and quality. */
  encodeAs: { input: EncodeAsInput; output: EncodedPicture };
};
export type PictureTaskName = keyof PictureTasks;

/**
 * Expected failures. `unreadable`: a file is no picture, or broken. `sizesDiffer`: mask, source and plan do not belong
 * together. `outOfMemory`: the picture is too large for this computer just now. `cancelled`: by the caller.
 */
export type PictureFailure = 'unreadable' | 'sizesDiffer' | 'outOfMemory' | 'cancelled';

export type PictureRequest =
  | { [Name in PictureTaskName]: { id: number; task: Name; input: PictureTasks[Name]['input'] } }[PictureTaskName]
  | { id: number; task: 'cancel' };

/** Told how much of a task is done, 0 to 1. */
export type Report = (doneRatio: number) => void;

export type PictureReply =
  | { id: number; doneRatio: number }
  | { id: number; ok: true; data: PictureTasks[PictureTaskName]['output'] }
  | { id: number; ok: false; error: PictureFailure }
  /** A bug: the task threw what it should not. */
  | { id: number; ok: false; bug: string };
