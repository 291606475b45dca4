// Converts a compressed sound to a wav file, with the browser's own decoders.

import { WAV_HEADER_BYTES, wavHeader } from '../../../shared/speech/wav.ts';

/** The sample rate for files that do not declare one, in hertz. */
const FALLBACK_RATE_HZ = 48_000;

/**
 * Decodes a sound into a 16-bit wav file at its own sample rate.
 * @param rateHz the file's rate, so that nothing is resampled; null if unknown.
 * @returns undefined when the file cannot be read or decoded.
 */
export async function decodeToWav(url: string, rateHz: number | null): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const response = await fetch(url);
    if (!response.ok) return undefined;
    const context = new OfflineAudioContext(1, 1, rateHz ?? FALLBACK_RATE_HZ);
    const sound = await context.decodeAudioData(await response.arrayBuffer());
    const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
    return wavOf(channels, sound.sampleRate);
  } catch {
    return undefined;
  }
}

/** Encodes samples as a 16-bit wav file. Samples outside -1 to 1 are clipped. */
export function wavOf(channels: readonly Float32Array[], rateHz: number): Uint8Array<ArrayBuffer> {
  const length = channels[0]?.length ?? 0;
  const dataBytes = length * channels.length * 2;
  const wav = new Uint8Array(WAV_HEADER_BYTES + dataBytes);
  wav.set(wavHeader(dataBytes, { rateHz, channels: channels.length, bitsPerSample: 16 }));
  const view = new DataView(wav.buffer, WAV_HEADER_BYTES);
  for (const [channel, samples] of channels.entries()) {
    for (let i = 0; i < length; i++) {
      const sample = Math.max(-1, Math.min(1, samples[i] ?? 0));
      view.setInt16((i * channels.length + channel) * 2, Math.round(sample * 0x7fff), true);
    }
  }
  return wav;
}
