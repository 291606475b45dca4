// Reads linear PCM, headerless or in a wav file, from chunks of any size.

import { type PcmLayout, parseWavHeader } from '../../../shared/speech/wav.ts';
import { createByteQueue } from './byte-queue.ts';
import { UnplayableStream } from './stream-part.ts';

/** The layout of the samples in the stream; only whole frames are passed on. `isFloat`: IEEE floats. */
export type PcmFormat = PcmLayout & { isFloat: boolean };
/**
 * `begin` is called once with the format, `data` for each piece of samples; its bytes are valid during the call only.
 */
export type PcmSink = { begin: (format: PcmFormat) => void; data: (bytes: Uint8Array) => void };
/** Reads the next bytes of the stream. @throws `UnplayableStream` */
export type PcmReader = (bytes: Uint8Array) => void;

const MAX_HEADER_BYTES = 65_536;
/** Streams of unknown length declare this length or more. */
const UNKNOWN_LENGTH = 0x7fff_0000;
const TAG_PCM = 1;
const TAG_FLOAT = 3;
const TAG_EXTENSIBLE = 0xfffe;

/** Creates a reader of headerless signed 16-bit little-endian mono. */
export function createPcmReader(rateHz: number, sink: PcmSink): PcmReader {
  const format: PcmFormat = { rateHz, channels: 1, bitsPerSample: 16, isFloat: false };
  let read: PcmReader | undefined;
  return (bytes) => {
    if (read === undefined) {
      sink.begin(format);
      read = createFrameReader(format, sink);
    }
    read(bytes);
  };
}

/**
 * Creates a reader of a wav file while it arrives. The length in the header is used if it is plausible; chunks after
 * the samples are ignored.
 */
export function createWavReader(sink: PcmSink): PcmReader {
  const head = createByteQueue();
  let read: PcmReader | undefined;
  let leftBytes = Number.POSITIVE_INFINITY;
  const pass = (bytes: Uint8Array, reader: PcmReader): void => {
    const taken = bytes.length > leftBytes ? bytes.subarray(0, leftBytes) : bytes;
    leftBytes -= taken.length;
    reader(taken);
  };
  return (bytes) => {
    if (read !== undefined) {
      pass(bytes, read);
      return;
    }
    head.push(bytes);
    const info = parseWavHeader(head.rest());
    if (info === undefined) {
      if (head.rest().length > MAX_HEADER_BYTES) throw new UnplayableStream('No wav header.');
      return;
    }
    const { rateHz, channels, bitsPerSample, formatTag } = info;
    const format: PcmFormat = { rateHz, channels, bitsPerSample, isFloat: formatTag === TAG_FLOAT };
    if (!isReadable(format, formatTag)) throw new UnplayableStream('A wav layout that is not read.');
    if (info.declaredBytes > 0 && info.declaredBytes < UNKNOWN_LENGTH) leftBytes = info.declaredBytes;
    sink.begin(format);
    read = createFrameReader(format, sink);
    pass(head.rest().subarray(info.dataOffset), read);
  };
}

/** Converts bytes to samples between -1 and 1, interleaved as in the stream. */
export function toFloats(bytes: Uint8Array, { bitsPerSample, isFloat }: PcmFormat): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = bitsPerSample / 8;
  const samples = new Float32Array(bytes.length / width);
  if (isFloat) for (let i = 0; i < samples.length; i++) samples[i] = view.getFloat32(4 * i, true);
  else if (width === 1) for (let i = 0; i < samples.length; i++) samples[i] = ((bytes[i] ?? 128) - 128) / 128;
  else if (width === 2) for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 32_768;
  else if (width === 4) for (let i = 0; i < samples.length; i++) samples[i] = view.getInt32(4 * i, true) / 2 ** 31;
  else
    for (let i = 0; i < samples.length; i++)
      samples[i] = ((view.getInt8(3 * i + 2) << 16) | view.getUint16(3 * i, true)) / 2 ** 23;
  return samples;
}

/** Passes whole frames on; an incomplete one waits for the next bytes. */
function createFrameReader({ channels, bitsPerSample }: PcmFormat, { data }: PcmSink): PcmReader {
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

function isReadable({ channels, bitsPerSample, isFloat }: PcmFormat, formatTag: number): boolean {
  if (channels < 1 || channels > 32) return false;
  if (isFloat) return bitsPerSample === 32;
  // An extensible header with 32 bits per sample may mean floats.
  return (
    (formatTag === TAG_PCM && bitsPerSample === 32) ||
    ((formatTag === TAG_PCM || formatTag === TAG_EXTENSIBLE) && [8, 16, 24].includes(bitsPerSample))
  );
}
