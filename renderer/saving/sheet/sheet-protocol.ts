// The messages between the page and the sheet worker: plain data.

import type { Locale } from '../../../shared/i18n/index.ts';
import type { SheetFile, SheetPart } from '../../../shared/library/contact-sheet.ts';
import type { SheetDesign } from './sheet-layout.ts';

/** Why a picture is not on the sheet: its item or its file is not there, or it cannot be decoded. */
export const SHEET_PROBLEMS = ['gone', 'missing', 'undecodable', 'tooComplex', 'outOfMemory', 'tooSlow'] as const;
export type SheetProblem = (typeof SHEET_PROBLEMS)[number];

/** One picture and its texts. */
export type SheetCell = {
  picture: { mediaId: string } | { problem: SheetProblem };
  texts: Readonly<Record<SheetPart, string>>;
};

/** One page to draw. `endsFile`: the file is complete with it. */
export type SheetPage = {
  design: SheetDesign;
  kind: SheetFile;
  locale: Locale;
  title: string;
  /** The number of the page, as it is printed. */
  foot: string;
  cells: readonly SheetCell[];
  /** What is printed in place of a picture. */
  problemTexts: Readonly<Record<SheetProblem, string>>;
  endsFile: boolean;
};

/** A picture that is not on the page; `cell` is its index there. */
export type SheetFailure = { cell: number; problem: SheetProblem };

export type FromSheetWorker =
  /** A picture is about to be decoded. */
  | { type: 'decoding'; cell: number }
  /** `file` has the bytes of the file that the page ended. */
  | { type: 'drawn'; failures: readonly SheetFailure[]; file: Uint8Array<ArrayBuffer> | null }
  | { type: 'failed'; reason: string };
