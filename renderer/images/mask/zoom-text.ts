// Writes how large a picture is shown.

/** `0.333` → `33 %`; a digit more where a whole percent would hide a step. @param zoom device pixels per picture pixel. */
export function formatZoom(zoom: number): string {
  const percent = zoom * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
