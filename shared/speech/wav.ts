// The RIFF/WAVE container: writes a header, finds the samples. Format: Microsoft RIFF, "fmt " and "data" chunks; RF64
// (EBU Tech 3306) has the size of the samples in "ds64".

/** Layout of linear PCM. */
export type PcmLayout = { rateHz: number; channels: number; bitsPerSample: number };

/** Size of the header that `wavHeader` writes, in bytes. */
export const WAV_HEADER_BYTES = 44;

/**
 * Returns the 44-byte header of a wav file.
 * @param dataBytes size of the samples; values beyond 32 bits are clamped, as in streamed wav files.
 * @param formatTag 1 for integers.
 */
export function wavHeader(dataBytes: number, layout: PcmLayout, formatTag = 1): Uint8Array<ArrayBuffer> {
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
  view.setUint16(20, formatTag, true);
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

/** The tag of a format whose own tag follows in a GUID. */
const TAG_EXTENSIBLE = 0xfffe;
const EXTENSIBLE_BYTES = 26;
const SIZE_IN_DS64 = 0xffff_ffff;

/**
 * Reads the content of a "fmt " chunk. The tag of WAVE_FORMAT_EXTENSIBLE is replaced by that of its sub-format.
 * @returns undefined if it is incomplete.
 */
export function readWavFormat(
  view: DataView,
  at: number,
  sizeBytes: number,
): (PcmLayout & { formatTag: number }) | undefined {
  if (sizeBytes < 16 || at + 16 > view.byteLength) return undefined;
  const tag = view.getUint16(at, true);
  const isExtended =
    tag === TAG_EXTENSIBLE && sizeBytes >= EXTENSIBLE_BYTES && at + EXTENSIBLE_BYTES <= view.byteLength;
  return {
    formatTag: isExtended ? view.getUint16(at + 24, true) : tag,
    channels: view.getUint16(at + 2, true),
    rateHz: view.getUint32(at + 4, true),
    bitsPerSample: view.getUint16(at + 14, true),
  };
}

/**
 * Reads a wav header.
 * @param head the first bytes of the file; 4 KiB are sufficient.
 * @returns undefined if `head` is not RIFF/WAVE or ends before the data chunk.
 */
export function parseWavHeader(head: Uint8Array): WavInfo | undefined {
  if (head.length < 12) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const tag = (offset: number): string => String.fromCharCode(...head.subarray(offset, offset + 4));
  if (!['RIFF', 'RF64', 'BW64'].includes(tag(0)) || tag(8) !== 'WAVE') return undefined;
  let layout: ReturnType<typeof readWavFormat>;
  let longBytes: number | undefined;
  for (let offset = 12; offset + 8 <= head.length; ) {
    const sizeBytes = view.getUint32(offset + 4, true);
    if (tag(offset) === 'fmt ') layout = readWavFormat(view, offset + 8, sizeBytes);
    else if (tag(offset) === 'ds64' && offset + 24 <= head.length)
      longBytes = Number(view.getBigUint64(offset + 16, true));
    else if (tag(offset) === 'data') {
      const declaredBytes = sizeBytes === SIZE_IN_DS64 && longBytes !== undefined ? longBytes : sizeBytes;
      return layout && { ...layout, dataOffset: offset + 8, declaredBytes };
    }
    offset += 8 + sizeBytes + (sizeBytes % 2);
  }
  return undefined;
}

/** Length of the part of a header by which it is found, in bytes. */
export const WAV_MARK_BYTES = 12;

/**
 * Finds the beginning of a wav header: of the next file where several were joined. 64 bits of it are fixed, so that
 * samples do not look like one.
 * @returns its index from `from` on, or that of a beginning cut off by the end of the bytes; -1 if there is neither.
 */
export function findWavHeader(bytes: Uint8Array, from: number): number {
  const mark = 'RIFF....WAVE';
  for (let at = bytes.indexOf(0x52, from); at >= 0; at = bytes.indexOf(0x52, at + 1)) {
    let length = 1;
    while (length < WAV_MARK_BYTES && at + length < bytes.length && isMark(mark, length, bytes[at + length])) length++;
    if (length === WAV_MARK_BYTES || at + length === bytes.length) return at;
  }
  return -1;
}

function isMark(mark: string, at: number, byte: number | undefined): boolean {
  return mark[at] === '.' || mark.charCodeAt(at) === byte;
}
