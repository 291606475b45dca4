// Encodes the same pixels as PNG with the browser's own encoder, in a worker, for comparison.

self.addEventListener('message', async ({ data }: MessageEvent<{ coverage: Uint8Array; widthPx: number }>) => {
  const { coverage, widthPx } = data;
  const heightPx = coverage.length / widthPx;
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const image = new ImageData(widthPx, heightPx);
  coverage.forEach((value, at) => {
    image.data[4 * at + 3] = 255;
    image.data.fill(value, 4 * at, 4 * at + 3);
  });
  context?.putImageData(image, 0, 0);
  const beganMs = performance.now();
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  self.postMessage({ ms: performance.now() - beganMs, sizeBytes: blob.size });
});
