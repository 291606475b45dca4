// Splits an mp3 stream into frames, and skips any other data before or between them.

import { MP3_HEADER_BYTES, type Mp3Frame, mp3FrameAt } from '../mp3-frame.ts';
import { id3Bytes } from '../mpeg-signatures.ts';
import { createByteQueue } from './byte-queue.ts';
import { type Splitter, type StreamPart, UnplayableStream } from './stream-part.ts';

const ID3_HEADER_BYTES = 10;
/** Number of samples of silence that every layer III decoder puts before the sound. */
export const DECODER_DELAY_FRAMES = 529;
/** A tag frame: "Xing" or "Info", flags, four optional fields, encoder name, delay and padding. */
const XING_FIELDS = [
  { flag: 1, bytes: 4 },
  { flag: 2, bytes: 4 },
  { flag: 4, bytes: 100 },
  { flag: 8, bytes: 4 },
] as const;
/** Offset of delay and padding from the encoder's name. */
const DELAY_OFFSET_BYTES = 21;

/**
 * Creates a splitter for mp3. Tags are skipped; the encoder's delay and padding become `drop` parts, as players apply
 * them.
 */
export function createMp3Splitter(): Splitter {
  const queue = createByteQueue();
  let stream: Mp3Frame | undefined;
  /** False after a loss of sync: then a header counts only if another one follows its frame. */
  let isInStep = true;
  let rawFrames = 0;

  const open = (frame: Mp3Frame): StreamPart[] => {
    if (stream !== undefined) return [];
    stream = frame;
    return [{ type: 'begin', codec: 'mp3', rateHz: frame.rateHz, channels: frame.channels, gain: 1 }];
  };

  const emit = (frame: Mp3Frame): StreamPart[] => {
    if (stream !== undefined && stream.rateHz !== frame.rateHz) throw new UnplayableStream('The rate changes.');
    const bytes = queue.take(frame.lengthBytes);
    const tag = readMp3Tag(bytes, frame);
    if (tag === 'none') {
      const parts = open(frame);
      rawFrames += frame.samples;
      return [...parts, { type: 'packet', bytes, frames: frame.samples }];
    }
    return [...open(frame), ...dropsOf(tag, frame, rawFrames)];
  };

  return (bytes) => {
    queue.push(bytes);
    const parts: StreamPart[] = [];
    for (;;) {
      const rest = queue.rest();
      if (rest.length < MP3_HEADER_BYTES) return parts;
      if (rest[0] === 0x49 && rest[1] === 0x44 && rest[2] === 0x33) {
        if (rest.length < ID3_HEADER_BYTES) return parts;
        queue.skip(id3Bytes(rest));
        continue;
      }
      const frame = mp3FrameAt(rest, 0);
      if (frame === undefined) {
        isInStep = false;
        const next = rest.findIndex((byte, at) => at > 0 && (byte === 0xff || byte === 0x49));
        queue.skip(next < 0 ? rest.length : next);
        continue;
      }
      const needed = frame.lengthBytes + (isInStep ? 0 : MP3_HEADER_BYTES);
      if (rest.length < needed) return parts;
      if (!isInStep && mp3FrameAt(rest, frame.lengthBytes) === undefined) {
        queue.skip(1);
        continue;
      }
      isInStep = true;
      parts.push(...emit(frame));
    }
  };
}

/** The contents of a frame that holds a tag instead of sound; `none` for a frame of sound. */
export type Mp3Tag = 'none' | { frameCount?: number; delayFrames?: number; paddingFrames?: number };

/** Reads what a frame says of the others. @param bytes of the whole frame. */
export function readMp3Tag(bytes: Uint8Array, frame: Mp3Frame): Mp3Tag {
  const word = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (word(MP3_HEADER_BYTES + 32) === 'VBRI') return {};
  let at = MP3_HEADER_BYTES + frame.sideInfoBytes;
  if (word(at) !== 'Xing' && word(at) !== 'Info') return 'none';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < at + 8) return {};
  const flags = view.getUint32(at + 4);
  at += 8;
  const frameCount = flags & 1 && bytes.length >= at + 4 ? view.getUint32(at) : undefined;
  for (const field of XING_FIELDS) if (flags & field.flag) at += field.bytes;
  const isKnownEncoder = ['LAME', 'Lavf', 'Lavc'].includes(word(at));
  if (!isKnownEncoder || bytes.length < at + DELAY_OFFSET_BYTES + 3) return {};
  const [high = 0, middle = 0, low = 0] = bytes.subarray(at + DELAY_OFFSET_BYTES);
  return {
    ...(frameCount !== undefined && { frameCount }),
    delayFrames: (high << 4) | (middle >> 4),
    paddingFrames: ((middle & 0x0f) << 8) | low,
  };
}

function dropsOf(tag: Exclude<Mp3Tag, 'none'>, frame: Mp3Frame, atFrame: number): StreamPart[] {
  const { frameCount, delayFrames, paddingFrames = 0 } = tag;
  if (delayFrames === undefined) return [];
  const parts: StreamPart[] = [
    { type: 'drop', fromFrame: atFrame, toFrame: atFrame + delayFrames + DECODER_DELAY_FRAMES },
  ];
  const surplus = paddingFrames - DECODER_DELAY_FRAMES;
  if (frameCount !== undefined && surplus > 0) {
    const toFrame = atFrame + frameCount * frame.samples;
    parts.push({ type: 'drop', fromFrame: toFrame - surplus, toFrame });
  }
  return parts;
}
