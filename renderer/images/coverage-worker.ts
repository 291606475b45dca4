// The worker that reads kept masks: the less opaque a pixel, the more it is covered. It must not know the page.

import { decodePixels } from '../pixels/decode.ts';
import type { CoverageReply } from './coverage-reader.ts';
import type { Bytes } from './ports.ts';

self.addEventListener('message', (event: MessageEvent<{ id: number; bytes: Bytes }>) => {
  const { id, bytes } = event.data;
  read(bytes).then(
    (found) => post({ id, read: found }),
    () => post({ id, read: null }),
  );
});

async function read(bytes: Bytes): Promise<CoverageReply['read']> {
  const { data, width, height } = await decodePixels(bytes);
  const coverage = new Uint8Array(width * height);
  for (let i = 0; i < coverage.length; i++) coverage[i] = 255 - (data[4 * i + 3] ?? 255);
  return { coverage, size: { width, height } };
}

function post(reply: CoverageReply): void {
  self.postMessage(reply, { transfer: reply.read === null ? [] : [reply.read.coverage.buffer] });
}
