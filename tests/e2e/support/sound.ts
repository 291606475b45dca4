// Proving sound: decoding bytes with Chromium's own decoders and measuring them.

import type { Page } from '@playwright/test';

/** What decoded audio is: its length and its loudness (root mean square, 0 to 1). */
export type Heard = { seconds: number; loudness: number };

/** Decodes a file's bytes in the page. @throws when Chromium cannot decode them. */
export function listen(page: Page, bytes: Buffer): Promise<Heard> {
  return page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const audio = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(data.buffer);
    const samples = audio.getChannelData(0);
    let energy = 0;
    for (const sample of samples) energy += sample * sample;
    return { seconds: audio.duration, loudness: Math.sqrt(energy / samples.length) };
  }, bytes.toString('base64'));
}

/** Measures headerless pcm: signed 16-bit little-endian mono at 24 kHz. */
export function listenToPcm(bytes: Buffer): Heard {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  let energy = 0;
  for (const sample of samples) energy += (sample / 0x8000) ** 2;
  return { seconds: samples.length / 24_000, loudness: Math.sqrt(energy / samples.length) };
}
