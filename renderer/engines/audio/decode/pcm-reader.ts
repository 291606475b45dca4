// Reads linear PCM, headerless or in a wav file, from chunks of any size.

import { WAV_TAG } from '../../../../shared/speech/linear/linear-sound.ts';
import { isSizeKnown } from '../../../../shared/speech/linear/read-linear.ts';
import { createByteQueue } from '../../../../shared/speech/stream/byte-queue.ts';
import { UnplayableStream } from '../../../../shared/speech/stream/stream-part.ts';
import {
  findWavHeader,
  type PcmLayout,
  parseWavHeader,
  WAV_MARK_BYTES,
  type WavInfo,
} from '../../../../shared/speech/wav.ts';
import { isMoreSound, REST_BYTES } from '../../../../shared/speech/wav-rest.ts';

/** How a sample is written: as an integer, as an IEEE float, or by the logarithmic laws of G.711. */
type SampleCoding = 'integer' | 'float' | 'aLaw' | 'muLaw';
/** The layout of the samples in the stream; only whole frames are passed on. */
export type PcmFormat = PcmLayout & { coding: SampleCoding };
/**
 * `begin` is called once with the format, `data` for each piece of samples; its bytes are valid during the call only.
 */
export type PcmSink = { begin: (format: PcmFormat) => void; data: (bytes: Uint8Array) => void };
/** `push` reads the next bytes of the stream; `end` says that there are no more. @throws `UnplayableStream` */
export type PcmReader = { push: (bytes: Uint8Array) => void; end: () => void };

const MAX_HEADER_BYTES = 65_536;
const MAX_CHANNELS = 32;

/** Codings whose samples have a fixed width, by format tag. */
const CODINGS: ReadonlyMap<number, { coding: SampleCoding; bits: readonly number[] }> = new Map([
  [WAV_TAG.pcm, { coding: 'integer', bits: [8, 16, 24, 32] }],
  [WAV_TAG.float, { coding: 'float', bits: [32] }],
  [WAV_TAG.aLaw, { coding: 'aLaw', bits: [8] }],
  [WAV_TAG.muLaw, { coding: 'muLaw', bits: [8] }],
]);

/** Creates a reader of headerless signed 16-bit little-endian mono. */
export function createPcmReader(rateHz: number, sink: PcmSink): PcmReader {
  const format: PcmFormat = { rateHz, channels: 1, bitsPerSample: 16, coding: 'integer' };
  let read: ((bytes: Uint8Array) => void) | undefined;
  return {
    push: (bytes) => {
      if (read === undefined) {
        sink.begin(format);
        read = createFrameReader(format, sink);
      }
      read(bytes);
    },
    end: () => undefined,
  };
}

/**
 * Creates a reader of a wav file while it arrives. The length in the header is used if it is plausible, and no more
 * samples follow it; chunks after the samples are ignored. Where another wav file follows, its samples continue those
 * before.
 */
export function createWavReader(sink: PcmSink): PcmReader {
  const queue = createByteQueue();
  let format: PcmFormat | undefined;
  /** The file that is being read, until its end. */
  let file: { info: WavInfo; read: (bytes: Uint8Array) => void; leftBytes: number; isOver: boolean } | undefined;

  /** Reads a header from the queue; false while it is incomplete. */
  const openFile = (): boolean => {
    const info = parseWavHeader(queue.rest());
    if (info === undefined) {
      if (queue.rest().length > MAX_HEADER_BYTES) throw new UnplayableStream('No wav header.');
      return false;
    }
    const found = formatOf(info);
    if (format === undefined) sink.begin(found);
    else if (!isSameFormat(found, format)) throw new UnplayableStream('The samples change.');
    format = found;
    const leftBytes = isSizeKnown(info.declaredBytes) ? info.declaredBytes : Number.POSITIVE_INFINITY;
    file = { info, read: createFrameReader(found, sink), leftBytes, isOver: false };
    queue.skip(info.dataOffset);
    return true;
  };
  /** Reads as many bytes of the file; false while it cannot be told what follows its declared end. */
  const pass = (count: number, isAll: boolean): boolean => {
    if (file === undefined) return true;
    const taken = Math.min(count, file.leftBytes);
    file.read(queue.rest().subarray(0, taken));
    file.leftBytes -= taken;
    queue.skip(taken);
    const behind = queue.rest().subarray(0, count - taken);
    if (behind.length > 0 && !file.isOver) {
      if (behind.length < REST_BYTES && !isAll) return false;
      file.isOver = !isMoreSound(behind, { formatTag: file.info.formatTag, layout: file.info });
      if (!file.isOver) {
        file.leftBytes = Number.POSITIVE_INFINITY;
        file.read(behind);
      }
    }
    queue.skip(behind.length);
    return true;
  };

  return {
    push: (bytes) => {
      queue.push(bytes);
      for (;;) {
        if (file === undefined && !openFile()) return;
        const { length } = queue.rest();
        const next = findWavHeader(queue.rest(), 0);
        if (!pass(next < 0 ? length : next, next >= 0 && length - next >= WAV_MARK_BYTES)) return;
        // What is left may be the beginning of a header.
        if (queue.rest().length < WAV_MARK_BYTES) return;
        file = undefined;
      }
    },
    end: () => void pass(queue.rest().length, true),
  };
}

/** @throws `UnplayableStream` if samples of this layout are not read. */
function formatOf({ rateHz, channels, bitsPerSample, formatTag }: WavInfo): PcmFormat {
  const found = CODINGS.get(formatTag);
  if (!found?.bits.includes(bitsPerSample) || channels < 1 || channels > MAX_CHANNELS)
    throw new UnplayableStream('A wav layout that is not read.');
  return { rateHz, channels, bitsPerSample, coding: found.coding };
}

function isSameFormat(one: PcmFormat, other: PcmFormat): boolean {
  const isSameLayout = one.rateHz === other.rateHz && one.channels === other.channels;
  return isSameLayout && one.bitsPerSample === other.bitsPerSample && one.coding === other.coding;
}

/** Converts bytes to samples between -1 and 1, interleaved as in the stream. */
export function toFloats(bytes: Uint8Array, { bitsPerSample, coding }: PcmFormat): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = bitsPerSample / 8;
  const samples = new Float32Array(bytes.length / width);
  if (coding === 'aLaw' || coding === 'muLaw') {
    const table = G711_TABLES[coding];
    for (let i = 0; i < samples.length; i++) samples[i] = table[bytes[i] ?? 0] ?? 0;
  } else if (coding === 'float') for (let i = 0; i < samples.length; i++) samples[i] = view.getFloat32(4 * i, true);
  else if (width === 1) for (let i = 0; i < samples.length; i++) samples[i] = ((bytes[i] ?? 128) - 128) / 128;
  else if (width === 2) for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 32_768;
  else if (width === 4) for (let i = 0; i < samples.length; i++) samples[i] = view.getInt32(4 * i, true) / 2 ** 31;
  else
    for (let i = 0; i < samples.length; i++)
      samples[i] = ((view.getInt8(3 * i + 2) << 16) | view.getUint16(3 * i, true)) / 2 ** 23;
  return samples;
}

/** Passes whole frames on; an incomplete one waits for the next bytes. */
function createFrameReader({ channels, bitsPerSample }: PcmFormat, { data }: PcmSink): (bytes: Uint8Array) => void {
  const frameBytes = (channels * bitsPerSample) / 8;
  const carried = new Uint8Array(frameBytes);
  let carriedBytes = 0;
  return (bytes) => {
    let at = 0;
    if (carriedBytes > 0) {
      at = Math.min(frameBytes - carriedBytes, bytes.length);
      carried.set(bytes.subarray(0, at), carriedBytes);
      carriedBytes += at;
      if (carriedBytes < frameBytes) return;
      carriedBytes = 0;
      data(carried);
    }
    const whole = bytes.length - ((bytes.length - at) % frameBytes);
    if (whole > at) data(bytes.subarray(at, whole));
    carried.set(bytes.subarray(whole));
    carriedBytes = bytes.length - whole;
  };
}

/** Samples between -1 and 1 by their byte in G.711. */
const G711_TABLES = {
  aLaw: Float32Array.from({ length: 256 }, (_, byte) => {
    const code = byte ^ 0x55;
    const exponent = (code >> 4) & 7;
    const mantissa = ((code & 0x0f) << 4) + 8;
    const size = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
    return (code & 0x80 ? size : -size) / 32_768;
  }),
  muLaw: Float32Array.from({ length: 256 }, (_, byte) => {
    const code = ~byte & 0xff;
    const size = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84;
    return (code & 0x80 ? -size : size) / 32_768;
  }),
} as const;
