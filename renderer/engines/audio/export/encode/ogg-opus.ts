// Opus in Ogg by the browser's own encoder (WebCodecs), which Chromium and Electron both have.

import { joinBytes, little16, little32, utf8 } from '../../../../../shared/speech/stream/byte-text.ts';
import { createOggWriter, type OggWriter } from '../../../../../shared/speech/stream/ogg-pages.ts';
import { opusFrames } from '../../../../../shared/speech/stream/ogg-splitter.ts';
import { OPUS_RATE_HZ } from '../formats.ts';
import type { Block } from '../plan.ts';
import type { Encode, EncodeFacts } from './encoder.ts';
import { vorbisComment } from './vorbis-comment.ts';

/** The encoder's input waits while it is this far behind, in pieces. */
const MAX_QUEUED = 8;
const PIECE_FRAMES = 24_000;
/** The longest packets: their number is what decoding costs. */
const PACKET_US = 60_000;
/** Silence after the sound, longer than any encoder's delay, so that the last samples leave it. */
const TAIL_S = 0.04;
/** Where the pre-skip is in the identification header (RFC 7845 §5.1). */
const PRE_SKIP_OFFSET = 10;

/** Encodes samples at a rate of Opus. Rejects if the encoder fails. */
export const encodeOggOpus: Encode = async function* (blocks, facts) {
  const { channels, rateHz, bitrateKbps } = facts;
  const pages = createPages(facts);
  const encoder = new AudioEncoder({ output: pages.add, error: pages.fail });
  try {
    encoder.configure({
      codec: 'opus',
      sampleRate: rateHz,
      numberOfChannels: channels,
      bitrate: bitrateKbps * 1000,
      opus: { frameDuration: PACKET_US },
    });
    let sent = 0;
    for await (const block of withTail(blocks, facts)) {
      encoder.encode(audioData(block, rateHz, sent));
      sent += block[0]?.length ?? 0;
      while (encoder.state === 'configured' && encoder.encodeQueueSize > MAX_QUEUED)
        await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }));
      yield pages.take();
    }
    await encoder.flush();
    yield pages.end();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
};

/** Puts the packets of an encoder on pages. `take` and `end` return what is complete. @throws the encoder's error */
function createPages(facts: EncodeFacts) {
  let failure: Error | undefined;
  let writer: OggWriter | undefined;
  let made: Uint8Array[] = [];
  let encodedFrames = 0;
  let wantedFrames = 0;
  const take = (): Uint8Array<ArrayBuffer> => {
    if (failure !== undefined) throw failure;
    const bytes = joinBytes(...made);
    made = [];
    return bytes;
  };
  return {
    take,
    fail: (error: Error): void => {
      failure = error;
    },
    add: (chunk: EncodedAudioChunk, metadata?: EncodedAudioChunkMetadata): void => {
      if (writer === undefined) {
        // Chromium's encoder gives its delay in samples of the rate that it encodes.
        const preSkip = (preSkipOf(metadata) * OPUS_RATE_HZ) / facts.rateHz;
        wantedFrames = preSkip + opusFramesOf(facts);
        writer = createWriter(facts, preSkip);
        made.push(writer.head());
      }
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      // What follows the last sample is not written.
      if (encodedFrames < wantedFrames) made.push(writer.add({ bytes, frames: opusFrames(bytes) }));
      encodedFrames += opusFrames(bytes);
    },
    end: (): Uint8Array<ArrayBuffer> => {
      if (writer !== undefined) made.push(writer.end());
      return take();
    },
  };
}

/** Size of the whole file, roughly: the bit rate is kept on average. */
export function oggFileBytes(facts: EncodeFacts): number {
  const seconds = facts.frames / facts.rateHz;
  return createWriter(facts, 0).head().length + Math.ceil(seconds * facts.bitrateKbps * 125 * 1.25) + 4096;
}

/** @param preSkip samples at 48 kHz that decoders drop at the beginning. */
function createWriter(facts: EncodeFacts, preSkip: number): OggWriter {
  const tags = joinBytes(utf8('OpusTags'), vorbisComment(facts));
  return createOggWriter([opusHead(facts, preSkip), tags], preSkip + opusFramesOf(facts));
}

/** Length of the sound at 48 kHz. */
function opusFramesOf({ frames, rateHz }: EncodeFacts): number {
  return (frames * OPUS_RATE_HZ) / rateHz;
}

function opusHead({ channels, rateHz }: EncodeFacts, preSkip: number): Uint8Array<ArrayBuffer> {
  return joinBytes(
    utf8('OpusHead'),
    Uint8Array.of(1, channels),
    little16(preSkip),
    little32(rateHz),
    new Uint8Array(3),
  );
}

/** The sound in pieces that the encoder takes, and silence after it. */
async function* withTail(blocks: AsyncIterable<Block>, { channels, rateHz }: EncodeFacts): AsyncGenerator<Block, void> {
  for await (const block of blocks)
    for (let at = 0; at < (block[0]?.length ?? 0); at += PIECE_FRAMES)
      yield block.map((samples) => samples.subarray(at, at + PIECE_FRAMES));
  yield Array.from({ length: channels }, () => new Float32Array(TAIL_S * rateHz));
}

function audioData(block: Block, sampleRate: number, at: number): AudioData {
  const numberOfFrames = block[0]?.length ?? 0;
  const data = new Float32Array(numberOfFrames * block.length);
  for (const [channel, samples] of block.entries()) data.set(samples, channel * numberOfFrames);
  const timestamp = Math.round((at / sampleRate) * 1e6);
  const numberOfChannels = block.length;
  return new AudioData({ format: 'f32-planar', sampleRate, numberOfFrames, numberOfChannels, timestamp, data });
}

function preSkipOf(metadata: EncodedAudioChunkMetadata | undefined): number {
  const head = metadata?.decoderConfig?.description;
  if (head === undefined) throw new Error('The encoder does not say its delay.');
  const view = ArrayBuffer.isView(head)
    ? new DataView(head.buffer, head.byteOffset, head.byteLength)
    : new DataView(head);
  return view.getUint16(PRE_SKIP_OFFSET, true);
}
