// Reads one MPEG audio layer III frame header (ISO 11172-3 §2.4.2.3, ISO 13818-3). Independent of streams.

/** The content of a frame header. `samples` are per channel; `sideInfoBytes` are between header and audio data. */
export type Mp3Frame = {
  lengthBytes: number;
  samples: number;
  rateHz: number;
  channels: 1 | 2;
  sideInfoBytes: number;
};

/** Size of a frame header in bytes. */
export const MP3_HEADER_BYTES = 4;

const BITRATES_KBPS = {
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const RATES_HZ = [44_100, 48_000, 32_000] as const;

/** Reads an MPEG-1/2/2.5 layer III header at `offset`; undefined if there is none, or it is incomplete. */
export function mp3FrameAt(bytes: Uint8Array, offset: number): Mp3Frame | undefined {
  const [b0, b1, b2, b3] = [bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]];
  if (b0 !== 0xff || b1 === undefined || b2 === undefined || b3 === undefined || (b1 & 0xe0) !== 0xe0) return undefined;
  const version = (b1 >> 3) & 3;
  const layer = (b1 >> 1) & 3;
  const rate = RATES_HZ[(b2 >> 2) & 3];
  const isVersion1 = version === 3;
  const bitrateKbps = BITRATES_KBPS[isVersion1 ? 'v1l3' : 'v2l3'][b2 >> 4];
  if (version === 1 || layer !== 1 || rate === undefined || !bitrateKbps) return undefined;
  const rateHz = isVersion1 ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = isVersion1 ? 1152 : 576;
  const channels = b3 >> 6 === 3 ? 1 : 2;
  return {
    lengthBytes: Math.floor(((samples / 8) * (bitrateKbps * 1000)) / rateHz) + ((b2 >> 1) & 1),
    samples,
    rateHz,
    channels,
    sideInfoBytes: isVersion1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17,
  };
}
