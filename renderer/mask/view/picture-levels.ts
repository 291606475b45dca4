// Owns the decoded picture and smaller versions of it, so that drawing costs what is seen. It must not know views or masks.

/** A decoded picture; its bitmaps are closed by `dispose`. */
export type PictureLevels = {
  /** The best version there is for being shown `2 ** level` times smaller, never a smaller one than that. */
  bitmapFor: (level: number) => ImageBitmap;
  /** Nothing shows through it. */
  isOpaque: boolean;
  dispose: () => void;
};

const SMALLEST_SIDE_PX = 512;

/** Takes over a bitmap and makes its smaller versions bit by bit; `onBetter` is called after each. */
export function createPictureLevels(picture: ImageBitmap, isOpaque: boolean, onBetter: () => void): PictureLevels {
  const bitmaps = [picture];
  let isDisposed = false;
  const addLevels = async (): Promise<void> => {
    for (let last = picture; Math.max(last.width, last.height) > SMALLEST_SIDE_PX; ) {
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
  // Without smaller versions the picture is drawn from the large one: slower, but right.
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
