// Decodes takes of the kinds that the player decodes only as a whole (FLAC, AAC, M4A, WebM, Ogg Vorbis), packet by
// packet.

import { ADTS, AudioSampleSink, FLAC, Input, MATROSKA, MP4, OGG, UrlSource, WEBM } from 'mediabunny';
import { type TakePiece, UnreadableTake } from './take-piece.ts';

const CONTAINERS = [FLAC, OGG, ADTS, MP4, WEBM, MATROSKA];

/** Reads a file at an address, with Range. Rejects if it has no sound that can be decoded. */
export async function* readContainer(url: string): AsyncGenerator<TakePiece, void> {
  const input = new Input({ source: new UrlSource(url), formats: CONTAINERS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || !(await track.canDecode())) throw new UnreadableTake('This kind of sound cannot be decoded.');
    for await (const sample of new AudioSampleSink(track).samples()) {
      const { numberOfFrames, numberOfChannels: channels, sampleRate: rateHz, timestamp } = sample;
      const samples = new Float32Array(numberOfFrames * channels);
      sample.copyTo(samples, { planeIndex: 0, format: 'f32' });
      sample.close();
      // What is before the beginning is the codec's delay.
      const early = Math.min(numberOfFrames, Math.max(0, Math.round(-timestamp * rateHz)));
      if (early < numberOfFrames) yield { rateHz, channels, samples: samples.subarray(early * channels) };
    }
  } finally {
    input.dispose();
  }
}
