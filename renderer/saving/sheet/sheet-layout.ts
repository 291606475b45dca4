// Where everything is on the pages of a contact sheet. Pure functions; lengths are in points (1/72 inch) from the top left.

import { SHEET_PARTS, type SheetFile, type SheetPaper, type SheetPart } from '../../../shared/library/contact-sheet.ts';

/** What is chosen of the layout. */
export type SheetDesign = {
  paper: SheetPaper;
  columns: number;
  /** What is printed under each picture. */
  parts: readonly SheetPart[];
};

/** A rectangle. */
export type Box = { x: number; y: number; width: number; height: number };

/** Text under a picture: so many lines of a part, of which the rest is cut. */
type TextPlace = Box & { part: SheetPart; maxLines: number };

/** One place for a picture and what is printed under it. */
export type CellPlace = { picture: Box; texts: readonly TextPlace[] };

/** The pages of a sheet; all are alike. */
export type SheetLayout = {
  width: number;
  height: number;
  /** The title of the sheet, and the number of the page. */
  head: Box;
  foot: Box;
  /** In the order of reading. */
  cells: readonly CellPlace[];
};

const PAPERS: Readonly<Record<SheetPaper, { width: number; height: number }>> = {
  a4: { width: 595, height: 842 },
  letter: { width: 612, height: 792 },
};
/** Most printers leave less than this at each edge. */
const MARGIN = 34;
const HEAD_HEIGHT = 26;
const FOOT_HEIGHT = 16;
const GAP = 12;
/** Between a picture and its text. */
const TEXT_GAP = 4;
/** Height of a picture's place for each point of its width: between upright and wide pictures. */
const PICTURE_RATIO = 0.75;

/** How each part is set: the size of its letters, the distance of its lines, and the most of them. */
export const PART_STYLES: Readonly<Record<SheetPart, { fontSize: number; lineHeight: number; maxLines: number }>> = {
  title: { fontSize: 8.5, lineHeight: 11, maxLines: 1 },
  instruction: { fontSize: 8, lineHeight: 10, maxLines: 5 },
  settings: { fontSize: 7, lineHeight: 9, maxLines: 2 },
  date: { fontSize: 7, lineHeight: 9, maxLines: 1 },
};

/** Pages of one PDF file, so that no file has to be in memory with all pictures of a large library. */
const PAGES_OF_PDF = 100;

/** Lays out the pages of a sheet. */
export function layOutSheet({ paper, columns, parts }: SheetDesign): SheetLayout {
  const { width, height } = PAPERS[paper];
  const printed = SHEET_PARTS.filter((part) => parts.includes(part));
  const heightOf = (part: SheetPart): number => PART_STYLES[part].lineHeight * PART_STYLES[part].maxLines;
  const textHeight = printed.length === 0 ? 0 : printed.reduce((sum, part) => sum + heightOf(part), TEXT_GAP);
  const inner = { width: width - 2 * MARGIN, height: height - 2 * MARGIN - HEAD_HEIGHT - FOOT_HEIGHT };
  const cellWidth = (inner.width - (columns - 1) * GAP) / columns;
  const rows = Math.max(1, Math.floor((inner.height + GAP) / (cellWidth * PICTURE_RATIO + textHeight + GAP)));
  // The rows share what is left of the page.
  const cellHeight = (inner.height - (rows - 1) * GAP) / rows;
  const cells = Array.from({ length: rows * columns }, (_, index): CellPlace => {
    const x = MARGIN + (index % columns) * (cellWidth + GAP);
    const top = MARGIN + HEAD_HEIGHT + Math.floor(index / columns) * (cellHeight + GAP);
    const picture = { x, y: top, width: cellWidth, height: cellHeight - textHeight };
    let y = top + picture.height + TEXT_GAP;
    const texts = printed.map((part): TextPlace => {
      const box = { x, y, width: cellWidth, height: heightOf(part), part, maxLines: PART_STYLES[part].maxLines };
      y += box.height;
      return box;
    });
    return { picture, texts };
  });
  return {
    width,
    height,
    head: { x: MARGIN, y: MARGIN, width: inner.width, height: HEAD_HEIGHT },
    foot: { x: MARGIN, y: height - MARGIN - FOOT_HEIGHT, width: inner.width, height: FOOT_HEIGHT },
    cells,
  };
}

/** How many pages pictures need. */
export function pagesOf(count: number, layout: SheetLayout): number {
  return Math.ceil(count / layout.cells.length);
}

/** The pages of each file, as numbers from 1, both included. */
export function filesOfPages(pageCount: number, kind: SheetFile): { first: number; last: number }[] {
  const size = kind === 'pdf' ? PAGES_OF_PDF : 1;
  return Array.from({ length: Math.ceil(pageCount / size) }, (_, index) => ({
    first: index * size + 1,
    last: Math.min(pageCount, (index + 1) * size),
  }));
}
