import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SHEET_COLUMNS, SHEET_FILES, SHEET_PAPERS, SHEET_PARTS } from '../../../shared/library/contact-sheet.ts';
import { runs } from '../../../tests/support/runs.ts';
import { type Box, filesOfPages, layOutSheet, pagesOf, type SheetDesign } from './sheet-layout.ts';

const designs: fc.Arbitrary<SheetDesign> = fc.record({
  paper: fc.constantFrom(...SHEET_PAPERS),
  columns: fc.integer(SHEET_COLUMNS),
  parts: fc.subarray([...SHEET_PARTS]),
});

/** Less is an error of rounding. */
const ALMOST_NOTHING = 1e-6;

function overlap(a: Box, b: Box): boolean {
  const isApart = (low: number, size: number, other: number): boolean => low + size <= other + ALMOST_NOTHING;
  return !(
    isApart(a.x, a.width, b.x) ||
    isApart(b.x, b.width, a.x) ||
    isApart(a.y, a.height, b.y) ||
    isApart(b.y, b.height, a.y)
  );
}

it('nothing on a page overlaps or leaves it, pictures have room, and each chosen part has its place once', () => {
  fc.assert(
    fc.property(designs, (design) => {
      const { width, height, head, foot, cells } = layOutSheet(design);
      const boxes = [head, foot, ...cells.flatMap(({ picture, texts }) => [picture, ...texts])];
      const isInside = (box: Box): boolean =>
        Math.min(box.x, box.y) >= 0 && box.x + box.width <= width && box.y + box.height <= height;
      expect(boxes.filter((box) => !isInside(box))).toEqual([]);
      const isCovered = (box: Box, index: number): boolean =>
        boxes.slice(index + 1).some((other) => overlap(box, other));
      expect(boxes.filter(isCovered)).toEqual([]);
      expect(Math.min(...cells.flatMap(({ picture }) => [picture.width, picture.height]))).toBeGreaterThan(40);
      expect(new Set(cells.map(({ texts }) => texts.map(({ part }) => part).join()))).toEqual(
        new Set([design.parts.join()]),
      );
    }),
    { numRuns: runs(40) },
  );
});

it('every picture is on one page, and every page in one file', () => {
  fc.assert(
    fc.property(designs, fc.integer({ min: 1, max: 3000 }), fc.constantFrom(...SHEET_FILES), (design, count, kind) => {
      const layout = layOutSheet(design);
      const pageCount = pagesOf(count, layout);
      expect(pageCount * layout.cells.length).toBeGreaterThanOrEqual(count);
      expect((pageCount - 1) * layout.cells.length).toBeLessThan(count);
      const files = filesOfPages(pageCount, kind);
      const pages = files.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
      expect(pages).toEqual(Array.from({ length: pageCount }, (_, i) => i + 1));
      expect(Math.max(...files.map(({ first, last }) => last - first))).toBeLessThan(kind === 'pdf' ? 100 : 1);
    }),
    { numRuns: runs(50) },
  );
});
