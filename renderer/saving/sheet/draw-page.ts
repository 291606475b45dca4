// Draws one page of a contact sheet on a canvas. The canvas sets the text, so every script and emoji that the system has
// letters for is right.

import type { Locale } from '../../../shared/i18n/index.ts';
import { type Box, type CellPlace, layOutSheet, PART_STYLES } from './sheet-layout.ts';
import type { SheetCell, SheetFailure, SheetPage, SheetProblem } from './sheet-protocol.ts';
import { wrapText } from './wrap-text.ts';

/** Pixels of an inch: letters of 7 points can be read when they are printed. */
const DOTS_PER_INCH = 200;
const SCALE = DOTS_PER_INCH / 72;
const FONTS =
  'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", "Noto Color Emoji", sans-serif';
const TITLE_SIZE = 13;
const FOOT_SIZE = 7.5;
const INK = '#1a1a1a';
const PALE_INK = '#5c5c5c';
const EMPTY = '#eeeeee';

/** Returns the picture of a cell, to be closed, or why there is none. */
export type DecodeCell = (cell: SheetCell, index: number) => Promise<ImageBitmap | SheetProblem>;

type Context = OffscreenCanvasRenderingContext2D;

/** Draws a page, one picture after the other. @throws RangeError if there is no canvas of that size */
export async function drawPage(
  page: SheetPage,
  decode: DecodeCell,
): Promise<{ canvas: OffscreenCanvas; failures: SheetFailure[] }> {
  const layout = layOutSheet(page.design);
  const canvas = new OffscreenCanvas(Math.round(layout.width * SCALE), Math.round(layout.height * SCALE));
  const context = canvas.getContext('2d', { alpha: false, colorSpace: 'srgb' });
  if (context === null) throw new RangeError('No canvas of that size.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(SCALE, SCALE);
  context.imageSmoothingQuality = 'high';
  context.textBaseline = 'alphabetic';
  const { head, foot } = layout;
  drawLine(context, page.title, head, head.y + TITLE_SIZE, `600 ${TITLE_SIZE}px ${FONTS}`, INK, page.locale);
  drawLine(context, page.foot, foot, foot.y + foot.height, `${FOOT_SIZE}px ${FONTS}`, PALE_INK, page.locale);
  const failures: SheetFailure[] = [];
  for (const [index, cell] of page.cells.entries()) {
    const place = layout.cells[index];
    if (place === undefined) throw new RangeError('More pictures than the page has places.');
    const decoded = await decode(cell, index);
    if (typeof decoded === 'string') {
      failures.push({ cell: index, problem: decoded });
      drawProblem(context, page.problemTexts[decoded], place.picture, page.locale);
    } else {
      drawPicture(context, decoded, place.picture);
      decoded.close();
    }
    drawTexts(context, cell, place, page.locale);
  }
  return { canvas, failures };
}

/** As large as its place allows, at its lower edge, so that it stands on its text; never enlarged beyond its pixels. */
function drawPicture(context: Context, picture: ImageBitmap, place: Box): void {
  const scale = Math.min(place.width / picture.width, place.height / picture.height, 1 / SCALE);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.drawImage(picture, place.x + (place.width - width) / 2, place.y + place.height - height, width, height);
}

function drawProblem(context: Context, text: string, place: Box, locale: Locale): void {
  context.fillStyle = EMPTY;
  context.fillRect(place.x, place.y, place.width, place.height);
  const { fontSize, lineHeight } = PART_STYLES.instruction;
  context.font = `${fontSize}px ${FONTS}`;
  const maxLines = Math.max(1, Math.floor(place.height / lineHeight));
  const lines = wrapText(text, place.width - 12, maxLines, (part) => context.measureText(part).width, locale);
  context.fillStyle = PALE_INK;
  context.textAlign = 'center';
  const top = place.y + (place.height - lines.length * lineHeight) / 2 + fontSize;
  for (const [index, line] of lines.entries())
    context.fillText(line, place.x + place.width / 2, top + index * lineHeight);
  context.textAlign = 'left';
}

function drawTexts(context: Context, { texts }: SheetCell, place: CellPlace, locale: Locale): void {
  let unused = 0;
  for (const { part, x, y, width, maxLines } of place.texts) {
    const { fontSize, lineHeight } = PART_STYLES[part];
    context.font = `${part === 'title' ? '600 ' : ''}${fontSize}px ${FONTS}`;
    const lines = wrapText(texts[part], width, maxLines, (text) => context.measureText(text).width, locale);
    context.fillStyle = part === 'title' || part === 'instruction' ? INK : PALE_INK;
    // What a part leaves of its place, the next one uses.
    for (const [index, line] of lines.entries()) context.fillText(line, x, y - unused + fontSize + index * lineHeight);
    unused += (maxLines - lines.length) * lineHeight;
  }
}

/** One line of a box, cut at its right edge. */
function drawLine(
  context: Context,
  text: string,
  { x, width }: Box,
  baseline: number,
  font: string,
  ink: string,
  locale: Locale,
): void {
  context.font = font;
  context.fillStyle = ink;
  const [line = ''] = wrapText(text, width, 1, (part) => context.measureText(part).width, locale);
  context.fillText(line, x, baseline);
}
