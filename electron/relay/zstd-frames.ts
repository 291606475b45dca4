// Follows the frames of zstd data (RFC 8878 §3.1) to see whether it is whole: Node's decoder does not report data that
// ends early. Decodes nothing.

/** Follows the frames; `isWhole` between two of them. */
export type ZstdFrames = { push: (bytes: Uint8Array) => void; isWhole: () => boolean };

const MAGIC = 0xfd2fb528;
const [BLOCK_TYPE_BITS, RLE_BLOCK] = [3, 1];

/** Creates the follower. Data that is no zstd is never whole; the decoder reports it. */
export function createZstdFrames(): ZstdFrames {
  let part: 'magic' | 'descriptor' | 'block' | 'skippable' | 'lost' = 'magic';
  /** Bytes of the part that is being read, as far as they arrived. */
  let held: number[] = [];
  let needed = 4;
  /** Bytes to pass over before the next part. */
  let skip = 0;
  let hasChecksum = false;

  const begin = (next: typeof part, bytes: number): void => {
    part = next;
    held = [];
    needed = bytes;
  };
  const value = (): number => held.reduceRight((sum, byte) => sum * 256 + byte, 0);

  function read(): void {
    const number = value();
    if (part === 'magic') {
      if (number === MAGIC) begin('descriptor', 1);
      else if (number >= 0x184d2a50 && number <= 0x184d2a5f) begin('skippable', 4);
      else part = 'lost';
    } else if (part === 'skippable') {
      skip = number;
      begin('magic', 4);
    } else if (part === 'descriptor') {
      const isSingleSegment = (number & 0x20) !== 0;
      hasChecksum = (number & 0x04) !== 0;
      const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][number >> 6] ?? 0;
      skip = (isSingleSegment ? 0 : 1) + ([0, 1, 2, 4][number & 0x03] ?? 0) + sizeBytes;
      begin('block', 3);
    } else {
      const isLast = (number & 1) !== 0;
      skip = ((number >> 1) & BLOCK_TYPE_BITS) === RLE_BLOCK ? 1 : number >> 3;
      if (isLast && hasChecksum) skip += 4;
      if (isLast) begin('magic', 4);
      else begin('block', 3);
    }
  }

  return {
    push(bytes) {
      for (let at = 0; at < bytes.length && part !== 'lost'; ) {
        if (skip > 0) {
          const passed = Math.min(skip, bytes.length - at);
          skip -= passed;
          at += passed;
          continue;
        }
        held.push(bytes[at++] ?? 0);
        if (held.length === needed) read();
      }
    },
    isWhole: () => part === 'magic' && held.length === 0 && skip === 0,
  };
}
