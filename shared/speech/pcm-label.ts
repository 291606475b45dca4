// Reads a Content-Type that declares raw 16-bit pcm. Independent of the bytes.

import { PCM_RATE_HZ } from './formats.ts';

/** What a label says. `rateHz`: null if it states none, or one that is not possible. One channel if it states none. */
export type PcmLabel = { rateHz: number | null; channels: 1 | 2 };

/** RFC 2586 and what relays write instead. */
const TYPES = /^audio\/(x-)?(pcm|l16|raw|s16le|pcm16)$/;
const RATE = /^(sample[-_]?)?rate$/;
const CHANNELS = /^(num[-_]?)?channels?$/;

/**
 * Reads a Content-Type, such as `audio/L16; rate=24000`.
 * @returns undefined if it does not declare raw samples of 16 bits. The byte order is not read from it: relays use the
 * type of RFC 2586, which is big-endian, for little-endian samples too.
 */
export function readPcmLabel(contentType: string): PcmLabel | undefined {
  const [type = '', ...rest] = contentType.toLowerCase().split(';');
  if (!TYPES.test(type.trim())) return undefined;
  let rateHz: number | null = null;
  let channels: 1 | 2 = 1;
  for (const parameter of rest) {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim().replaceAll('"', ''));
    if (RATE.test(name) && isRate(Number(value))) rateHz = Number(value);
    if (CHANNELS.test(name) && value === '2') channels = 2;
    if (name === 'bits' && value !== '16') return undefined;
    if (name === 'encoding' && /float|law|unsigned|8|24|32/.test(value)) return undefined;
  }
  return { rateHz, channels };
}

function isRate(rateHz: number): boolean {
  return Number.isInteger(rateHz) && rateHz >= PCM_RATE_HZ.min && rateHz <= PCM_RATE_HZ.max;
}
