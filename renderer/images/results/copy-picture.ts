// Copies a stored picture to the clipboard, as a PNG, the format that the clipboard accepts.

import type { Picture } from '../../../shared/contract/media.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { PicturePort } from '../ports.ts';

/**
 * Copies a picture and returns the failure, if any. The PNG is made in the worker, because the page's own encoder waits
 * for idle time.
 */
export async function copyPicture(
  { mediaId, mime }: Pick<Picture, 'mediaId' | 'mime'>,
  makePng: PicturePort['makePng'],
): Promise<AppError | null> {
  const file = async (): Promise<Blob> => {
    if (mime === 'image/png') return (await fetch(`/media/${mediaId}`)).blob();
    return new Blob([await makePng(mediaId)], { type: 'image/png' });
  };
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': file() })]);
    return null;
  } catch (cause) {
    return appError('internal.bug', { reason: cause instanceof Error ? cause.message : String(cause) });
  }
}
