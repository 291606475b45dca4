// The types the Images screen works with: the tray, the mask in figures, problems, results. Types and pure functions only.

import type { EditRequest } from '../../shared/contract/images.ts';
import type { EditJob } from '../../shared/contract/jobs.ts';
import type { Adjustments, EditItem } from '../../shared/contract/library.ts';
import type { Picture } from '../../shared/contract/media.ts';
import type { AppError } from '../../shared/errors.ts';
import type { RequestForm } from '../../shared/images/edit-fields.ts';
import type { OutputFormat } from '../../shared/images/limits.ts';
import type { Size } from '../../shared/images/size.ts';
import type { PersonVerdict } from '../../shared/images/source-usage.ts';
import type { JobProblem } from '../app/queue/job-problem.ts';
import type { MaskSummary } from '../mask/engine-api.ts';
import type { Difference, EncodedPicture } from './pipeline/tasks-contract.ts';
import type { EditChoices } from './request/edit-options.ts';
import type { InstructionGuide } from './request/instruction.ts';

/** A picture of the tray: the working picture, stored. `key` is its identity in this window. */
export type TrayPicture = {
  key: string;
  mediaId: string;
  name: string;
  widthPx: number;
  heightPx: number;
  sizeBytes: number;
  /** Where it was fetched from, and whether that address is sent in place of the picture. */
  address: string | null;
  isSentAsAddress: boolean;
  /** What is sent for this reference once it was brought within what relays take. */
  fitted: Pick<Picture, 'mediaId' | 'widthPx' | 'heightPx' | 'sizeBytes'> | null;
};

/** The mask in figures, as far as the screen shows them. */
export type MaskFigures = Pick<MaskSummary, 'coveredRatio' | 'isEmpty' | 'canUndo' | 'canRedo' | 'hasDroppedUndo'> & {
  isFull: boolean;
};

export const NO_MASK: MaskFigures = {
  coveredRatio: 0,
  isEmpty: true,
  isFull: false,
  canUndo: false,
  canRedo: false,
  hasDroppedUndo: false,
};

/** The tray, and what is done with it. */
export type TrayPart = {
  pictures: readonly TrayPicture[];
  /** Pictures still being opened. */
  opening: number;
  /** Adds files; the first picture of an empty tray is the one edited. */
  addFiles: (files: readonly File[]) => Promise<void>;
  addAddresses: (urls: readonly string[]) => Promise<void>;
  /** Adds the sample with its subject masked, and the instruction where there is none yet. */
  addSample: (name: string, instruction: string) => Promise<void>;
  /** Adds a picture that is stored already, a result. */
  addStored: (mediaId: string, name: string) => Promise<void>;
  /** Puts a stored picture in the place of picture 1; the old one comes back by the returned function, null when it failed. */
  replaceSource: (mediaId: string, name: string) => Promise<(() => void) | null>;
  /** Puts a file in the place of a picture; the old one comes back by the returned function, null when it failed. */
  replace: (key: string, file: File) => Promise<(() => void) | null>;
  /** Sends the address of a picture, or again the picture itself. */
  sendAddress: (key: string, isSentAsAddress: boolean) => void;
  /** Brings references within what relays take: fewer pixels, a smaller file. */
  fit: (keys: readonly string[], maxBytes: number) => Promise<void>;
  /** Takes a picture out; it comes back by the returned function. */
  remove: (key: string) => () => void;
  /** Moves a picture by places; negative is forward. */
  move: (key: string, by: number) => void;
};

/** What is asked for. */
type RequestPart = {
  instruction: string;
  guide: InstructionGuide;
  choices: EditChoices;
  mask: MaskFigures;
  /** The request is being put together. */
  isPreparing: boolean;
  problem: JobProblem<EditRequest> | null;
  setInstruction: (text: string) => void;
  setGuide: (change: Partial<InstructionGuide>) => void;
  /** Loads the sample and, where nothing can be billed, edits it at once. */
  trySample: (name: string, instruction: string) => Promise<void>;
  change: (change: Partial<EditChoices>) => void;
  /** Forgets that the relay in use did not use the picture in a form. */
  allowForm: (form: RequestForm) => void;
  edit: () => Promise<void>;
  /** Takes an earlier request up again and sends it in a form. */
  editAgain: (request: EditRequest, form: EditRequest['form']) => Promise<void>;
  /** Sends what failed once more, as it was. */
  repeat: () => Promise<void>;
  /** Shows the error of a failure where errors are shown. */
  explain: (failure: FailedResult) => void;
  /** Asks once more for what failed: the whole request, or the one picture that is missing. */
  retry: (failure: FailedResult) => Promise<void>;
  cancelNewest: () => void;
  report: (error: AppError | null) => void;
  dismissProblem: () => void;
};

/** What outlives the window. */
export type DraftPart = {
  /** Brings back what was on the screen when the window was last closed, or crashed, where nothing has been begun yet. */
  restore: () => Promise<void>;
};

/** A picture that was asked for and did not come: one of several, or all of a request. */
export type FailedResult = { id: string; job: EditJob; index: number; error: AppError };

/** How a result is saved elsewhere; `quality` 1–100, which png has none of. */
export type ExportChoice = { format: OutputFormat; quality: number };

/** What becomes of results on this computer: protected, judged, adjusted. */
export type ProtectionPart = {
  /** Results that are worked on, and how much of that is done, 0 to 1. */
  working: ReadonlyMap<string, number>;
  /** Results whose work came to nothing. */
  undone: ReadonlyMap<string, 'failed' | 'cancelled'>;
  /** Adjustments that are being carried out. */
  pending: ReadonlyMap<string, Adjustments>;
  /** Makes the protected picture anew; the last call wins, and until it is done the picture stays as it was. */
  adjust: (id: string, change: Partial<Adjustments>) => void;
  /** Ends the work on a result, which keeps what it had. */
  stopWork: (id: string) => void;
  /** Begins once more what came to nothing. */
  workAgain: (id: string) => void;
  /** Takes a person's word for whether the picture was used; null goes back to the estimate. */
  overrideVerdict: (id: string, verdict: PersonVerdict | null) => Promise<void>;
  /** What one of its pictures changed; null when that cannot be drawn, or is no longer wanted. */
  drawDifference: (item: EditItem, shown: Picture, signal: AbortSignal) => Promise<Difference | null>;
};

/** What came back. */
export type ResultPart = {
  /** Results of the picture being edited, the oldest first. */
  results: readonly EditItem[];
  /** What was asked for in this window and failed, until it is taken off the strip. */
  failures: readonly FailedResult[];
  /** Edits that are done and whose results are being read. */
  arriving: ReadonlySet<string>;
  /** The result being compared; null while the mask or a running edit is shown. */
  selectedId: string | null;
  /** Shows the raw reply where there is a protected picture. */
  isRawShown: boolean;
  select: (id: string | null) => void;
  /** The running edit that is shown; its first result replaces it as soon as it arrives. */
  watchedJobId: string | null;
  watch: (jobId: string | null) => void;
  showRaw: (isRawShown: boolean) => void;
  /** Brings back pictures, mask, instruction and options of an earlier request; false when its source is gone. */
  recall: (request: EditRequest) => Promise<boolean>;
  /** Puts a picture on the clipboard. */
  copy: (picture: Picture) => Promise<void>;
  /** What *Save in another format* was last set to. */
  exportChoice: ExportChoice;
  setExportChoice: (choice: ExportChoice) => void;
  /** A picture in that format; null when it cannot be made, which is reported, or is no longer wanted. */
  encode: (mediaId: string, as: ExportChoice, signal: AbortSignal) => Promise<EncodedPicture | null>;
  /** Shows a result, whatever is on the screen; false when it is not one of the picture in hand, and nothing was changed. */
  openResult: (id: string) => Promise<boolean>;
  /** Takes a failure off the strip. */
  dismissFailure: (id: string) => void;
  reloadResults: () => Promise<void>;
};

/** State and actions of the picture screen. */
export type Images = TrayPart & RequestPart & DraftPart & ResultPart & ProtectionPart & { dispose: () => void };

/** The pane shown in the middle of the screen: the mask, a running edit, or a result. */
export function activePane({ selectedId, watchedJobId }: Pick<ResultPart, 'selectedId' | 'watchedJobId'>) {
  if (selectedId !== null) return 'result';
  return watchedJobId === null ? 'mask' : 'running';
}

/** The size of a picture as the geometry takes it. */
export function sizeOf({ widthPx, heightPx }: { widthPx: number; heightPx: number }): Size {
  return { width: widthPx, height: heightPx };
}
