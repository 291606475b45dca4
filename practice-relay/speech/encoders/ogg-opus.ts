// Opus in Ogg (RFC 6716, RFC 7845), page by page.

/// <reference path="./opus.d.ts" />

// The package's default export prefers a native addon, which a sandboxed runtime may not load: always use WebAssembly.
import { Encoder } from '@evan/opus/wasm/index.mjs';
import { EncodedAudioPacketSource, EncodedPacket, NullTarget, OggOutputFormat, Output } from 'mediabunny';
import { DEFAULT_PCM_RATE_HZ } from '../../../shared/speech/formats.ts';
import type { Encode } from './encoder.ts';
import { toInt16 } from './pcm.ts';

const RATE_HZ = DEFAULT_PCM_RATE_HZ;
const BITRATE_BPS = 40_000;
const FRAME_SECONDS = 0.02;
/** A page is sent when it contains this much audio: little, so that a listener hears the beginning at once. */
const PAGE_SECONDS = 0.2;
/** Ogg measures Opus time at this rate, whatever the input rate. */
const GRANULE_RATE_HZ = 48_000;

/** libopus requests: OPUS_SET_BITRATE, OPUS_SET_COMPLEXITY, OPUS_GET_LOOKAHEAD. */
const CTL = { setBitrate: 4002, setComplexity: 4010, getLookahead: 4027 } as const;

/**
 * Encodes one Ogg stream; its pre-skip and last granule position make the decoded length exactly that of the samples.
 */
export const encodeOggOpus: Encode = async function* (samples) {
  const opus = new Encoder({ channels: 1, sample_rate: RATE_HZ, application: 'audio' });
  const pages: Uint8Array<ArrayBuffer>[] = [];
  const output = new Output({
    format: new OggOutputFormat({
      maximumPageDuration: PAGE_SECONDS,
      onPage: (page) => {
        pages.push(page.slice());
      },
    }),
    target: new NullTarget(),
  });
  try {
    opus.ctl(CTL.setBitrate, BITRATE_BPS);
    opus.ctl(CTL.setComplexity, 5);
    const lookahead = opus.ctl(CTL.getLookahead);
    const preSkip = (lookahead * GRANULE_RATE_HZ) / RATE_HZ;
    const decoderConfig = {
      codec: 'opus',
      sampleRate: GRANULE_RATE_HZ,
      numberOfChannels: 1,
      description: opusHead(preSkip),
    };
    const source = new EncodedAudioPacketSource('opus');
    output.addAudioTrack(source);
    await output.start();

    const frame = new Float32Array(RATE_HZ * FRAME_SECONDS);
    let filled = 0;
    let frames = 0;
    let received = 0;
    const addFrame = async (durationSeconds: number): Promise<void> => {
      const packet = new EncodedPacket(opus.encode(toInt16(frame)), 'key', frames * FRAME_SECONDS, durationSeconds);
      await source.add(packet, { decoderConfig });
      frames++;
      filled = 0;
    };

    for await (const chunk of samples) {
      received += chunk.length;
      for (let position = 0; position < chunk.length; ) {
        const part = chunk.subarray(position, position + frame.length - filled);
        frame.set(part, filled);
        filled += part.length;
        position += part.length;
        if (filled === frame.length) await addFrame(FRAME_SECONDS);
      }
      yield* pages.splice(0);
    }
    // Silence flushes the last samples out of the encoder; the last packet's shorter duration removes the silence
    // again.
    const totalSeconds = (received + lookahead) / RATE_HZ;
    while (frames * FRAME_SECONDS < totalSeconds - 1e-9) {
      frame.fill(0, filled);
      await addFrame(Math.min(FRAME_SECONDS, totalSeconds - frames * FRAME_SECONDS));
    }
    await output.finalize();
    yield* pages.splice(0);
  } finally {
    opus.drop();
    if (output.state === 'started') await output.cancel();
  }
};

/** The identification header (RFC 7845 §5.1), mono. */
function opusHead(preSkip: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, 1);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, RATE_HZ, true);
  return head;
}
