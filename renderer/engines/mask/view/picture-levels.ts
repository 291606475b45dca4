// Owns the decoded picture and smaller versions of it, so that drawing cost depends on the size shown.

/** A decoded picture; its bitmaps are closed by `dispose`. */
export type PictureLevels = {
  /** The best available version for showing the picture `2 ** level` times smaller; never one that is smaller still. */
  bitmapFor: (level: number) => ImageBitmap;
  /** Whether the picture has no transparency. */
  isOpaque: boolean;
  dispose: () => void;
};

const MIN_SIDE_PX = 512;

/**
 * Takes ownership of a bitmap and creates its smaller versions one after the other; `onBetter` is called after each.
 */
export function createPictureLevels(picture: ImageBitmap, isOpaque: boolean, onBetter: () => void): PictureLevels {
  const bitmaps = [picture];
  let isDisposed = false;
  const addLevels = async (): Promise<void> => {
    for (let last = picture; Math.max(last.width, last.height) > MIN_SIDE_PX; ) {
      const next = await halve(last);
      if (isDisposed) {
        next.close();
        return;
      }
      bitmaps.push(next);
      last = next;
      onBetter();
    }
  };
  // Without smaller versions the picture is drawn from the large one, which is slower but correct.
  addLevels().catch(() => undefined);
  return {
    isOpaque,
    bitmapFor: (level) => bitmaps[Math.min(level, bitmaps.length - 1)] ?? picture,
    dispose: () => {
      isDisposed = true;
      for (const bitmap of bitmaps) bitmap.close();
      bitmaps.length = 0;
    },
  };
}

function halve(bitmap: ImageBitmap): Promise<ImageBitmap> {
  return createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width / 2)),
    resizeHeight: Math.max(1, Math.round(bitmap.height / 2)),
    resizeQuality: 'medium',
  });
}
