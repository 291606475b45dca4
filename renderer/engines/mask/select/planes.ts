// Sums over the square around each pixel of a plane.

/** Numbers of a rectangle, row by row. */
export type Plane = { readonly data: Float32Array<ArrayBuffer>; readonly width: number; readonly height: number };

/** Replaces each number by the sum of those at most `radius` away in each direction. Beyond the edge there are none. */
export function boxSum({ data, width, height }: Plane, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  for (let y = 0; y < height; y++) sumLine(data, y * width, 1, width, radius, line);
  for (let x = 0; x < width; x++) sumLine(data, x, width, height, radius, line);
}

function sumLine(
  data: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  line: Float32Array,
): void {
  let sum = 0;
  for (let at = 0; at < length; at++) line[at] = data[start + at * step] ?? 0;
  for (let at = 0; at < Math.min(radius, length); at++) sum += line[at] ?? 0;
  for (let at = 0; at < length; at++) {
    if (at + radius < length) sum += line[at + radius] ?? 0;
    if (at - radius > 0) sum -= line[at - radius - 1] ?? 0;
    data[start + at * step] = sum;
  }
}
