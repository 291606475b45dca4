// Decodes a picture in a worker, and returns its pixels.

import { decodePixels } from '../../../renderer/engines/pixels/codec/decode.ts';

self.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  decodePixels(data).then(
    (pixels) => self.postMessage({ pixels }),
    (problem) => self.postMessage({ problem: String(problem) }),
  );
});
