// The RIFF/WAVE container of 16-bit PCM: writes a header, finds the samples. Format: Microsoft RIFF, "fmt " and "data"
// chunks.

/** Layout of linear PCM. */
export type PcmLayout = { rateHz: number; channels: number; bitsPerSample: number };

/** Size of the header that `wavHeader` writes, in bytes. */
export const WAV_HEADER_BYTES = 44;

/**
 * Returns the 44-byte header of a wav file.
 * @param dataBytes size of the samples; values beyond 32 bits are clamped, as in streamed wav files.
 */
export function wavHeader(dataBytes: number, layout: PcmLayout): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const blockAlign = (layout.channels * layout.bitsPerSample) / 8;
  const ascii = (offset: number, text: string): void => {
    for (let i = 0; i < text.length; i++) header[offset + i] = text.charCodeAt(i);
  };
  ascii(0, 'RIFF');
  view.setUint32(4, Math.min(dataBytes + 36, 0xffffffff), true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, layout.channels, true);
  view.setUint32(24, layout.rateHz, true);
  view.setUint32(28, layout.rateHz * blockAlign, true);
  view.setUint16(32, blockAlign, true);
  view.setUint16(34, layout.bitsPerSample, true);
  ascii(36, 'data');
  view.setUint32(40, Math.min(dataBytes, 0xffffffff), true);
  return header;
}

/** Position of the samples in a wav file. `declaredBytes` is the size in the header; a stream has 0 or 0xFFFFFFFF. */
export type WavInfo = PcmLayout & { formatTag: number; dataOffset: number; declaredBytes: number };

/**
 * Reads a wav header.
 * @param head the first bytes of the file; 4 KiB are sufficient.
 * @returns undefined if `head` is not RIFF/WAVE or ends before the data chunk.
 */
export function parseWavHeader(head: Uint8Array): WavInfo | undefined {
  if (head.length < 12) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const tag = (offset: number): string => String.fromCharCode(...head.subarray(offset, offset + 4));
  if (tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return undefined;
  let layout: (PcmLayout & { formatTag: number }) | undefined;
  for (let offset = 12; offset + 8 <= head.length; ) {
    const sizeBytes = view.getUint32(offset + 4, true);
    if (tag(offset) === 'fmt ' && offset + 24 <= head.length) {
      layout = {
        formatTag: view.getUint16(offset + 8, true),
        channels: view.getUint16(offset + 10, true),
        rateHz: view.getUint32(offset + 12, true),
        bitsPerSample: view.getUint16(offset + 22, true),
      };
    } else if (tag(offset) === 'data') {
      return layout && { ...layout, dataOffset: offset + 8, declaredBytes: sizeBytes };
    }
    offset += 8 + sizeBytes + (sizeBytes % 2);
  }
  return undefined;
}
