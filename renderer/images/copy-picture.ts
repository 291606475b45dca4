// Puts a stored picture on the clipboard, as the PNG the clipboard takes.

import { type AppError, appError } from '../../shared/errors.ts';

/** Copies a picture; the failure, if any. */
export async function copyPicture(mediaId: string): Promise<AppError | null> {
  try {
    const reply = await fetch(`/media/${mediaId}`);
    const blob = await reply.blob();
    const png = blob.type === 'image/png' ? blob : await toPng(blob);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return null;
  } catch (cause) {
    return appError('internal.bug', { reason: cause instanceof Error ? cause.message : String(cause) });
  }
}

async function toPng(blob: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
