// The sheet worker: draws the pages of a contact sheet one after the other, and makes files of them.

import { PDFDocument } from '@cantoo/pdf-lib';
import { fileOf } from '../../engines/pixels/codec/canvas-file.ts';
import { DangerousPicture, SlowPicture } from '../../engines/pixels/codec/guarded-decode.ts';
import { decodeUpright } from '../../engines/pixels/codec/upright-bitmap.ts';
import { holdLifeline } from '../../lifetime/lifeline.ts';
import { drawPage } from './draw-page.ts';
import { layOutSheet } from './sheet-layout.ts';
import type { FromSheetWorker, SheetCell, SheetPage, SheetProblem } from './sheet-protocol.ts';

/** Letters stay sharp, and a page of photographs stays below a megabyte or two. */
const JPEG_QUALITY = 0.88;

/** The PDF that has the pages since the last complete file. */
let pdf: PDFDocument | undefined;

holdLifeline();
addEventListener('message', ({ data: page }: MessageEvent<SheetPage>) => {
  void serve(page).then((reply) => {
    const file = reply.type === 'drawn' ? reply.file : null;
    postMessage(reply, { transfer: file === null ? [] : [file.buffer] });
  });
});

async function serve(page: SheetPage): Promise<FromSheetWorker> {
  try {
    const { canvas, failures } = await drawPage(page, decodeCell);
    return { type: 'drawn', failures, file: await fileWith(page, canvas) };
  } catch (problem) {
    return { type: 'failed', reason: problem instanceof Error ? problem.message : String(problem) };
  }
}

/** Adds a page to its file, and returns the file if it is complete. */
async function fileWith({ kind, design, title, endsFile }: SheetPage, canvas: OffscreenCanvas) {
  if (kind === 'png') return fileOf(canvas, { type: 'image/png' });
  pdf ??= await PDFDocument.create();
  const { width, height } = layOutSheet(design);
  const picture = await pdf.embedJpg(await fileOf(canvas, { type: 'image/jpeg', quality: JPEG_QUALITY }));
  pdf.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
  if (!endsFile) return null;
  pdf.setTitle(title);
  pdf.setCreator('Relay Studio');
  const bytes = new Uint8Array(await pdf.save());
  pdf = undefined;
  return bytes;
}

async function decodeCell({ picture }: SheetCell, cell: number): Promise<ImageBitmap | SheetProblem> {
  if ('problem' in picture) return picture.problem;
  postMessage({ type: 'decoding', cell } satisfies FromSheetWorker);
  return decode(picture.mediaId);
}

async function decode(mediaId: string): Promise<ImageBitmap | SheetProblem> {
  try {
    const reply = await fetch(`/media/${mediaId}`);
    if (!reply.ok) return 'missing';
    return await decodeUpright(await reply.blob());
  } catch (problem) {
    if (problem instanceof DangerousPicture) return problem.excess === 'tooComplex' ? 'tooComplex' : 'outOfMemory';
    if (problem instanceof SlowPicture) return 'tooSlow';
    return problem instanceof RangeError ? 'outOfMemory' : 'undecodable';
  }
}
