// The strokes of every implementation: the same curves across the whole picture. Numbers only.

/** Size of the picture and of the element that shows it. */
export const PICTURE = { widthPx: 7680, heightPx: 4320 } as const;
export const SHOWN = { widthPx: 1280, heightPx: 720 } as const;
export const STROKE_WIDTH_PX = 90;
const POINTS = 40;

type Point = { x: number; y: number };

/** Returns the points of stroke `index`, in CSS pixels of the element. */
export function strokePoints(index: number): Point[] {
  const startX = 80 + ((index * 137) % (SHOWN.widthPx - 320));
  const startY = 60 + ((index * 89) % (SHOWN.heightPx - 200));
  return Array.from({ length: POINTS }, (_none, i) => ({
    x: startX + 4 * i,
    y: startY + 40 * Math.sin((index + i) / 7) + i,
  }));
}
