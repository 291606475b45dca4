// Short audio in every format of the relay API, encoded by the practice relay's own encoders.

import { ENCODERS } from '../../practice-relay/speech/encoders.ts';
import type { SpeechFormat } from '../../shared/speech/formats.ts';

const RATE_HZ = 24_000;

/** Returns a 440 Hz tone as a complete file of that format. */
export async function tone(format: SpeechFormat, seconds = 0.5): Promise<Buffer> {
  const samples = Float32Array.from(
    { length: seconds * RATE_HZ },
    (_, i) => 0.4 * Math.sin((2 * Math.PI * 440 * i) / RATE_HZ),
  );
  async function* inOne(): AsyncGenerator<Float32Array> {
    yield samples;
  }
  const parts: Uint8Array[] = [];
  for await (const bytes of ENCODERS[format](inOne())) parts.push(bytes);
  return Buffer.concat(parts);
}
