// Generated sounds, in every format that the relay may send, for tests that decode or play them.

import { ENCODERS } from '../../practice-relay/speech/encoders.ts';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { mp3FrameAt } from '../../shared/speech/mp3-frame.ts';
import { wavHeader } from '../../shared/speech/wav.ts';

/** Sample rate of the practice relay's encoders. */
export const RATE_HZ = 24_000;

/**
 * Returns noise between -1 and 1 without a single zero, the same for the same seed: every sample identifies its
 * position.
 */
export function noise(seconds: number, seed = 1): Float32Array<ArrayBuffer> {
  let state = seed * 2654435761;
  return Float32Array.from({ length: Math.round(seconds * RATE_HZ) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >> 16) | 1) / 32_768;
  });
}

/** Returns a rising tone: a codec preserves it well, and no two parts of it are alike. */
export function sweep(seconds: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: Math.round(seconds * RATE_HZ) }, (_none, i) => {
    const t = i / RATE_HZ;
    return 0.4 * Math.sin(2 * Math.PI * (200 + 150 * t) * t);
  });
}

/** Encodes samples in a format, like the practice relay. */
export async function encode(samples: Float32Array, format: SpeechFormat): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const source = async function* () {
    yield samples;
  };
  for await (const piece of ENCODERS[format](source())) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** Converts samples to the 16-bit samples of pcm. */
export function pcmBytes(samples: Float32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Int16Array.from(samples, (sample) => Math.round(sample * 32_768)).buffer);
}

/** Interleaved 16-bit pcm as wav; `declaredBytes` is the size in the header. */
export function wavBytes(pcm: Uint8Array, declaredBytes = pcm.length, channels = 1): Uint8Array<ArrayBuffer> {
  const header = wavHeader(declaredBytes, { rateHz: RATE_HZ, channels, bitsPerSample: 16 });
  return new Uint8Array(Buffer.concat([header, pcm]));
}

/** An ID3v2 tag with `sizeBytes` of contents that look like frames. */
export function id3Tag(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const tag = new Uint8Array(10 + sizeBytes).fill(0xff);
  tag.set([
    0x49,
    0x44,
    0x33,
    4,
    0,
    0,
    (sizeBytes >> 21) & 0x7f,
    (sizeBytes >> 14) & 0x7f,
    (sizeBytes >> 7) & 0x7f,
    sizeBytes & 0x7f,
  ]);
  return tag;
}

/**
 * The tag frame that encoders put before an mp3 of this kind: the number of frames, and the samples to skip at both
 * ends.
 */
export function delayTag(
  mp3: Uint8Array,
  { delayFrames, paddingFrames }: { delayFrames: number; paddingFrames: number },
): Uint8Array<ArrayBuffer> {
  const frame = mp3FrameAt(mp3, 0);
  if (frame === undefined) throw new Error('Not an mp3');
  let frames = 0;
  for (let at = 0; at < mp3.length; frames++) at += mp3FrameAt(mp3, at)?.lengthBytes ?? mp3.length;
  const tag = new Uint8Array(frame.lengthBytes);
  tag.set(mp3.subarray(0, 4));
  const at = 4 + frame.sideInfoBytes;
  const word = (offset: number, text: string): void => tag.set(new TextEncoder().encode(text), at + offset);
  word(0, 'Info');
  new DataView(tag.buffer).setUint32(at + 4, 1);
  new DataView(tag.buffer).setUint32(at + 8, frames);
  word(12, 'LAME3.100');
  tag.set([delayFrames >> 4, ((delayFrames & 0x0f) << 4) | (paddingFrames >> 8), paddingFrames & 0xff], at + 12 + 21);
  return tag;
}
