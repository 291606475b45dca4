// How a contact sheet is laid out: what can be chosen.

/** Sizes of paper. */
export const SHEET_PAPERS = ['a4', 'letter'] as const;
export type SheetPaper = (typeof SHEET_PAPERS)[number];

/** Pictures beside each other. */
export const SHEET_COLUMNS = { min: 1, max: 8, default: 3 } as const;

/** What is printed under each picture, from the top down. */
export const SHEET_PARTS = ['title', 'instruction', 'settings', 'date'] as const;
export type SheetPart = (typeof SHEET_PARTS)[number];

/** The kinds of files: PDF has many pages in each, PNG one. */
export const SHEET_FILES = ['pdf', 'png'] as const;
export type SheetFile = (typeof SHEET_FILES)[number];
