// Fills a hole with a smooth continuation of its surroundings: no texture, and no need for any.

/** Values with a hole, row by row, `channels` for each pixel. */
export type Field = { width: number; height: number; channels: number; values: Float32Array; hole: Uint8Array };

/** Sweeps that even out what was taken from the coarser field. */
const SWEEPS = 6;

/**
 * Fills the hole in place, from coarse to fine, by values that tend to the mean of their neighbours. A field without any
 * known value stays as it is.
 */
export function fillSmoothly(field: Field): void {
  const { width, height, channels, values, hole } = field;
  if (!hole.includes(1)) return;
  if (width > 1 || height > 1) {
    const coarse = halve(field);
    fillSmoothly(coarse);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (hole[i] === 0) continue;
        const from = ((y >> 1) * coarse.width + (x >> 1)) * channels;
        for (let c = 0; c < channels; c++) values[i * channels + c] = coarse.values[from + c] ?? 0;
      }
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) relax(field);
}

/** Moves every value of the hole towards the mean of its neighbours, by successive over-relaxation. */
function relax({ width, height, channels, values, hole }: Field): void {
  const OVER = 1.5;
  const row = width * channels;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (hole[i] === 0) continue;
      for (let c = 0, at = i * channels; c < channels; c++, at++) {
        let [sum, count] = [0, 0];
        if (x > 0) [sum, count] = [sum + (values[at - channels] ?? 0), count + 1];
        if (x < width - 1) [sum, count] = [sum + (values[at + channels] ?? 0), count + 1];
        if (y > 0) [sum, count] = [sum + (values[at - row] ?? 0), count + 1];
        if (y < height - 1) [sum, count] = [sum + (values[at + row] ?? 0), count + 1];
        const old = values[at] ?? 0;
        if (count > 0) values[at] = old + (sum / count - old) * OVER;
      }
    }
  }
}

/** The means of the known values of each four pixels; a pixel without any belongs to the hole. */
function halve({ width, height, channels, values, hole }: Field): Field {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const count = half.width * half.height;
  const coarse: Field = { ...half, channels, values: new Float32Array(count * channels), hole: new Uint8Array(count) };
  for (let y = 0, at = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, at++) {
      let known = 0;
      for (let v = y * 2; v < Math.min(y * 2 + 2, height); v++) {
        for (let u = x * 2; u < Math.min(x * 2 + 2, width); u++) {
          const from = v * width + u;
          if (hole[from] === 1) continue;
          known++;
          for (let c = 0; c < channels; c++) {
            const sum = (coarse.values[at * channels + c] ?? 0) + (values[from * channels + c] ?? 0);
            coarse.values[at * channels + c] = sum;
          }
        }
      }
      if (known === 0) coarse.hole[at] = 1;
      for (let c = 0; c < channels; c++) {
        coarse.values[at * channels + c] = (coarse.values[at * channels + c] ?? 0) / Math.max(1, known);
      }
    }
  }
  return coarse;
}
