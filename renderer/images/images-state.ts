// The types of the Images screen: tray, mask figures, problems, results. Types and pure functions only.

import type { ImagesDraft } from '../../shared/contract/drafts.ts';
import type { CutFrom, EditRequest } from '../../shared/contract/images.ts';
import type { EditJob, Job } from '../../shared/contract/jobs.ts';
import type { Adjustments, EditItem } from '../../shared/contract/library.ts';
import type { MissingMedia, Picture } from '../../shared/contract/media.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Conversion } from '../../shared/images/conversions.ts';
import type { Crop, CropShape, Frame } from '../../shared/images/cropping.ts';
import type { BorderFill, Margins } from '../../shared/images/extending.ts';
import type { SeveralPictures } from '../../shared/images/several-pictures.ts';
import type { Size } from '../../shared/images/size.ts';
import type { PersonVerdict } from '../../shared/images/source-usage.ts';
import type { MaskSummary } from '../engines/mask/engine-api.ts';
import type { FailedPicture } from '../jobs/attention.ts';
import type { Problem } from '../jobs/problem.ts';
import type { Step } from '../work/history.ts';
import type { CompareMode } from './compare/compare-geometry.ts';
import type { Middle } from './middle.ts';
import type { Difference } from './pipeline/tasks-contract.ts';
import type { EditChoices } from './request/edit-options.ts';
import type { InstructionGuide } from './request/instruction.ts';

/** A picture of the tray: the stored working picture. `key` identifies it in this window. */
export type TrayPicture = {
  key: string;
  mediaId: string;
  name: string;
  widthPx: number;
  heightPx: number;
  sizeBytes: number;
  /** The address it was fetched from, and whether that address is sent instead of the picture. */
  address: string | null;
  isSentAsAddress: boolean;
  /** What is sent for this reference, after it was reduced to fit the limits of relays. */
  fitted: Pick<Picture, 'mediaId' | 'widthPx' | 'heightPx' | 'sizeBytes'> | null;
  /** What it was cut from, and how; null if it is whole. */
  cutFrom: CutFrom | null;
  /** What was converted when it was opened. */
  conversions: Conversion[];
};

/** The figures of the mask that the screen shows. */
export type MaskFigures = Pick<
  MaskSummary,
  'coveredRatio' | 'bounds' | 'isEmpty' | 'canUndo' | 'canRedo' | 'undoSteps' | 'redoSteps' | 'hasDroppedUndo'
> & {
  isFull: boolean;
  /** The picture of the mask; undefined while none is shown. */
  pictureKey: string | undefined;
};

export const NO_MASK: MaskFigures = {
  coveredRatio: 0,
  bounds: undefined,
  isEmpty: true,
  isFull: false,
  canUndo: false,
  canRedo: false,
  undoSteps: 0,
  redoSteps: 0,
  pictureKey: undefined,
  hasDroppedUndo: false,
};

/** Stored files that are known to be missing or changed, by media id. */
export type MissingFiles = ReadonlyMap<string, MissingMedia>;

/** The first and the others of several pictures that came at once. `asideIds`: those that wait under Recent. */
type Arrival = { kind: SeveralPictures; others: readonly TrayPicture[]; asideIds: readonly string[] };

/** A stored picture that crops are made of. */
type CropBase = Pick<TrayPicture, 'mediaId' | 'widthPx' | 'heightPx'>;

/** A result in the version that is put back, and what the picture was cut from that it was made of. */
export type PutBackResult = { mediaId: string; cutFrom: CutFrom };

/** The tray and its actions. */
export type TrayPart = {
  pictures: readonly TrayPicture[];
  /** Pictures whose file is missing stay in the tray, with their mask; nothing is sent with them. */
  missingFiles: MissingFiles;
  /** Number of pictures that are being opened, but for one that takes the place of picture 1. */
  opening: number;
  /** A picture is coming in the place of picture 1: until it is there, nothing is painted. */
  isReplacing: boolean;
  /** Gives up the picture that is coming there, so that nothing changes; null if that cannot be, or none is coming. */
  stopReplacing: (() => void) | null;
  /** Resolves once no picture is coming in the place of picture 1; to false if it could not be opened. */
  whenReplaced: () => Promise<boolean>;
  /** Adds files; the first picture of an empty tray becomes the edited one. */
  addFiles: (files: readonly File[]) => Promise<void>;
  addAddresses: (urls: readonly string[]) => Promise<void>;
  /** Opens files instead of what is there, which is put aside. */
  openFiles: (files: readonly File[]) => Promise<void>;
  openAddresses: (urls: readonly string[]) => Promise<void>;
  /** Several pictures that came at once: what was done with the others, until that is dismissed. */
  arrival: Arrival | null;
  /** Does the other thing with the pictures that came at once, and from now on. */
  changeArrival: () => Promise<void>;
  dismissArrival: () => void;
  /** Adds the sample with its subject masked, and the instruction if there is none yet. */
  addSample: (name: string, instruction: string) => Promise<void>;
  /** Adds a picture that is already stored: a result. */
  addStored: (mediaId: string, name: string) => Promise<void>;
  /** The sources that led to picture 1, the oldest first, if it is one of them; see `chainOf`. */
  chain: readonly TrayPicture[];
  /** Makes an earlier or later source of the chain picture 1 again, with its mask. */
  goToSource: (key: string) => void;
  /**
   * Replaces picture 1 with a result once that is complete, and continues the chain. Resolves to the step of the
   * history; null if it failed, or if another picture is coming in that place already.
   * @param cutFrom what the picture was cut from of which it is a result
   */
  replaceSource: (
    result: Promise<Pick<Picture, 'mediaId'>>,
    name: string,
    cutFrom?: CutFrom | null,
  ) => Promise<Step | null>;
  /**
   * Replaces picture 1 by itself with a border, which is masked, and continues the chain. Resolves to the step of the
   * history; null if it failed or was given up, or if another picture is coming in that place already.
   */
  extend: (margins: Margins, fill: BorderFill) => Promise<Step | null>;
  /**
   * Cuts out what is masked of picture 1, or the rest, which then takes its place and continues the chain; what is left
   * is transparent. Resolves as `extend` does; null also if there is no mask.
   */
  cutOut: (kept: 'masked' | 'rest') => Promise<Step | null>;
  /**
   * Replaces picture 1 by another crop of what it is cut from, with its mask, and continues the chain. Resolves to the
   * step of the history; null if it failed or was given up, or if another picture is coming in that place already.
   */
  crop: (base: CropBase, from: Crop, to: Crop) => Promise<Step | null>;
  /** Replaces picture 1 by the whole picture that was cut, with a result of the crop in its place; resolves as `crop`. */
  putBack: (result: PutBackResult) => Promise<Step | null>;
  /** Replaces a picture with a file. Resolves to the step of the history; null if it failed. */
  replace: (key: string, file: File) => Promise<Step | null>;
  /** Sets whether a picture's address is sent instead of the picture. */
  sendAddress: (key: string, isSentAsAddress: boolean) => void;
  /** Reduces references to the limits of relays: fewer pixels, smaller files. */
  fit: (keys: readonly string[], maxBytes: number) => Promise<void>;
  /** Removes a picture. Returns the step of the history; null if there is none with this key. */
  remove: (key: string) => Step | null;
  /** Moves a picture by a number of places; negative is forward. */
  move: (key: string, by: number) => void;
};

/** A crop of picture 1 that is being chosen, or an extension: then the frame of the crop lies around the picture. */
export type Cropping = {
  kind: 'crop' | 'extend';
  /** Identifies it in the history. */
  started: symbol;
  pictureKey: string;
  /** What it is made of: the picture that picture 1 was cut from, or picture 1. */
  base: CropBase;
  /** How picture 1 is cut from that. */
  before: Crop;
  crop: Crop;
  /** As its frame was chosen, before the picture was straightened further. */
  chosen: Crop;
  shape: CropShape;
  /** Width and height of the shape are exchanged. */
  isSwapped: boolean;
  /** What an extension is filled with. */
  fill: BorderFill;
  /** The picture that picture 1 was cut from is not there any more. */
  isOriginalLost: boolean;
  /** The picture is being made. */
  isBusy: boolean;
};

/** Cropping, straightening, turning, mirroring and extending picture 1. All but live changes of the frame are steps to undo. */
export type CropPart = {
  /** Stays while something else is shown; null once it is applied or left. */
  cropping: Cropping | null;
  /** Lets a person crop picture 1, if its mask is shown: where they were, or as it is cut now. */
  startCropping: () => Promise<void>;
  /** Likewise for an extension, which begins with the first shape that is larger. */
  startExtending: () => Promise<void>;
  setFill: (fill: BorderFill) => void;
  /** What picture 1 was cut from cannot be shown: what is there can still be cropped. */
  loseOriginal: () => void;
  /** Changes the frame while it is drawn, and keeps that as one step. @param before as it was before */
  drawCropFrame: (frame: Frame) => void;
  keepCropFrame: (before: Cropping) => void;
  /** Changes the frame. @param kind changes of a kind that follow one another are one step */
  setCropFrame: (frame: Frame, kind?: string) => void;
  setCropShape: (shape: CropShape) => void;
  /** Exchanges width and height of the shape, or of a free frame. */
  swapCropSides: () => void;
  /** @param angle degrees to the right */
  straighten: (angle: number) => void;
  turnCrop: (to: 'left' | 'right') => void;
  flipCrop: (axis: 'horizontal' | 'vertical') => void;
  /** Back to the whole picture. */
  resetCrop: () => void;
  /** Makes the picture, which takes the place of picture 1. */
  applyCrop: () => Promise<void>;
  /** Ends cropping without a change; while the picture is being made, only stops that. */
  leaveCrop: () => void;
};

/** The request and its actions. */
type RequestPart = {
  instruction: string;
  guide: InstructionGuide;
  choices: EditChoices;
  mask: MaskFigures;
  /** The request is being prepared, or main has not answered it yet. */
  isPreparing: boolean;
  /** The jobs that stood for the last order already, so that nothing was sent for it. */
  repeatedJobIds: readonly string[];
  /** The edit before had a mask and this one has none: it is not sent before a person has said that this is meant. */
  isMaskMissed: boolean;
  /** Picture 1 is the sample, which nobody has edited yet. */
  isSampleNew: boolean;
  /** What was refused or failed without a request; what became of requests is in the session's jobs. */
  problem: Problem | null;
  /** The failed picture that a person asked about, by its id. */
  explainedId: string | null;
  setInstruction: (text: string) => void;
  setGuide: (change: Partial<InstructionGuide>) => void;
  /** Loads the sample with its mask and instruction. */
  trySample: (name: string, instruction: string) => Promise<void>;
  change: (change: Partial<EditChoices>) => void;
  /** Sends the edit; what is coming in the place of picture 1 is waited for, and a previewed mask is applied. */
  edit: () => Promise<void>;
  /** Sends the edit without a mask, which was asked about; or gives that up. */
  editWhole: () => Promise<void>;
  declineWhole: () => void;
  /** Sends the edit in another size, which stays chosen. */
  editInSize: (size: string) => Promise<void>;
  /** Recalls an earlier request and sends it with other choices. */
  editAgain: (request: EditRequest, changed: Partial<EditChoices>) => Promise<void>;
  /** Sends a failed request again, unchanged. */
  sendAgain: (job: EditJob) => Promise<void>;
  /** Shows why a picture failed. */
  explain: (id: string | null) => void;
  /** Sends a failed request again: the whole request, or only for the missing picture. */
  retry: (failure: FailedPicture) => Promise<void>;
  cancelNewest: () => void;
  report: (error: AppError | null) => void;
  dismissProblem: () => void;
};

/** The draft, which is restored in the next window. */
export type DraftPart = {
  /** Restores what was on the screen when the window was closed or crashed, unless new work has begun: false. */
  restore: (draft: ImagesDraft) => Promise<boolean>;
  /** Shows other work instead of what is there. */
  show: (draft: ImagesDraft) => Promise<void>;
};

/** The processing of results on this computer: protection, verdict, adjustment. */
export type ProtectionPart = {
  /** Progress, 0 to 1, of the results being processed. */
  working: ReadonlyMap<string, number>;
  /** Results whose processing failed or was cancelled. */
  undone: ReadonlyMap<string, 'failed' | 'cancelled'>;
  /** Adjustments that are being applied. */
  pending: ReadonlyMap<string, Adjustments>;
  /** Makes the protected picture again; the last call wins, and the current picture stays until then. */
  adjust: (id: string, change: Partial<Adjustments>) => void;
  /** Stops the processing of a result, which stays as it was. */
  stopWork: (id: string) => void;
  /** Resolves to a result once nothing more is being made of it, so that what is saved is complete. */
  whenMade: (item: EditItem) => Promise<EditItem>;
  /** Decodes results whose source is not in the tray; the others are decoded as they appear. */
  checkOthers: (ids: readonly string[]) => Promise<void>;
  /** Starts processing that has failed or was cancelled again. */
  workAgain: (id: string) => void;
  /** Stores the person's verdict on whether the picture was used; null returns to the estimate. */
  overrideVerdict: (id: string, verdict: PersonVerdict | null) => Promise<void>;
  /** Draws what changed in one picture of a result; null if it cannot be drawn or `signal` is aborted. */
  drawDifference: (item: EditItem, shown: Picture, signal: AbortSignal) => Promise<Difference | null>;
};

/** The results and their actions. */
export type ResultPart = {
  /** Results of the picture being edited, oldest first. */
  results: readonly EditItem[];
  /** The session's jobs when the results were asked for: those of a job that ended later are still to be read. */
  resultsAsOf: readonly Job[];
  /** Restores pictures, mask, instruction and options of an earlier request; false if its source no longer exists. */
  recall: (request: EditRequest) => Promise<boolean>;
  /** Copies a picture to the clipboard. */
  copy: (picture: Picture) => Promise<void>;
  /** Shows a result; false, with nothing changed, if it is not a result of the current picture. */
  openResult: (id: string) => Promise<boolean>;
  reloadResults: () => Promise<void>;
};

/** What is shown in the middle, and where new results are. */
export type PresentationPart = {
  middle: Middle;
  /** New results that are not shown by themselves, because a person had begun something else. */
  ready: readonly string[];
  /** Shows a result on the canvas in place of the mask; one that does not fit there is compared. */
  present: (id: string) => void;
  /** Compares a result with its source; null returns to the mask. */
  select: (id: string | null) => void;
  /** Compares a result with another one. */
  compareTwo: (id: string, withId: string) => void;
  /** Shows results side by side, one alone on the canvas; false if they are too many, so that only the first are shown. */
  compareAll: (ids: readonly string[]) => boolean;
  /**
   * Adds a result to what is compared, or takes it away; one that is shown alone is then compared with it. False if
   * there are too many to add one.
   */
  toggleCompared: (id: string) => boolean;
  /** Acts on another one of the results that are compared. */
  chooseCompared: (id: string) => void;
  /** The chosen way to compare; `shownMode` has the one in use. */
  compareMode: CompareMode;
  setCompareMode: (mode: CompareMode) => void;
  /** Shows what was received instead of the protected pictures, of all that is compared. */
  showRaw: (isRaw: boolean) => void;
  /** Shows a running edit, until its first result replaces it; null returns to the mask. */
  watch: (jobId: string | null) => void;
  /** Shows a picture of the tray; the edited one is shown with its mask. */
  showPicture: (key: string | null) => void;
  /** Shows the source on the canvas instead of the result, while a key or button is held. */
  showBefore: (isBefore: boolean) => void;
  showReady: () => void;
  /** Shows one of several results large on the canvas; null shows all of them there. */
  openPresented: (id: string | null) => void;
  returnToMask: () => void;
  /** One step back: from a comparison to its result, from one of several to all, from results to the mask. */
  goBack: () => void;
};

/** Painting the source back over a result. */
export type PaintingBackPart = {
  /** The figures of what is painted back over the result in the middle. */
  paintedBack: MaskFigures;
  /** Lets a person paint the source back over a result that is shown, if it lies over that. */
  paintBack: (id: string) => Promise<void>;
  /** Shows the result again, once its picture is made with what was painted: nothing of that seems to be gone. */
  finishPaintingBack: () => Promise<void>;
  /** A result is drawn over the canvas, so that what is below it may change. */
  resultDrawn: () => void;
};

/** State and actions of the Images screen. */
export type Images = TrayPart &
  CropPart &
  RequestPart &
  DraftPart &
  ResultPart &
  PresentationPart &
  ProtectionPart &
  PaintingBackPart & { dispose: () => void };

/** The size of a picture as the geometry functions expect it. */
export function sizeOf({ widthPx, heightPx }: { widthPx: number; heightPx: number }): Size {
  return { width: widthPx, height: heightPx };
}
