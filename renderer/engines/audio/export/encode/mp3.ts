// MP3 by LAME at a constant bit rate, with a frame that tells players which samples at both ends are not sound.

import { createEncoder } from 'wasm-media-encoders';
import { MP3_HEADER_BYTES, mp3FrameAt } from '../../../../../shared/speech/mp3-frame.ts';
import { big32, joinBytes, utf8 } from '../../../../../shared/speech/stream/byte-text.ts';
import { MP3_KBPS, MP3_RATES_HZ } from '../formats.ts';
import type { Encode, EncodeFacts } from './encoder.ts';
import { id3Tag } from './id3.ts';

/** Samples that LAME puts before the sound. */
const DELAY_FRAMES = 576;
/** LAME goes on for as many samples after the sound, and to the end of a frame. */
const FLUSHED_FRAMES = 1152;
const FIRST_MPEG_1_HZ = 32_000;
/** The tag by Xing, with the number of frames only, and its extension by LAME: a constant bit rate. */
const INFO_FLAGS = 1;
const ENCODER = 'LAME3.100';
const CONSTANT_BITRATE = 1;
const EXTENSION_BYTES = 36;
const DELAY_OFFSET_BYTES = 21;
/** LAME makes a sound softer by so much at a constant bit rate, from so many kbit/s on (its `abr_switch_map`). */
const LAME_GAINS = [
  { fromKbps: 256, gain: 1 },
  { fromKbps: 224, gain: 0.98 },
  { fromKbps: 192, gain: 0.97 },
  { fromKbps: 0, gain: 0.95 },
] as const;
/** Samples per call, so that an export can be cancelled between two. */
const PIECE_FRAMES = 16_384;

/** Creates the encoder of mp3. @param compile LAME as WebAssembly; called for the first file. */
export function createMp3Encode(compile: () => Promise<WebAssembly.Module>): Encode {
  let code: Promise<WebAssembly.Module> | undefined;
  /** Encoders that have finished a file, kept because creating one takes some milliseconds. */
  const idle: Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>[] = [];
  return async function* (blocks, facts) {
    code ??= compile();
    const lame = idle.pop() ?? (await createEncoder('audio/mpeg', await code));
    lame.configure(settingsOf(facts));
    const gain = LAME_GAINS.find(({ fromKbps }) => facts.bitrateKbps >= fromKbps)?.gain ?? 1;
    let isBegun = false;
    // The result is a view of the encoder's memory, copied before the next call.
    const withHead = (view: Uint8Array): Uint8Array<ArrayBuffer> => {
      if (isBegun || view.length === 0) return joinBytes(view);
      isBegun = true;
      return joinBytes(id3Tag(facts), infoFrame(view, facts), view);
    };
    for await (const block of blocks)
      for (let at = 0; at < (block[0]?.length ?? 0); at += PIECE_FRAMES)
        yield withHead(
          lame.encode(block.map((samples) => samples.slice(at, at + PIECE_FRAMES).map((sample) => sample / gain))),
        );
    const last = withHead(lame.finalize());
    idle.push(lame);
    yield last;
  };
}

function settingsOf({ channels, rateHz, bitrateKbps }: EncodeFacts) {
  const outputSampleRate = MP3_RATES_HZ.find((rate) => rate === rateHz);
  const bitrate = MP3_KBPS.find((kbps) => kbps === bitrateKbps);
  if (outputSampleRate === undefined || bitrate === undefined) throw new RangeError('MP3 has no such rate.');
  // LAME would choose another rate for some bit rates.
  return { channels, sampleRate: rateHz, outputSampleRate, bitrate };
}

/** Size of the whole file, at most. */
export function mp3FileBytes(facts: EncodeFacts): number {
  const seconds = (frameCount(facts) + 1) * (frameSamples(facts) / facts.rateHz);
  return id3Tag(facts).length + Math.ceil((seconds * facts.bitrateKbps * 1000) / 8) + frameCount(facts);
}

function frameSamples({ rateHz }: EncodeFacts): number {
  return rateHz >= FIRST_MPEG_1_HZ ? 1152 : 576;
}

function frameCount(facts: EncodeFacts): number {
  return Math.ceil((facts.frames + FLUSHED_FRAMES) / frameSamples(facts));
}

/** A frame without sound like the first of `mp3`. */
function infoFrame(mp3: Uint8Array, facts: EncodeFacts): Uint8Array<ArrayBuffer> {
  const header = mp3.slice(0, MP3_HEADER_BYTES);
  // Without a padding byte.
  header[2] = (header[2] ?? 0) & ~2;
  const frame = mp3FrameAt(header, 0);
  if (frame === undefined) throw new Error('LAME has made no mp3.');
  const padding = frameCount(facts) * frame.samples - DELAY_FRAMES - facts.frames;
  const extension = new Uint8Array(EXTENSION_BYTES);
  extension.set(utf8(ENCODER));
  extension[utf8(ENCODER).length] = CONSTANT_BITRATE;
  const ends = [DELAY_FRAMES >> 4, ((DELAY_FRAMES & 0x0f) << 4) | (padding >> 8), padding & 0xff];
  extension.set(ends, DELAY_OFFSET_BYTES);
  const bytes = new Uint8Array(frame.lengthBytes);
  bytes.set(header);
  const info = joinBytes(utf8('Info'), big32(INFO_FLAGS), big32(frameCount(facts)), extension);
  bytes.set(info, MP3_HEADER_BYTES + frame.sideInfoBytes);
  return bytes;
}
