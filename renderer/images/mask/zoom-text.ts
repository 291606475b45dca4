// Formats a zoom level.

/**
 * `0.333` → `33 %`; one more digit if whole percents would hide a zoom step. @param zoom device pixels per picture
 * pixel.
 */
export function formatZoom(zoom: number): string {
  const percent = zoom * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
